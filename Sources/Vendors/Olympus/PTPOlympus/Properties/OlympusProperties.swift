import CameraModel
import PTP
package import PTPProperties

/// Conversion of the properties of Olympus and OM System bodies to the camera model (observed behaviour).
package enum OlympusProperties {
    /// The properties. Of several rows for one property of the camera model, the first that a body has is used; the others keep the vendor's
    /// identifier.
    package static let rows: [PropertyRow] = [
        PropertyRow(.olympusAperture, .aperture, .formula(OlympusFormulas.aperture)),
        PropertyRow(.olympusShutterSpeed, .shutterSpeed, .formula(OlympusFormulas.shutterSpeed)),
        // Bodies have either; the OM-1 the second.
        PropertyRow(.olympusISO, .isoSpeed, .formula(OlympusFormulas.isoSpeed)),
        PropertyRow(.olympusWideISO, .isoSpeed, .formula(OlympusFormulas.wideISOSpeed)),
        PropertyRow(.olympusCompensation, .exposureCompensation, .formula(OlympusFormulas.compensation)),
        PropertyRow(.olympusMode, .exposureMode, .table(OlympusTables.modes)),
        // The standard's, which bodies describe without listing it.
        PropertyRow(.exposureProgramMode, .exposureMode, StandardProperties.exposureProgramMode.coding),
        PropertyRow(.olympusDriveMode, .driveMode, .table(OlympusTables.driveModes)),
        PropertyRow(.olympusFocusMode, .focusMode, .table(OlympusTables.focusModes)),
        PropertyRow(.olympusMeteringMode, .meteringMode, .table(OlympusTables.meteringModes)),
        PropertyRow(.olympusFlashMode, .flashMode, .table(OlympusTables.flashModes)),
        PropertyRow(.olympusFlashCompensation, .flashExposureCompensation, .formula(OlympusFormulas.compensation)),
        PropertyRow(.olympusWhiteBalance, .whiteBalance, .table(OlympusTables.whiteBalances)),
        PropertyRow(.olympusColorTemperature, .whiteBalanceTemperature, .integer(.uint16)),
        PropertyRow(.olympusQuality, .imageQuality, .table(OlympusTables.qualities)),
        PropertyRow(.olympusDestination, .imageDestination, .table(OlympusTables.destinations)),
        vendor(.olympusCaptureFamily, OlympusTables.captureFamilies), vendor(.olympusAspectRatio, OlympusTables.aspectRatios),
        vendor(.olympusControlMode, OlympusTables.controlModes).untilDisconnected,
        vendor(.olympusLiveViewMode, OlympusTables.liveViewModes).untilDisconnected,
        vendor(.olympusShiftA, OlympusTables.shifts), vendor(.olympusShiftB, OlympusTables.shifts),
    ]

    private static func vendor(_ code: DevicePropCode, _ table: ValueTable) -> PropertyRow {
        PropertyRow(code, .vendor(code: code.rawValue), .table(table))
    }

    /// The properties, and those of the standard. The mode dial decides which exposure settings can be set.
    package static let table = StandardProperties.table.adding(
        rows,
        dependents: [
            .olympusMode: [.olympusAperture, .olympusShutterSpeed, .olympusISO, .olympusWideISO, .olympusCompensation],
            .olympusWhiteBalance: [.olympusColorTemperature],
        ],
        name: { $0.name(by: .olympus) }
    )
}
