import CameraModel
import PTP
import PTPPanasonic
import PTPProperties

extension Personality {
    /// Panasonic GH5.
    public static let panasonicGH5 = panasonic(.gh5)
    /// Panasonic S5.
    public static let panasonicS5 = panasonic(.s5)

    static let panasonicBodies = [panasonicGH5, panasonicS5]

    static func panasonic(_ model: PanasonicModel) -> Personality {
        let standard = genericOperations.filter { PanasonicModel.standard.contains($0.code) }
        var personality = Personality(
            .panasonic,
            model.body,
            identity: Identity(manufacturer: "Panasonic", model: model.body.model),
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "",
            operations: Dictionary(uniqueKeysWithValues: (standard + PanasonicModel.operations).map { ($0.code, $0) }),
            events: [
                .storeAdded, .storeRemoved, .devicePropChanged, .deviceInfoChanged, .storageInfoChanged, .panasonicRequest,
                .panasonicPropertyChanged, .panasonicProcessing, .panasonicObjectAdded, .panasonicObjectForHost,
            ],
            properties: [StandardProperties.batteryLevel],
            formats: FormatTable(byEnding: [
                "jpg": .exifJPEG, "dng": .defined, "rw2": .defined, "avi": .quickTime, "mov": .quickTime, "mp4": .quickTime,
                "mrk": .dpof,
            ])
        )
        personality.showsOtherProperties = false
        personality.takesPictures = false
        personality.makeVendorBody = { PanasonicBody(model, $0) }
        return personality
    }
}
