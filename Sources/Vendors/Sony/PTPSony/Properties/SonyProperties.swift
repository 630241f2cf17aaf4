import CameraModel
package import PTP
package import PTPProperties

/// Conversion of the properties of Sony's bodies to the camera model (observed behaviour).
package enum SonyProperties {
    /// The properties. Of several rows for one property of the camera model, the first that a body has is used; the others keep the
    /// vendor's identifier.
    package static let rows: [PropertyRow] = [
        PropertyRow(.exposureProgramMode, .exposureMode, .table(SonyTables.earlierPrograms)) { desc in
            desc.type == .uint32 ? .table(SonyTables.programs) : nil
        },
        PropertyRow(.stillCaptureMode, .driveMode, .table(SonyTables.earlierDriveModes)) { desc in
            desc.type == .uint32 ? .table(SonyTables.driveModes) : nil
        },
        // Settable by number; the properties below them are moved by notches.
        PropertyRow(.sonyISO2, .isoSpeed, .table(SonyTables.isoSpeeds)),
        PropertyRow(.sonyISO, .isoSpeed, .table(SonyTables.isoSpeeds)),
        PropertyRow(.sonyShutterSpeed2, .shutterSpeed, .tenthsFraction),
        PropertyRow(.sonyShutterSpeed, .shutterSpeed, .tenthsFraction),
        PropertyRow(.sonyCompensation, .exposureCompensation, .compensation),
        PropertyRow(.exposureBiasCompensation, .exposureCompensation, .compensation),
        PropertyRow(.compressionSetting, .imageQuality, .table(SonyTables.qualities)),
        PropertyRow(.sonyFileFormat, .imageQuality, .table(SonyTables.fileFormats)),
        PropertyRow(.whiteBalance, .whiteBalance, .table(SonyTables.whiteBalances)),
        PropertyRow(.sonyColorTemperature, .whiteBalanceTemperature, .integer(.uint16)),
        PropertyRow(.focusMode, .focusMode, .table(SonyTables.focusModes)),
        PropertyRow(.sonyFocusArea, .autoFocusSystem, .table(SonyTables.focusAreas)),
        PropertyRow(.exposureMeteringMode, .meteringMode, .table(SonyTables.meteringModes)),
        PropertyRow(.flashMode, .flashMode, .table(SonyTables.flashModes)),
        PropertyRow(.sonyFlashCompensation, .flashExposureCompensation, .compensation),
        PropertyRow(.sonyBatteryLevel, .batteryLevel, .batteryPercent),
        PropertyRow(.sonyStoreDestination, .imageDestination, .table(SonyTables.destinations)),
        PropertyRow(.sonySlot1Shots, .shotsAvailable, .integer(.uint32)),
        PropertyRow(.sonyFocusMagnifier, .liveViewZoom, .table(SonyTables.magnifiers)).untilDisconnected,
        vendor(.sonyJPEGQuality, SonyTables.jpegQualities), vendor(.sonyImageSize, SonyTables.imageSizes),
        vendor(.sonyAspectRatio, SonyTables.aspectRatios), vendor(.sonyFocusFound, SonyTables.focusResults),
        vendor(.sonySlot1Status, SonyTables.slotStatuses), vendor(.sonySlot2Status, SonyTables.slotStatuses),
        vendor(.sonySavedImageSize, SonyTables.savedSizes), vendor(.sonySavedImageFormat, SonyTables.savedFormats),
        vendor(.sonyPriorityMode, SonyTables.priorities).untilDisconnected,
        vendor(DevicePropCode(rawValue: 0xD0DF), SonyTables.shutterTypes),
    ]

    private static func vendor(_ code: DevicePropCode, _ table: ValueTable) -> PropertyRow {
        PropertyRow(code, .vendor(code: code.rawValue), .table(table))
    }

    /// The properties, and those of the standard.
    package static let table = StandardProperties.table.adding(rows, name: { $0.name(by: .sony) })

    /// Numbers of a property that mean "no value".
    package static func meansNothing(_ number: Int64, _ code: DevicePropCode) -> Bool {
        switch code {
        // The iris is closed, there is no lens, there is nothing to show.
        case .fNumber: (0xFFFD...0xFFFF).contains(number)
        case .sonyShutterSpeed, .sonyShutterSpeed2: number == 0xFFFF_FFFF
        case .sonyBatteryLevel: number < 0 || number == 0xFF
        case .sonyColorTemperature: number == 0
        default: false
        }
    }
}
