package import CameraModel
import HotShoe

/// A camera as JSON.
package struct CameraRecord: Encodable {
    package let identifier: String
    package let name: String
    /// The role in a rig; nil for a camera that is served alone.
    package var role: String?
    package let manufacturer: String?
    package let model: String?
    package let serialNumber: String?
    package let family: String
    package let transport: String
    package let kind: String
    package let selector: String?
    /// The obstacle as a word, and the remedy as text.
    package let obstacle: String?
    package let obstacleMessage: String?

    package init(_ camera: CameraDescription) {
        identifier = camera.identifier.text
        name = camera.displayName
        manufacturer = camera.manufacturer
        model = camera.model
        serialNumber = camera.serialNumber
        family = camera.family.name
        transport = camera.transport.rawValue
        kind = camera.kind.rawValue
        selector = camera.selector
        obstacle = camera.obstacle?.kind.rawValue
        obstacleMessage = camera.obstacle?.message
    }
}

extension Camera {
    /// The description, with what a camera that was given by its address reports on connecting.
    package var connectedDescription: CameraDescription {
        var description = description
        if let info {
            (description.manufacturer, description.model, description.kind) = (info.manufacturer, info.model, info.kind)
            description.serialNumber = info.serialNumber
            // An address alone names no vendor.
            if description.family == .generic {
                description.family = VendorDrivers.family(ofMaker: info.manufacturer) ?? .generic
            }
        }
        return description
    }
}

extension CameraDescription {
    /// The `--camera` argument for this camera.
    package var selector: String? {
        switch address {
        case .network(let host, let port): "ptpip:" + (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
        case .usb(let bus, let device): "usb:\(bus)-\(device)"
        case .provider, nil: address?.description ?? serialNumber
        }
    }
}
