package import CameraModel
package import PTP
package import PTPProperties

/// Conversion of EOS properties to the camera model (observed behaviour).
package enum EOSProperties {
    /// The properties with an identifier in the camera model or a value table; all others are numbers.
    package static let rows: [PropertyRow] = [
        PropertyRow(.eosAperture, .aperture, .table(EOSTables.apertures)),
        PropertyRow(.eosShutterSpeed, .shutterSpeed, .table(EOSTables.shutterSpeeds)),
        PropertyRow(.eosISOSpeed, .isoSpeed, .table(EOSTables.isoSpeeds)),
        PropertyRow(.eosExpCompensation, .exposureCompensation, .table(EOSTables.compensations)),
        PropertyRow(.eosAutoExposureMode, .exposureMode, .table(EOSTables.exposureModes)),
        PropertyRow(.eosDriveMode, .driveMode, .table(EOSTables.driveModes)),
        PropertyRow(.eosMeteringMode, .meteringMode, .table(EOSTables.meteringModes)),
        PropertyRow(.eosFocusMode, .focusMode, .table(EOSTables.focusModes)),
        PropertyRow(.eosWhiteBalance, .whiteBalance, .table(EOSTables.whiteBalances(.uint8))),
        // In kelvins.
        PropertyRow(.eosColorTemperature, .whiteBalanceTemperature, .integer(.uint32)),
        PropertyRow(.eosPictureStyle, .colorTone, .table(EOSTables.pictureStyles)),
        PropertyRow(.eosBatteryPower, .batteryLevel, .table(EOSTables.batteryLevels)),
        PropertyRow(.eosAvailableShots, .shotsAvailable, .integer(.uint32)),
        PropertyRow(.eosCaptureDestination, .imageDestination, .table(EOSTables.destinations)),
        // The number is ImageFormat's code.
        PropertyRow(.eosImageFormat, .imageQuality, .code(.uint64)),
        PropertyRow(.eosHighISONoiseReduction, .noiseReduction, .table(EOSTables.noiseReductions)),
        PropertyRow(.eosLvAfSystem, .autoFocusSystem, .table(EOSTables.autoFocusSystems)),
        vendor(.eosAEModeDial, .table(EOSTables.exposureModes)),
        vendor(.eosColorSpace, .table(EOSTables.colorSpaces)),
        vendor(.eosMultiAspect, .table(EOSTables.aspectRatios)),
        // Closing the connection ends live view and a recording.
        vendor(.eosEVFOutputDevice, .table(EOSTables.outputs)).untilDisconnected,
        vendor(.eosEVFRecordStatus, .table(EOSTables.recordTargets)).untilDisconnected,
        vendor(.eosEVFWBMode, .table(EOSTables.whiteBalances(.uint32))),
        vendor(.eosAEB, .table(EOSTables.brackets)).with(.bracketingStep),
        vendor(.eosAloMode, .table(EOSTables.lightingOptimizers)),
        vendor(.eosImageFormatCF, .code(.uint64)),
        vendor(.eosImageFormatSD, .code(.uint64)),
        vendor(.eosImageFormatExtHD, .code(.uint64)),
    ]

    /// Maximum length of the texts that the user can set, in ASCII characters (observed behaviour; bodies do not report it).
    package static let textLengths: [DevicePropCode: Int] = [
        .eosOwner: 31, .eosArtist: 63, .eosCopyright: 63, .eosCameraNickname: 31,
    ]

    private static func vendor(_ code: DevicePropCode, _ coding: ValueCoding) -> PropertyRow {
        PropertyRow(code, .vendor(code: code.rawValue), coding)
    }

    /// The properties as a table.
    package static let table = PropertyTable(rows) { $0.name(by: .eos) }
}

extension EOSProperties {
    /// Converts a value of a body. Numbers that the property's table lacks are shown in hexadecimal; without a table the
    /// value is a number. Nil for content that is not a number: text, focus points, bytes.
    package static func value(_ content: PropertyContent, of code: DevicePropCode) -> PropertyValue? {
        switch content {
        case .integer(let value):
            guard let number: Int64 = value.integer() else { return nil }
            if case .table(let table)? = table[code]?.coding { return table.value(number) }
            return PropertyValue(.integer(Int(number)), code: number)
        case .imageFormat(let format): return format.code.map { PropertyValue(code: $0, label: format.label) }
        case .text, .focusInfo, .bytes: return nil
        }
    }

    /// Converts a value for a body; nil if the property cannot have it. A value from ``value(_:of:)`` converts back to the
    /// same content.
    package static func content(_ value: PropertyValue, of code: DevicePropCode) -> PropertyContent? {
        switch PropertyShape.of(code) {
        case .integer(let type):
            let number = number(value, of: code)
            return number.flatMap { IntegerValue($0, as: type) }.map { .integer($0) }
        case .imageFormat: return value.code.flatMap { ImageFormat(code: $0) }.map { .imageFormat($0) }
        case .text: return .text(value.text ?? value.label)
        case .focusInfo, .bytes: return nil
        }
    }

    private static func number(_ value: PropertyValue, of code: DevicePropCode) -> Int64? {
        if case .table(let table)? = table[code]?.coding { return table.number(for: value) }
        return value.integer.map { Int64($0) } ?? value.code
    }
}
