import CameraModel
import PTP
import PTPProperties
import PTPSony

extension Personality {
    /// Sony α7 IV, which speaks version 3 of the extension.
    public static let sonyA7IV = sony(.a7iv)
    /// Sony α7R III, which speaks version 2.
    public static let sonyA7RIII = sony(.a7riii)

    static let sonyBodies = [sonyA7IV, sonyA7RIII]

    static func sony(_ model: SonyModel) -> Personality {
        let standard = genericOperations.filter { SonyModel.standard.contains($0.code) }
        var personality = Personality(
            .sony,
            model.body,
            identity: Identity(manufacturer: "Sony Corporation", model: model.body.model),
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "Sony PTP Extensions",
            operations: Dictionary(uniqueKeysWithValues: (standard + SonyModel.operations).map { ($0.code, $0) }),
            events: [.sonyObjectAdded, .sonyPropertyChanged, .sonyCaptured],
            properties: [],
            formats: FormatTable(byEnding: [
                "jpg": .exifJPEG, "dng": ObjectFormatCode(rawValue: 0xB101), "arw": ObjectFormatCode(rawValue: 0xB101),
                "avi": ObjectFormatCode(rawValue: 0x300B), "mp4": ObjectFormatCode(rawValue: 0xB982),
                "heif": ObjectFormatCode(rawValue: 0xB110),
            ])
        )
        personality.showsOtherProperties = false
        personality.takesPictures = false
        personality.ssdp = SSDPProfile(
            types: Vendor.sony.services.prefix { $0.purpose == .control }.map(\.type),
            server: "UPnP/1.0 SonyImagingDevice/1.0",
            path: "/DmsRmtDesc.xml"
        )
        personality.makeVendorBody = { SonyBody(model, $0) }
        return personality
    }
}
