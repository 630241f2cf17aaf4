import CameraModel
import HotShoeSupport
import PTPProperties
import USBTransport

/// The cameras among the devices on the bus, each once. Pure.
struct USBSightings {
    /// A camera and its device.
    struct Camera: Hashable {
        var description: CameraDescription
        let device: USBDevice
    }

    /// A change to report.
    enum Change: Hashable {
        /// A camera appeared, or its description changed.
        case found(Camera)
        case lost(CameraIdentifier)
    }

    private let vendors: VendorTable
    private var shown: [USBDevice.Location: Camera] = [:]

    init(_ vendors: VendorTable = VendorDrivers.all.vendors) { self.vendors = vendors }

    /// Applies the present list of devices, and returns the resulting changes.
    ///
    /// `identifiers` contains the identifier of each device; a device without one is not reported as a camera. `access` returns
    /// whether a device can be opened.
    mutating func apply(
        _ devices: [USBDevice],
        _ identifiers: [USBDevice.Location: CameraIdentifier],
        access: (USBDevice, StillImageInterface?) -> USBAccess
    ) -> [Change] {
        var changes: [Change] = []
        let present = Set(devices.map(\.location))
        for (location, camera) in shown where !present.contains(location) {
            shown[location] = nil
            changes.append(.lost(camera.description.identifier))
        }
        for device in devices {
            if let known = shown[device.location] {
                if known.device == device { continue }
                shown[device.location] = nil
                changes.append(.lost(known.description.identifier))
            }
            guard let camera = identifiers[device.location].flatMap({ camera(device, $0, access) }) else { continue }
            shown[device.location] = camera
            changes.append(.found(camera))
        }
        return changes
    }

    /// Returns a device as a camera; nil if it is not one.
    private func camera(
        _ device: USBDevice,
        _ identifier: CameraIdentifier,
        _ access: (USBDevice, StillImageInterface?) -> USBAccess
    ) -> Camera? {
        var obstacle: CameraObstacle?
        do throws(StillImageInterface.Refusal) {
            let interface = try StillImageInterface(of: device, vendors: vendors.examinedUSB)
            obstacle = CameraObstacle(access(device, interface), device)
        } catch {
            switch error {
            case .noCamera: return nil
            case .massStorage where vendors.vendor(usb: device.vendor)?.otherDevices.contains(.memorySticks) == true: return nil
            case .massStorage: obstacle = CameraObstacle(.wrongMode, error.description)
            case .unreadable, .invalid: obstacle = CameraObstacle(.unusable, error.description)
            }
        }
        return Camera(description: description(device, identifier, obstacle), device: device)
    }

    /// Returns whether an interface is named MTP and the vendor is not a camera vendor, as with phones and media players.
    /// Cameras with MTP take pictures, too.
    private func isMediaDevice(_ device: USBDevice) -> Bool {
        !vendors.examinedUSB.contains(device.vendor) && !vendors.makesCameras(usb: device.vendor)
            && device.interfaces.contains { $0.name?.uppercased().includes("MTP") == true }
    }

    private func description(
        _ device: USBDevice,
        _ identifier: CameraIdentifier,
        _ obstacle: CameraObstacle?
    ) -> CameraDescription {
        CameraDescription(
            identifier: identifier,
            family: vendors.vendor(usb: device.vendor)?.family ?? .generic,
            transport: .usb,
            manufacturer: device.manufacturer,
            model: device.productName ?? "camera \(device.vendor.fourDigits):\(device.product.fourDigits)",
            serialNumber: device.serialNumber,
            address: .usb(bus: Int(device.location.bus), device: Int(device.location.address)),
            obstacle: obstacle,
            kind: isMediaDevice(device) ? .mediaDevice : .camera
        )
    }
}

extension CameraObstacle {
    /// Returns the obstacle to opening a device; nil if there is none. Use by this program is not an obstacle.
    init?(_ access: USBAccess, _ device: USBDevice) {
        switch access {
        case .open: return nil
        case .noPermission: self.init(.noPermission, USBOpenError.noPermission(node: device.location.node).description)
        case .claimed(let holders):
            if !holders.isEmpty, holders.allSatisfy(\.isThisProcess) { return nil }
            self.init(.claimed, USBOpenError.claimed(by: holders).description)
        }
    }
}
