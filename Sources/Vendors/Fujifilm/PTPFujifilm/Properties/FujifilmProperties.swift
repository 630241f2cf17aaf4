import CameraModel
import PTP
package import PTPProperties

/// Conversion of the properties of Fujifilm's bodies to the camera model (observed behaviour).
package enum FujifilmProperties {
    /// The properties. Of several rows for one property of the camera model, the first that a body has is used; the others keep the
    /// vendor's identifier.
    package static let rows: [PropertyRow] = [
        PropertyRow(.exposureProgramMode, .exposureMode, .table(FujifilmTables.exposureModes)),
        PropertyRow(.exposureTime, .shutterSpeed, .table(FujifilmShutterSpeeds.table)) { desc in
            desc.type == .int16 ? .table(FujifilmTables.sixths) : .table(FujifilmShutterSpeeds.table(for: desc))
        },
        PropertyRow(.fujifilmNetworkShutterSpeed, .shutterSpeed, .table(FujifilmShutterSpeeds.table)) { desc in
            .table(FujifilmShutterSpeeds.table(for: desc))
        },
        PropertyRow(.fujifilmShutterSpeed, .shutterSpeed, .table(FujifilmTables.sixths)),
        PropertyRow(.fNumber, .aperture, .fNumber).correcting(fNumber),
        PropertyRow(.fujifilmAperture, .aperture, .table(FujifilmTables.apertures)),
        PropertyRow(.exposureIndex, .isoSpeed, .table(FujifilmTables.isoSpeeds)) { desc in
            desc.type == .int32 ? .table(FujifilmTables.isoSpeeds(for: desc)) : desc.type == .uint16 ? .isoSpeed(.uint16) : nil
        },
        PropertyRow(.fujifilmISO, .isoSpeed, .table(FujifilmTables.networkISOSpeeds)) { desc in
            // On USB it is the automatic setting that the menu shows.
            desc.type == .uint16 ? .code(.uint16) : nil
        },
        PropertyRow(.whiteBalance, .whiteBalance, .table(FujifilmTables.whiteBalances)),
        PropertyRow(.fujifilmColorTemperature, .whiteBalanceTemperature, .integer(.uint16)),
        PropertyRow(.focusMode, .focusMode, .table(FujifilmTables.focusModes)),
        PropertyRow(.focusMeteringMode, .autoFocusSystem, .table(FujifilmTables.focusAreas)),
        PropertyRow(.exposureMeteringMode, .meteringMode, .table(FujifilmTables.meteringModes)),
        PropertyRow(.flashMode, .flashMode, .table(FujifilmTables.flashModes)),
        PropertyRow(.fujifilmReleaseMode, .driveMode, .table(FujifilmTables.driveModes)) { desc in
            desc.listed.contains(1) ? .table(FujifilmTables.earlierDriveModes) : nil
        },
        PropertyRow(.fujifilmQuality, .imageQuality, .table(FujifilmTables.qualities)),
        PropertyRow(.fujifilmMediaRecord, .imageDestination, .table(FujifilmTables.destinations)),
        PropertyRow(.fujifilmFilmSimulation, .colorTone, .table(FujifilmTables.filmSimulations)),
        PropertyRow(.fujifilmNoiseReduction, .noiseReduction, .table(FujifilmTables.noiseReductions)),
        PropertyRow(.fujifilmBatteryInfo2, .batteryLevel, .batteryPercent).correcting(batteryLevel),
        PropertyRow(.fujifilmBatteryBars, .batteryLevel, .table(FujifilmTables.batteryBars)) { desc in
            // On USB it is something else.
            if desc.type == .uint16, let bars: Int64 = desc.current.integer(), FujifilmTables.batteryBars[bars] != nil {
                return nil
            }
            return desc.type.integerType.map { .code($0) }
        },
        PropertyRow(.fujifilmFreeImages, .shotsAvailable, .integer(.uint16)).correcting(withoutForm),
        PropertyRow(.fujifilmFocusPosition, .vendor(code: 0xD171), .integer(.int16)).correcting(focusPosition),
        vendor(.captureDelay, FujifilmTables.captureDelays), vendor(.fujifilmDynamicRange, FujifilmTables.dynamicRanges),
        vendor(.fujifilmColorSpace, FujifilmTables.colorSpaces),
        vendor(.fujifilmThroughImageZoom, FujifilmTables.throughImageZooms),
        vendor(.fujifilmFaceDetection, FujifilmTables.switches), vendor(.fujifilmRAWCompression, FujifilmTables.rawCompressions),
        PropertyRow(.fujifilmGrainEffect, .vendor(code: 0xD023), .table(FujifilmTables.earlierGrainEffects)) { desc in
            desc.listed.contains { $0 > 3 } ? .table(FujifilmTables.grainEffects) : nil
        },
        vendor(.fujifilmFocusPoints, FujifilmTables.focusPoints), vendor(.fujifilmInterlockedAreas, FujifilmTables.switches),
        vendor(.fujifilmColorChrome, FujifilmTables.colorChromes),
        vendor(.fujifilmWideDynamicRange, FujifilmTables.wideDynamicRanges),
        vendor(.fujifilmAFIlluminator, FujifilmTables.switches), vendor(.fujifilmFunctionLock, FujifilmTables.functionLocks),
        vendor(.fujifilmUSBMode, FujifilmTables.usbModes), vendor(.fujifilmCropMode, FujifilmTables.cropModes),
        vendor(.fujifilmLiveViewQuality, FujifilmTables.liveViewQualities),
        vendor(.fujifilmLiveViewSize, FujifilmTables.liveViewSizes),
        vendor(.fujifilmPriorityMode, FujifilmTables.priorities).untilDisconnected,
        vendor(.fujifilmRelease, FujifilmTables.releases).untilDisconnected,
        vendor(.fujifilmAFStatus, FujifilmTables.focusStatuses), vendor(.fujifilmLongExposureNR, FujifilmTables.switches),
        vendor(.fujifilmFullTimeManualFocus, FujifilmTables.switches), vendor(.fujifilmLensISSwitch, FujifilmTables.switches),
        vendor(.fujifilmExposurePreview, FujifilmTables.exposurePreviews),
    ]

    private static func vendor(_ code: DevicePropCode, _ table: ValueTable) -> PropertyRow {
        PropertyRow(code, .vendor(code: code.rawValue), .table(table))
    }

    /// The properties, and those of the standard.
    package static let table = StandardProperties.table.adding(
        rows,
        dependents: [
            .exposureProgramMode: [.fujifilmNetworkShutterSpeed, .fujifilmISO],
            .whiteBalance: [.fujifilmColorTemperature],
        ],
        name: { $0.name(by: .fujifilm) }
    )

    // MARK: Corrections

    /// 0 is a lens without an aperture that the body knows, or no lens.
    private static func fNumber(_ desc: DevicePropDesc) -> DevicePropDesc {
        guard desc.current.integer() == 0, let least = DataValue.integer(1, as: .uint16),
            let most = DataValue.integer(0xFFFE, as: .uint16), desc.type == .uint16
        else { return desc }
        let form = PropForm.range(minimum: least, maximum: most, step: least)
        return DevicePropDesc(desc.code, isSettable: false, current: desc.current, form: form)
    }

    /// The charge of the body's battery as a number.
    private static func batteryLevel(_ desc: DevicePropDesc) -> DevicePropDesc {
        guard let percent = desc.current.string.flatMap({ batteryPercent($0) }),
            let value = DataValue.integer(percent, as: .uint8)
        else { return desc }
        return DevicePropDesc(desc.code, isSettable: false, current: value, form: .none)
    }

    /// The first number of a list of percents, of the body's battery; nil for another text.
    package static func batteryPercent(_ text: String) -> Int? {
        text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).first
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
            .flatMap { (0...100).contains($0) ? $0 : nil }
    }

    /// Without the range, which is 0 to 1 although the number is larger.
    private static func withoutForm(_ desc: DevicePropDesc) -> DevicePropDesc {
        DevicePropDesc(desc.code, isSettable: desc.isSettable, current: desc.current, form: .none)
    }

    /// The list is not one of positions, but the range of them; a lens without positions cannot be set.
    private static func focusPosition(_ desc: DevicePropDesc) -> DevicePropDesc {
        guard let range = FujifilmFocusRange(desc.form), desc.type == .int16,
            let first = DataValue.integer(range.positions.lowerBound, as: .int16),
            let last = DataValue.integer(range.positions.upperBound, as: .int16), let step = DataValue.integer(1, as: .int16)
        else { return DevicePropDesc(desc.code, isSettable: false, current: desc.current, form: .none) }
        let form = PropForm.range(minimum: first, maximum: last, step: step)
        return DevicePropDesc(desc.code, isSettable: desc.isSettable, current: desc.current, form: form)
    }
}

extension DevicePropDesc {
    /// The numbers that the description lists.
    fileprivate var listed: [Int64] {
        if case .enumeration(let values) = form { values.compactMap { $0.integer() } } else { [] }
    }
}
