import CameraModel
package import PTP
package import PTPProperties

/// Conversion of the properties of Panasonic's bodies to the camera model.
package enum PanasonicProperties {
    /// The properties, by the numbers of the members of groups.
    package static let rows: [PropertyRow] =
        [
            PropertyRow(.panasonicISO, .isoSpeed, .formula(PanasonicFormulas.isoSpeed)),
            PropertyRow(.panasonicShutterSpeed, .shutterSpeed, .formula(PanasonicFormulas.shutterSpeed)),
            PropertyRow(.panasonicAperture, .aperture, .formula(PanasonicFormulas.aperture)),
            PropertyRow(.panasonicCompensation, .exposureCompensation, .formula(PanasonicFormulas.compensation)),
            PropertyRow(.panasonicMode, .exposureMode, .table(PanasonicTables.modes)),
            PropertyRow(.panasonicDriveMode, .driveMode, .table(PanasonicTables.driveModes)),
            PropertyRow(.panasonicFocusMode, .focusMode, .table(PanasonicTables.focusModes)),
            PropertyRow(.panasonicFocusArea, .autoFocusSystem, .table(PanasonicTables.focusAreas)),
            PropertyRow(.panasonicWhiteBalance, .whiteBalance, .table(PanasonicTables.whiteBalances)),
            PropertyRow(.panasonicColorTemperature, .whiteBalanceTemperature, .integer(.uint16)),
            PropertyRow(.panasonicQuality, .imageQuality, .table(PanasonicTables.qualities)),
            PropertyRow(.panasonicPhotoStyle, .colorTone, .table(PanasonicTables.photoStyles)),
            PropertyRow(.panasonicFilter, .artFilter, .table(PanasonicTables.filters)),
            PropertyRow(.panasonicDestination, .imageDestination, .table(PanasonicTables.destinations)),
            vendor(.panasonicISOLimit, .formula(PanasonicFormulas.isoSpeed)),
            vendor(.panasonicShiftAB, .table(PanasonicTables.shifts)), vendor(.panasonicShiftGM, .table(PanasonicTables.shifts)),
            vendor(.panasonicQuickFocus, .table(PanasonicTables.quickFocus)),
            vendor(.panasonicIntelligentAuto, .table(PanasonicTables.intelligentAuto)),
            vendor(.panasonicAspectRatio, .table(PanasonicTables.aspectRatios)),
            vendor(.panasonicMovieMode, .table(PanasonicTables.movieModes)),
            vendor(.panasonicMovieHDMI, .table(PanasonicTables.movieHDMI)),
            vendor(.panasonicMovieFormat, .table(PanasonicTables.movieFormats)),
            vendor(.panasonicRecordingStatus, .table(PanasonicTables.statuses)),
            vendor(.panasonicApertureInUse, .formula(PanasonicFormulas.aperture)),
            vendor(.panasonicShutterSpeedInUse, .formula(PanasonicFormulas.shutterSpeed)),
            vendor(.panasonicISOInUse, .formula(PanasonicFormulas.isoSpeed)),
        ] + adjustments

    /// Adjustments of the photo style, five steps in each direction.
    private static let adjustments: [PropertyRow] = [2, 3, 4, 5, 7].map { place in
        vendor(DevicePropCode(rawValue: 0x0200_0010 | place), .table(PanasonicTables.steps(-5...5)))
    }

    private static func vendor(_ code: DevicePropCode, _ coding: ValueCoding) -> PropertyRow {
        PropertyRow(code, .vendor(code: code.rawValue), coding)
    }

    /// The properties, and those of the standard.
    package static let table = StandardProperties.table.adding(rows, name: { $0.name(by: .panasonic) })

    /// Properties that can be set although bodies list no values (observed by others with libgphoto2, which sets them).
    private static let unlisted: [DevicePropCode: ValueTable] = [
        .panasonicShiftAB: PanasonicTables.shifts, .panasonicShiftGM: PanasonicTables.shifts,
    ]

    // MARK: Descriptions

    /// Returns a property of a group in the standard's form, with the value that GetProperty has returned, if it has; nil if an element has content
    /// that is not known. A property of several numbers can be read only.
    package static func description(
        _ member: PanasonicPropertyList.Member,
        _ value: PanasonicValue?
    ) -> DevicePropDesc? {
        guard let first = member.elements.first, case .number(let described, let form) = first.content,
            let type = described.type.integerType
        else { return nil }
        let reported = value?.numbers(type) ?? []
        guard member.elements.count == 1 else {
            let numbers = reported.isEmpty ? member.elements.compactMap(\.current) : reported
            return description(of: numbers.compactMap { $0.integer() }, type, member.code)
        }
        return description(member.code, reported.count == 1 ? reported[0] : described, form, type)
    }

    /// Returns a reading in the standard's form; nil for one that is not a number of 8, 16 or 32 bits.
    package static func reading(_ value: PanasonicValue) -> DevicePropDesc? {
        let types: [Int: IntegerDataType] = [1: .uint8, 2: .uint16, 4: .uint32]
        guard let type = types[value.bytes.count], let number = value.numbers(type).first else { return nil }
        return DevicePropDesc(value.code, isSettable: false, current: number, form: .none)
    }

    private static func description(of numbers: [Int64], _ type: IntegerDataType, _ code: DevicePropCode) -> DevicePropDesc? {
        IntegerArray(numbers, of: type).map { DevicePropDesc(code, isSettable: false, current: .array($0), form: .none) }
    }

    /// An enumeration without values cannot be set now. A value that is not listed is added to the list, unless it means "none".
    private static func description(
        _ code: DevicePropCode,
        _ current: DataValue,
        _ form: PropForm,
        _ type: IntegerDataType
    ) -> DevicePropDesc {
        switch form {
        case .range: return DevicePropDesc(code, isSettable: true, current: current, form: form)
        case .enumeration(let values) where !values.isEmpty:
            let isListed = values.contains(current) || table[code]?.coding.isUnknown(current) == true
            return DevicePropDesc(
                code,
                isSettable: true,
                current: current,
                form: .enumeration(isListed ? values : values + [current])
            )
        default:
            let values = unlisted[code]?.values.compactMap { value in value.code.flatMap { .integer($0, as: type) } as DataValue?
            }
            return DevicePropDesc(
                code,
                isSettable: values != nil,
                current: current,
                form: values.map { .enumeration($0) } ?? .none
            )
        }
    }
}
