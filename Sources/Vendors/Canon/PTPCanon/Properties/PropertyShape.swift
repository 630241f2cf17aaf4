package import PTP

/// Format of a property's value in records and in the data of SetDevicePropValueEx (0x9110).
package enum PropertyShape: Hashable, Sendable {
    /// A number, padded to four bytes.
    case integer(IntegerDataType)
    /// ASCII terminated by a NUL.
    case text
    /// See ``ImageFormat``.
    case imageFormat
    /// See ``FocusInfoEx``.
    case focusInfo
    /// Custom functions, and values of unknown format.
    case bytes

    /// Returns the format of a property's value; `bytes` for properties that are not listed.
    package static func of(_ code: DevicePropCode) -> PropertyShape { shapes[code] ?? .bytes }

    private static let shapes: [DevicePropCode: PropertyShape] = {
        var shapes: [DevicePropCode: PropertyShape] = [:]
        for (shape, codes) in listed { for code in codes { shapes[code] = shape } }
        return shapes
    }()

    /// Widths: observed behaviour.
    private static let listed: [(PropertyShape, [DevicePropCode])] = [
        (.integer(.uint8), [.eosExpCompensation, .eosMeteringMode, .eosWhiteBalance, .eosPictureStyle]),
        (
            .integer(.uint16),
            [
                .eosAperture, .eosShutterSpeed, .eosISOSpeed, .eosAutoExposureMode, .eosAEModeDial, .eosDriveMode, .eosColorSpace,
                .eosBatteryPower, .eosBatterySelect, .eosPTPExtensionVersion, .eosDPOFVersion, .eosAEB, .eosBracketMode,
                .eosQuickReviewTime, .eosEVFMode, .eosEVFRecordStatus, .eosHighISONoiseReduction,
            ]
        ),
        (
            .integer(.uint32),
            [
                .eosCameraTime, .eosUTCTime, .eosSummertime, .eosAvailableShots, .eosCaptureDestination, .eosWhiteBalanceXA,
                .eosWhiteBalanceXB, .eosCurrentStorage, .eosCurrentFolder, .eosShutterCounter, .eosModelID, .eosLensID,
                .eosStroboFiring, .eosStroboDispState, .eosLvCFilterKind, .eosCADarkBright, .eosErrorForDisplay,
                .eosExposureSimMode, .eosWindCut, .eosMovieRecordVolume, .eosExtenderType, .eosAEModeMovie,
                .eosAFSelectFocusArea, .eosContinuousAFMode, .eosMirrorUpSetting, .eosMirrorDownStatus, .eosOLCInfoVersion,
                .eosPowerZoomPosition, .eosPowerZoomSpeed, .eosBuiltinStroboMode, .eosStroboETTL2Metering,
                .eosColorTemperature, .eosFixedMovie, .eosAloMode, .eosLvViewTypeSelect, .eosEVFColorTemp, .eosLvAfSystem,
                .eosOneShotRawOn, .eosFlashChargingState, .eosMovieServoAF, .eosMultiAspect, .eosEVFOutputDevice,
                .eosFocusMode, .eosMirrorLockupState, .eosLensStatus, .eosTempStatus, .eosDepthOfFieldPreview,
                .eosEVFSharpness, .eosEVFWBMode, .eosMovieSoundRecord, .eosNetworkCommunicationMode, .eosNetworkServerRegion,
            ]
        ),
        (.integer(.int32), [.eosAutoPowerOff, .eosWhiteBalanceAdjustA, .eosWhiteBalanceAdjustB]),
        (.text, [.eosOwner, .eosArtist, .eosCopyright, .eosSerialNumber, .eosLensName, .eosCameraNickname]),
        (.imageFormat, [.eosImageFormat, .eosImageFormatCF, .eosImageFormatSD, .eosImageFormatExtHD]),
        (.focusInfo, [.eosFocusInfoEx]),
    ]
}
