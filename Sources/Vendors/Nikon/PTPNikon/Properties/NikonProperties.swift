import CameraModel
import PTP
package import PTPProperties

/// Conversion of the properties of Nikon bodies to the camera model (observed behaviour).
package enum NikonProperties {
    /// The properties. Of several rows for one property of the camera model, the first that a body has is used; the others keep
    /// the vendor's identifier.
    package static let rows: [PropertyRow] = [
        PropertyRow(.exposureProgramMode, .exposureMode, .table(NikonTables.exposureModes)),
        // Numerator and denominator; ExposureTime has tenths of a millisecond.
        PropertyRow(.nikonExposureTime, .shutterSpeed, .fraction),
        StandardProperties.exposureTime,
        // ExposureIndex has 16 bits.
        PropertyRow(.nikonExposureIndexEx, .isoSpeed, .isoSpeed(.uint32)),
        StandardProperties.exposureIndex,
        PropertyRow(.whiteBalance, .whiteBalance, .table(NikonTables.whiteBalances)),
        PropertyRow(.nikonWhiteBalanceColorTemperature, .whiteBalanceTemperature, .integer(.uint16)),
        // The viewfinder's focus mode, that of live view and of Z bodies, and the standard's.
        PropertyRow(.nikonAutofocusMode, .focusMode, .table(NikonTables.afModes)),
        PropertyRow(.nikonLiveViewAFFocus, .focusMode, .table(NikonTables.liveViewAFModes)),
        PropertyRow(.focusMode, .focusMode, .table(NikonTables.focusModes)),
        PropertyRow(.focusMeteringMode, .autoFocusSystem, .table(NikonTables.focusAreas)),
        PropertyRow(.nikonLiveViewAFArea, .autoFocusSystem, .table(NikonTables.liveViewAreas)),
        PropertyRow(.stillCaptureMode, .driveMode, .table(NikonTables.driveModes)),
        PropertyRow(.flashMode, .flashMode, .table(NikonTables.flashModes)),
        PropertyRow(.compressionSetting, .imageQuality, .table(NikonTables.qualities)) { desc in
            desc.listsOnly { $0 != 3 && $0 <= 7 } ? .table(NikonTables.earlierQualities) : nil
        },
        PropertyRow(.nikonRecordingMedia, .imageDestination, .table(NikonTables.destinations)),
        PropertyRow(.exposureMeteringMode, .meteringMode, .table(NikonTables.meteringModes)),
        PropertyRow(.nikonActivePicCtrlItem, .colorTone, .table(NikonTables.pictureControls)),
        PropertyRow(.nikonExposureRemaining, .shotsAvailable, .integer(.uint32)),
        PropertyRow(.nikonACPower, .powerSource, .choice(.uint8, [.powerSource(.battery): 0, .powerSource(.mains): 1])),
        PropertyRow(.nikonBracketing, .bracketing, .boolean),
        PropertyRow(.nikonLiveViewImageZoomRatio, .liveViewZoom, .table(NikonTables.zooms)) { desc in
            desc.allows(7) ? .table(NikonTables.laterZooms) : nil
        },
        PropertyRow(.nikonMovieShutterSpeed, .videoShutterSpeed, .fraction),
        PropertyRow(.nikonMovieFNumber, .videoAperture, .fNumber),
        PropertyRow(.nikonMovieISO, .videoISOSpeed, .isoSpeed(.uint32)),
        // Of bodies with two base sensitivities.
        PropertyRow(.nikonMovieISOSensitivity, .videoISOSpeed, .isoSpeed(.uint32)),
        PropertyRow(.nikonMovieExposureBiasCompensation, .videoExposureCompensation, .compensation),
        vendor(.nikonApplicationMode, NikonTables.applicationModes).untilDisconnected,
        vendor(.nikonLiveViewSelector, NikonTables.selectors).untilDisconnected,
        vendor(.nikonLiveViewImageSize, NikonTables.liveViewSizes),
        vendor(.nikonCameraOrientation, NikonTables.orientations),
        vendor(.nikonMovieShutterMode, NikonTables.shutterModes), vendor(.nikonMovieBaseISO, NikonTables.baseSensitivities),
    ]

    private static func vendor(_ code: DevicePropCode, _ table: ValueTable) -> PropertyRow {
        PropertyRow(code, .vendor(code: code.rawValue), .table(table))
    }

    /// The properties, and those of the standard.
    package static let table = StandardProperties.table.adding(
        rows,
        dependents: [
            .exposureProgramMode: [.nikonExposureTime, .nikonExposureIndexEx],
            .whiteBalance: [.nikonWhiteBalanceColorTemperature],
            .nikonRecordingMedia: [.nikonExposureRemaining],
        ],
        name: { $0.name(by: .nikon) }
    )
}

extension DevicePropDesc {
    /// Returns whether a number is in the list or the range of values.
    fileprivate func allows(_ number: Int64) -> Bool {
        switch form {
        case .enumeration(let values): values.contains { $0.integer() == number }
        case .range(let minimum, let maximum, _):
            (minimum.integer() ?? 0)...max(minimum.integer() ?? 0, maximum.integer() ?? 0) ~= number
        default: false
        }
    }

    /// Returns whether there is a list of values, and all are numbers with a condition.
    fileprivate func listsOnly(_ condition: (Int64) -> Bool) -> Bool {
        guard case .enumeration(let values) = form, !values.isEmpty else { return false }
        return values.allSatisfy { value in value.integer().map(condition) ?? false }
    }
}
