import CameraModel
import CameraReports
import HotShoeSupport
import PTP
import PTPProperties
import PTPSession

/// A report from a recording and from what the camera model knows.
struct ReportSummary {
    /// The report, with everything replaced that identifies the owner.
    let report: CameraReport

    init(
        _ camera: Camera,
        _ entries: [TranscriptEntry],
        _ vendor: Vendor?,
        _ usb: USBNumbers?,
        handshake: [HandshakePacket],
        omitted: Int,
        keepsPictures: Bool
    ) {
        let states = camera.knownProperties.map { camera.property($0).state }
        let names = vendor?.names() ?? VendorNames()
        var document = ReportDocument(
            link: Self.link(of: camera, usb),
            camera: Self.identity(of: camera, vendor),
            transcript: entries
        )
        document.settings = states.map(Self.setting)
        document.capabilities = camera.capabilities.names
        document.omitted = omitted
        document.handshake = handshake
        let info = camera.info
        var anonymiser = ReportAnonymiser(
            harmless: [info?.manufacturer, info?.model, info?.firmwareVersion].compactMap(\.self),
            propertyNames: Self.names(states, names),
            contents: Self.contents(names),
            liveViewObject: vendor?.liveViewObject,
            keepsPictures: keepsPictures
        )
        if keepsPictures { document.frames = anonymiser.frameCount(in: entries) }
        anonymiser.anonymise(&document, texts: Self.texts(of: camera, states))
        report = CameraReport(
            text: document.text(names),
            contents: document.summary,
            replacements: document.replaced.map { CameraReport.Replacement(kind: $0.kind, count: $0.count) }
        )
    }

    private static func link(of camera: Camera, _ usb: USBNumbers?) -> ReportDocument.Link {
        ReportDocument.Link(
            kind: camera.description.transport.rawValue.lowercased(),
            vendorID: usb?.vendor,
            productID: usb?.product
        )
    }

    private static func identity(of camera: Camera, _ vendor: Vendor?) -> ReportDocument.Identity {
        ReportDocument.Identity(
            manufacturer: camera.info?.manufacturer ?? "",
            model: camera.info?.model ?? "",
            firmware: camera.info?.firmwareVersion ?? "",
            family: (vendor?.family ?? camera.description.family).description
        )
    }

    private static func setting(_ state: PropertyState) -> ReportDocument.Setting {
        let values = state.settable.values
        return ReportDocument.Setting(
            name: state.vendorName ?? state.identifier.description,
            value: state.value?.label,
            settable: values.prefix(ReportDocument.Setting.valueLimit).map(\.label),
            settableCount: values.count
        )
    }

    /// The names of properties: those that the driver shows, and the vendor's of all others.
    private static func names(_ states: [PropertyState], _ vendor: VendorNames) -> [DevicePropCode: String] {
        var names: [DevicePropCode: String] = [:]
        for number in vendor.properties.numbers { names[DevicePropCode(rawValue: number)] = vendor.properties[number] }
        for state in states {
            if case .vendor(let code) = state.identifier, let name = state.vendorName {
                names[DevicePropCode(rawValue: code)] = name
            }
        }
        return names
    }

    /// The vendor's operations that transfer contents of files, by their names: "GetPartialObject", "GetLargeThumb".
    private static func contents(_ names: VendorNames) -> Set<OperationCode> {
        let numbers = names.operations.numbers.filter { number in
            guard let name = names.operations[number]?.lowercased() else { return false }
            let isOfFiles = ["object", "thumb", "previewimg", "image"].contains { name.includes($0) }
            let isAboutFiles = [
                "liveview", "info", "handle", "prop", "size", "attribute", "time", "delete", "count", "format", "mode",
            ].contains {
                name.includes($0)
            }
            return isOfFiles && !isAboutFiles
        }
        return Set(numbers.map { OperationCode(rawValue: UInt16(truncatingIfNeeded: $0)) })
    }

    /// The texts of the camera model that may identify the owner.
    private static func texts(of camera: Camera, _ states: [PropertyState]) -> [IdentifyingText] {
        var texts = [camera.info?.serialNumber, camera.description.serialNumber].compactMap { text in
            text.map { IdentifyingText(.serialNumber, $0) }
        }
        if let name = camera.description.name, name != camera.info?.model { texts.append(IdentifyingText(.name, name)) }
        for state in states {
            guard let text = state.value?.text else { continue }
            if let kind = IdentifyingText.kind(ofPropertyNamed: state.vendorName ?? state.identifier.description) {
                texts.append(IdentifyingText(kind, text))
            }
        }
        return texts
    }
}
