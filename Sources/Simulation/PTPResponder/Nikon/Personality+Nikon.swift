import CameraModel
import PTP
import PTPNikon
import PTPProperties

extension Personality {
    /// Nikon Z 6II, a mirrorless body.
    public static let nikonZ6II = nikon(.z6ii)
    /// Nikon D850, a body with a mirror.
    public static let nikonD850 = nikon(.d850)

    static let nikonBodies = [nikonZ6II, nikonD850]

    /// Standard operations that such bodies do not have, or that the body performs itself.
    private static let absent: Set<OperationCode> = [
        .getObject, .initiateCapture, .initiateOpenCapture, .terminateOpenCapture, .getPartialObject64, .moveObject, .copyObject,
        .sendObjectPropList, .selfTest,
    ]

    private static func nikon(_ model: NikonModel) -> Personality {
        let standard = genericOperations.filter { !absent.contains($0.code) }
        var personality = Personality(
            .nikon,
            model.body,
            identity: Identity(manufacturer: "Nikon Corporation", model: model.body.model, versionPrefix: "V"),
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "",
            operations: Dictionary(uniqueKeysWithValues: (standard + model.operations).map { ($0.code, $0) }),
            events: [
                .objectAdded, .objectRemoved, .storeAdded, .storeRemoved, .devicePropChanged, .objectInfoChanged,
                .deviceInfoChanged, .storeFull, .storageInfoChanged, .captureComplete, .nikonObjectAddedInSDRAM,
                .nikonCaptureCompleteRecInSDRAM, .nikonMovieRecordComplete, .nikonMovieRecordStarted, .nikonLiveViewStateChanged,
            ],
            properties: model.properties,
            formats: FormatTable(byEnding: generic.formats.byEnding.merging(["nef": .undefined]) { $1 })
        )
        personality.settings = model.settings
        personality.readings = model.readings
        personality.listsVendorProperties = false
        personality.pairs = model.isNew
        let product = String(model.body.usbProduct, radix: 16, uppercase: true)
        personality.announcedKeys = ["vid": "A", "pid": product, "apps": "NCWC", "grpn": "NX"]
        personality.makeVendorBody = { NikonBody(model, $0) }
        return personality
    }
}

extension NikonModel {
    /// The camera's properties. Those of PTPNikon, in which the camera's own settings have more numbers.
    fileprivate var properties: [PropertyRow] {
        let exact = NikonProperties.rows.filter { row in
            if case .vendor = row.property { return false }
            return ![.exposureProgramMode, .compressionSetting, .nikonRecordingMedia, .exposureMeteringMode].contains(row.code)
                && (isNew || row.code != .nikonExposureIndexEx && !row.code.isWide)
                && row.code != (isNew ? .nikonAutofocusMode : .nikonLiveViewAFFocus)
        }
        let destinations = NikonTables.destinations.values.prefix(recordsToBoth ? 3 : 2)
        return exact + [
            StandardProperties.batteryLevel, StandardProperties.fNumber, StandardProperties.exposureMeteringMode,
            StandardProperties.exposureBiasCompensation,
            // Bulb is a shutter speed of the manual mode.
            PropertyRow(
                .exposureProgramMode,
                .exposureMode,
                .table(
                    ValueTable(
                        .uint16,
                        NikonTables.exposureModes.values + [PropertyValue(.exposureMode(.bulb), code: 1)]
                    )
                )
            ),
            PropertyRow(
                .compressionSetting,
                .imageQuality,
                .label(.uint8, ["JPEG fine": 4, "JPEG normal": 2, "RAW": 7, "RAW + JPEG": 12])
            ),
            PropertyRow(.nikonRecordingMedia, .imageDestination, .table(ValueTable(.uint8, Array(destinations)))),
        ]
    }

    /// Settings that the camera does not have.
    fileprivate var settings: [BodySetting] {
        [
            BodySetting(.burstNumber, .uint16, Array(1...10)), BodySetting(.nikonLiveViewSelector, .uint8, [0, 1]),
            BodySetting(.nikonLiveViewImageSize, .uint8, [3, 2, 1]),
            BodySetting(DevicePropCode(rawValue: 0xD1BC), .uint8, [0, 1, 2]),
            BodySetting(text: .nikonArtistName), BodySetting(text: .nikonCopyrightInfo),
            BodySetting(text: .nikonImageCommentString),
        ] + (needsApplicationMode ? [BodySetting(.nikonApplicationMode, .uint8, [0, 1])] : []) + (isNew ? Self.wideSettings : [])
    }

    /// Settings with numbers of more than 16 bits.
    private static let wideSettings = [
        BodySetting(.nikonMovieShutterMode, .uint8, [1, 2]),
        BodySetting(.nikonMovieShutterAngle, .int32, [18_000, 9_000, 4_500, 36_000]),
    ]

    /// Numbers that the body computes.
    fileprivate var readings: [BodyReading] {
        [
            BodyReading(.nikonLiveViewStatus, .uint8, of: NikonBody.self) { $0.isViewing ? 1 : 0 },
            BodyReading(.nikonLiveViewProhibitCondition, .uint32, of: NikonBody.self) { Int64($0.liveViewProhibitions.rawValue) },
            BodyReading(.nikonMovRecProhibitCondition, .uint32, of: NikonBody.self) { Int64($0.movieProhibitions.rawValue) },
            BodyReading(.nikonCameraOrientation, .uint8, of: NikonBody.self) { _ in 0 },
        ]
    }
}
