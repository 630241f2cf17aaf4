import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties

extension Personality {
    /// Fujifilm X-T4, in the mode for tethered shooting.
    public static let fujifilmXT4 = {
        var personality = fujifilm(.xt4)
        personality.makeOnOwnNetwork = { fujifilm(FujifilmModel.xt4.onNetwork) }
        return personality
    }()
    /// Fujifilm X-T3, in the mode for tethered shooting.
    public static let fujifilmXT3 = fujifilm(.xt3)
    /// Fujifilm GFX 100S, in the mode for tethered shooting.
    public static let fujifilmGFX100S = fujifilm(.gfx100s)

    static let fujifilmBodies = [fujifilmXT4, fujifilmXT3, fujifilmGFX100S]

    static func fujifilm(_ model: FujifilmModel) -> Personality {
        let onNetwork = model.isOnNetwork ? FujifilmModel.networkOperations : []
        let own = FujifilmModel.operations + onNetwork
        let standard = genericOperations.filter { FujifilmModel.standard.contains($0.code) }
        var personality = Personality(
            .fujifilm,
            model.body,
            identity: Identity(manufacturer: "FUJIFILM", model: model.body.model),
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "fujifilm.co.jp: 1.0; ",
            operations: Dictionary((standard + own).map { ($0.code, $0) }) { $1 },
            events: [
                .objectAdded, .objectRemoved, .storeAdded, .storeRemoved, .captureComplete, EventCode(rawValue: 0xC006),
            ],
            properties: FujifilmModel.properties + (model.isOnNetwork ? FujifilmModel.networkProperties : []),
            formats: FormatTable(byEnding: [
                "jpg": .exifJPEG, "raf": ObjectFormatCode(rawValue: 0xB103), "dng": ObjectFormatCode(rawValue: 0xB103),
            ])
        )
        personality.settings = model.settings
        personality.readings = FujifilmModel.readings + (model.isOnNetwork ? FujifilmModel.networkReadings : [])
        if model.isOnNetwork {
            (personality.unlistedOperations, personality.pairs) = ([.fujifilmGetDeviceInfo], true)
            personality.support = .descriptionsOnly
        }
        personality.listedProperties = model.listed
        personality.makeVendorBody = { FujifilmBody(model, $0) }
        return personality
    }
}

extension FujifilmModel {
    /// The camera's properties. Labels and times that bodies name differently have the nearest number.
    fileprivate static let properties: [PropertyRow] = [
        // Bulb is a shutter speed of the manual mode.
        PropertyRow(
            .exposureProgramMode,
            .exposureMode,
            .table(
                ValueTable(.uint16, FujifilmTables.exposureModes.values + [PropertyValue(.exposureMode(.bulb), code: 1)])
            )
        ),
        PropertyRow(.exposureTime, .shutterSpeed, .table(FujifilmShutterSpeeds.nearest)),
        StandardProperties.fNumber,
        PropertyRow(.exposureIndex, .isoSpeed, .table(FujifilmTables.isoSpeeds)),
        StandardProperties.exposureBiasCompensation,
        PropertyRow(.whiteBalance, .whiteBalance, .table(FujifilmTables.whiteBalances)),
        PropertyRow(.fujifilmColorTemperature, .whiteBalanceTemperature, .integer(.uint16)),
        PropertyRow(.focusMode, .focusMode, .table(FujifilmTables.focusModes)),
        PropertyRow(.focusMeteringMode, .autoFocusSystem, .table(FujifilmTables.focusAreas)),
        PropertyRow(.exposureMeteringMode, .meteringMode, .label(.uint16, ["Evaluative": 3, "Center-weighted": 2, "Spot": 4])),
        PropertyRow(.fujifilmReleaseMode, .driveMode, .table(FujifilmTables.driveModes)),
        PropertyRow(
            .fujifilmQuality,
            .imageQuality,
            .label(.uint16, ["JPEG fine": 2, "JPEG normal": 3, "RAW": 1, "RAW + JPEG": 4])
        ),
    ]

    /// Numbers that the body computes.
    fileprivate static let readings: [BodyReading] = [
        BodyReading(.fujifilmAFStatus, .uint16, of: FujifilmBody.self) { body in
            Int64(body.state.withLock { $0.session.focus.number })
        },
        BodyReading(.fujifilmFreeImages, .uint16, of: FujifilmBody.self) { body in
            Int64(max(0, body.model.bufferedPictures - body.state.withLock { $0.pictures.count }))
        },
    ]
}
