import CameraModel
import PTP
import PTPOlympus
import PTPProperties

extension Personality {
    /// OM System OM-1.
    public static let om1 = olympus(.om1)
    /// Olympus OM-D E-M1 Mark II.
    public static let olympusEM1II = olympus(.em1ii)

    static let olympusBodies = [om1, olympusEM1II]

    static func olympus(_ model: OlympusModel) -> Personality {
        let standard = genericOperations.filter { OlympusModel.standard.contains($0.code) }
        var personality = Personality(
            .olympus,
            model.body,
            identity: Identity(manufacturer: model.manufacturer, model: model.body.model),
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "",
            operations: Dictionary(uniqueKeysWithValues: (standard + OlympusModel.operations).map { ($0.code, $0) }),
            events: [
                .storeAdded, .storeRemoved, .objectAdded, .requestObjectTransfer, .devicePropChanged, .olympusObjectAdded,
                .olympusCaptureComplete, .olympusPropertyChanged,
            ],
            properties: model.properties,
            formats: FormatTable(byEnding: [
                "jpg": .exifJPEG, "dng": ObjectFormatCode(rawValue: 0xB101), "orf": ObjectFormatCode(rawValue: 0xB101),
                "avi": .avi,
                "wav": .wav, "mrk": .dpof,
            ])
        )
        for content in OlympusDump.contents(model.dump) {
            switch content {
            case .setting(let setting): personality.settings.append(setting)
            case .reading(let code, let type, let number):
                personality.readings.append(BodyReading(code, type, of: OlympusBody.self) { _ in number })
            }
        }
        personality.settings += [
            BodySetting(.olympusControlMode, .uint16, [1, 2], initially: 2),
            BodySetting(.olympusLiveViewMode, .uint32, OlympusTables.liveViewModes.values.compactMap(\.code)),
        ]
        personality.makeVendorBody = { OlympusBody(model, $0) }
        return personality
    }
}

extension OlympusModel {
    /// The properties of the camera, with their codes and the encodings of their values.
    fileprivate var properties: [PropertyRow] {
        let drives = OlympusTables.driveModes.values.filter { $0.code.map(driveModes.contains) == true }
        return [
            StandardProperties.batteryLevel,
            PropertyRow(.olympusAperture, .aperture, .formula(OlympusFormulas.aperture)),
            PropertyRow(.olympusShutterSpeed, .shutterSpeed, .formula(OlympusFormulas.shutterSpeed)),
            hasWideISO
                ? PropertyRow(.olympusWideISO, .isoSpeed, .formula(OlympusFormulas.wideISOSpeed))
                : PropertyRow(.olympusISO, .isoSpeed, .formula(OlympusFormulas.isoSpeed)),
            PropertyRow(.olympusCompensation, .exposureCompensation, .formula(OlympusFormulas.compensation)),
            PropertyRow(.olympusMode, .exposureMode, .table(OlympusTables.modes)),
            PropertyRow(.olympusDriveMode, .driveMode, .table(ValueTable(.uint16, drives))),
            PropertyRow(.olympusFocusMode, .focusMode, .table(OlympusTables.focusModes)),
            PropertyRow(
                .olympusMeteringMode,
                .meteringMode,
                .label(.uint16, ["Evaluative": 0x8001, "Center-weighted": 2, "Spot": 4])
            ),
            PropertyRow(.olympusFlashMode, .flashMode, .table(OlympusTables.flashModes)),
            PropertyRow(.olympusFlashCompensation, .flashExposureCompensation, .formula(OlympusFormulas.compensation)),
            PropertyRow(.olympusWhiteBalance, .whiteBalance, .table(OlympusTables.whiteBalances)),
            PropertyRow(.olympusColorTemperature, .whiteBalanceTemperature, .integer(.uint16)),
            PropertyRow(
                .olympusQuality,
                .imageQuality,
                .label(.uint16, ["JPEG fine": 0x102, "JPEG normal": 0x103, "RAW": 0x20, "RAW + JPEG": 0x122])
            ),
            PropertyRow(.olympusDestination, .imageDestination, .table(OlympusTables.destinations)),
        ]
    }
}
