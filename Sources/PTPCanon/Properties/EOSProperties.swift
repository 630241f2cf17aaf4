package import CameraModel
package import PTP
package import PTPProperties

/// The properties of EOS bodies in the words of the camera model (observed behaviour).
package enum EOSProperties {
    /// Those that have a name here or a table; what is not listed is only its number.
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
        vendor(.eosEVFOutputDevice, .table(EOSTables.outputs)),
        vendor(.eosEVFRecordStatus, .table(EOSTables.recordTargets)),
        vendor(.eosEVFWBMode, .table(EOSTables.whiteBalances(.uint32))),
        vendor(.eosAEB, .table(EOSTables.brackets)),
        vendor(.eosAloMode, .table(EOSTables.lightingOptimizers)),
        vendor(.eosImageFormatCF, .code(.uint64)),
        vendor(.eosImageFormatSD, .code(.uint64)),
        vendor(.eosImageFormatExtHD, .code(.uint64)),
    ]

    private static func vendor(_ code: DevicePropCode, _ coding: ValueCoding) -> PropertyRow {
        PropertyRow(code, .vendor(code: UInt32(code.rawValue)), coding)
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: rows.map { ($0.code, $0) })
    private static let byIdentifier = Dictionary(uniqueKeysWithValues: rows.map { ($0.property, $0) })

    /// What is known of a code; nil for one that is only a number.
    package static subscript(code: DevicePropCode) -> PropertyRow? { byCode[code] }

    /// What is known of a property of the camera model; nil for one that EOS bodies are not known to have.
    package static subscript(property: PropertyIdentifier) -> PropertyRow? { byIdentifier[property] }

    /// The name of a code here.
    package static func identifier(_ code: DevicePropCode) -> PropertyIdentifier {
        byCode[code]?.property ?? .vendor(code: UInt32(code.rawValue))
    }
}

extension EOSProperties {
    /// What a body says of a property, as a value here. Numbers that no table explains are shown in hexadecimal; those of properties without
    /// a table are numbers. Nil for what is no number: text, points of focus, bytes.
    package static func value(_ content: PropertyContent, of code: DevicePropCode) -> PropertyValue? {
        switch content {
        case .integer(let value):
            guard let number: Int64 = value.integer() else { return nil }
            if case .table(let table)? = self[code]?.coding { return table.value(number) }
            return PropertyValue(.integer(Int(number)), code: number)
        case .imageFormat(let format): return format.code.map { PropertyValue(code: $0, label: format.label) }
        case .text, .focusInfo, .bytes: return nil
        }
    }

    /// A value as a body takes it; nil if the property cannot have it. A value that came from ``value(_:of:)`` goes back as what it was.
    package static func content(_ value: PropertyValue, of code: DevicePropCode) -> PropertyContent? {
        switch PropertyShape.of(code) {
        case .integer(let type):
            let number = number(value, of: code)
            return number.flatMap { IntegerValue($0, as: type) }.map { .integer($0) }
        case .imageFormat: return value.code.flatMap { ImageFormat(code: $0) }.map { .imageFormat($0) }
        case .text: return .text(value.label)
        case .focusInfo, .bytes: return nil
        }
    }

    private static func number(_ value: PropertyValue, of code: DevicePropCode) -> Int64? {
        if case .table(let table)? = self[code]?.coding { return table.number(for: value) }
        return value.integer.map { Int64($0) } ?? value.code
    }
}
