import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties

// Properties that are not simply the camera's, or have conditions.

extension FujifilmBody {
    private static let bulb: UInt32 = 0xFFFF_FFFF
    /// Number of the drive mode for movies.
    static let movieMode: Int64 = 8

    /// The number of data with a size; nil for data of another size.
    private static func number(_ data: [UInt8], _ type: IntegerDataType) -> Int64? {
        PTPDevice.value(in: data, DataType(rawValue: type.rawValue))?.integer()
    }

    // MARK: Setting

    func sets(_ code: DevicePropCode, to data: [UInt8]) async throws(Refusal) -> Bool {
        if model.isOnNetwork, try await setsOnNetwork(code, to: data) { return true }
        switch code {
        case .fujifilmPriorityMode:
            try await setPriority(data)
            return true
        case .fujifilmPCMode: return false
        default: try checkControlled()
        }
        switch code {
        case .fujifilmMediaRecord:
            guard let number = Self.number(data, .uint16), (1...4).contains(number) else {
                throw Refusal(.invalidDevicePropValue)
            }
            memory[code.rawValue] = data
            await useDestination()
            changed(code)
            return true
        case .exposureTime: return try await setBulb(data == [0xFF, 0xFF, 0xFF, 0xFF])
        case .exposureIndex: return try await setAutomaticISO(data)
        case .fujifilmReleaseMode: return setMovies(data)
        case .fujifilmFocusPosition:
            try await driveFocus(data)
            return true
        default: return false
        }
    }

    func changed(_ code: DevicePropCode) { state.withLock { $0.session.propertyChanged(code) } }

    /// PriorityMode (0xD207): not while pictures are in the buffer, in either direction.
    private func setPriority(_ data: [UInt8]) async throws(Refusal) {
        guard let number = Self.number(data, .uint16), number == 1 || number == 2 else { throw Refusal(.invalidDevicePropValue) }
        if model.refusesSameValues, isControlled == (number == 2) { throw Refusal(.fujifilmNotNow) }
        if !state.withLock({ $0.pictures.isEmpty }) || hasLeftPictures { throw Refusal(.fujifilmNotNow) }
        memory[DevicePropCode.fujifilmPriorityMode.rawValue] = data
        if number == 2 { await useDestination() }
    }

    /// Bulb is a shutter speed of the manual mode, for the camera a mode. Returns whether that was all.
    private func setBulb(_ isBulb: Bool) async throws(Refusal) -> Bool {
        let mode = camera.property(.exposureMode)
        guard isBulb || mode.value?.common == .exposureMode(.bulb) else { return false }
        guard isBulb == (mode.value?.common == .exposureMode(.manual)) else { throw Refusal(.fujifilmWrongState) }
        do throws(CameraError) {
            try await mode.set(.exposureMode(isBulb ? .bulb : .manual), until: .reflected(timeout: .seconds(1)))
        } catch { throw Refusal(error) }
        return isBulb
    }

    /// The automatic settings −1 to −3 are one for the camera. Returns whether it was one of them.
    private func setAutomaticISO(_ data: [UInt8]) async throws(Refusal) -> Bool {
        guard let number = Self.number(data, .int32), (-3 ... -1).contains(number),
            let automatic = FujifilmTables.isoSpeeds[number]?.common
        else { return false }
        do throws(CameraError) {
            try await camera.property(.isoSpeed).set(automatic, until: .reflected(timeout: .seconds(1)))
        } catch { throw Refusal(error) }
        memory[DevicePropCode.exposureIndex.rawValue] = data
        changed(.exposureIndex)
        return true
    }

    /// The drive mode for movies is none of the camera's. Returns whether it was selected.
    private func setMovies(_ data: [UInt8]) -> Bool {
        let isMovie = model.hasMovies && Self.number(data, .uint16) == Self.movieMode
        let isChanged = isMovie != isInMovieMode
        memory[DevicePropCode.fujifilmReleaseMode.rawValue] = isMovie ? data : nil
        if isChanged { changed(.fujifilmReleaseMode) }
        return isMovie
    }

    var isInMovieMode: Bool { memory[DevicePropCode.fujifilmReleaseMode.rawValue] != nil }

    /// A position of the focus, which is kept; the lens of the camera behind the body moves by steps, and in live view only.
    private func driveFocus(_ data: [UInt8]) async throws(Refusal) {
        guard let range = model.focusRange, let target = Self.number(data, .int16).map({ Int($0) }) else {
            throw Refusal(.fujifilmWrongState)
        }
        guard range.positions.contains(target) else { throw Refusal(.invalidDevicePropValue) }
        let code = DevicePropCode.fujifilmFocusPosition
        let present = memory[code.rawValue].flatMap { Self.number($0, .int16) }.map { Int($0) } ?? range.nearest / 2
        memory[code.rawValue] = data
        changed(code)
        let depths = abs(target - present) / range.depth
        guard depths > 0, let viewfinder = state.withLock({ $0.viewfinder }) else { return }
        await viewfinder.started()
        let amount: FocusStep.Amount = depths < 3 ? .small : depths < 15 ? .medium : .large
        do throws(CameraError) {
            try await camera.driveFocus(FocusStep(target > present ? .towardsCamera : .towardsInfinity, amount))
        } catch {
            guard error.code == .focusDidNotMove else { throw Refusal(error) }
        }
    }

    // MARK: Describing

    func described(_ desc: DevicePropDesc) -> DevicePropDesc {
        switch desc.code {
        case .fNumber: return described(fNumber: desc)
        case .exposureTime: return described(exposureTime: desc)
        case .exposureIndex: return described(exposureIndex: desc)
        case .fujifilmReleaseMode: return described(releaseMode: desc)
        case .fujifilmColorTemperature: return Self.listed(desc)
        case .fujifilmAFStatus: return with(desc, form: .enumeration((1...4).compactMap { .integer($0, as: .uint16) }))
        case .fujifilmFreeImages:
            let ends = [0, 1].compactMap { DataValue.integer($0, as: .uint16) }
            return with(desc, form: .range(minimum: ends[0], maximum: ends[1], step: ends[1]))
        case .fujifilmBatteryInfo1: return with(desc, .integer([0, 8, 10, 11, 12][battery], as: .uint32))
        case .fujifilmBatteryInfo2: return with(desc, .string("\([3, 25, 50, 75, 100][battery]),0,0"))
        case .fujifilmLensName, .fujifilmLensFNumbers: return hasLens ? desc : with(desc, .string(""))
        default: return desc
        }
    }

    private func with(_ desc: DevicePropDesc, _ value: DataValue? = nil, form: PropForm? = nil) -> DevicePropDesc {
        DevicePropDesc(
            desc.code,
            isSettable: desc.isSettable,
            factoryDefault: desc.factoryDefault,
            current: value ?? desc.current,
            form: form ?? desc.form
        )
    }

    private var hasLens: Bool { camera.property(.lensStatus).value?.boolean != false }

    /// Level of the battery, 0 to 4.
    var battery: Int {
        guard case .batteryLevel(let level)? = camera.property(.batteryLevel).value?.common else { return 4 }
        return [BatteryLevel.empty, .quarter, .half, .threeQuarters, .full].firstIndex(of: level) ?? 4
    }

    /// Where the camera or a dial chooses the value, the list is empty, as in the dump of an X-T4; without a lens the f-number is 0.
    private func described(fNumber desc: DevicePropDesc) -> DevicePropDesc {
        guard camera.property(.aperture).value != nil, desc.isSettable else {
            let value = camera.property(.aperture).value == nil ? DataValue.integer(0, as: .uint16) : nil
            return DevicePropDesc(desc.code, isSettable: true, current: value ?? desc.current, form: .enumeration([]))
        }
        return desc
    }

    /// In manual mode the shutter speeds include bulb, after the others. In bulb, for the camera a mode of its own, they are the same.
    private func described(exposureTime desc: DevicePropDesc) -> DevicePropDesc {
        let mode = camera.property(.exposureMode).value?.common
        guard mode == .exposureMode(.manual) || mode == .exposureMode(.bulb), let bulb = DataValue.integer(Self.bulb, as: .uint32)
        else {
            if desc.isSettable { return desc }
            return DevicePropDesc(desc.code, isSettable: true, current: desc.current, form: .enumeration([]))
        }
        var speeds: [DataValue] = []
        if case .enumeration(let listed) = desc.form { speeds = listed }
        // The camera lists no speeds in bulb.
        if speeds.isEmpty { speeds = memory.numbers(listedFor: desc.code) } else { memory.store(speeds, listedFor: desc.code) }
        return DevicePropDesc(
            desc.code,
            isSettable: true,
            factoryDefault: desc.factoryDefault,
            current: desc.current,
            form: .enumeration(speeds.filter { $0 != bulb } + [bulb])
        )
    }

    /// With the automatic settings at the end, of which the camera has one.
    private func described(exposureIndex desc: DevicePropDesc) -> DevicePropDesc {
        let automatic = [-1, -2, -3].compactMap { DataValue.integer($0, as: .int32) }
        var form = desc.form
        if case .enumeration(let listed) = form, listed.contains(automatic[0]) {
            form = .enumeration(listed.filter { $0 != automatic[0] } + automatic)
        }
        let stored = memory[desc.code.rawValue].flatMap { PTPDevice.value(in: $0, .int32) }
        return with(desc, desc.current == automatic[0] ? stored : nil, form: form)
    }

    /// With the drive mode for movies at the end. While it records, the camera lists none.
    private func described(releaseMode desc: DevicePropDesc) -> DevicePropDesc {
        guard model.hasMovies, let movie = DataValue.integer(Self.movieMode, as: .uint16) else { return desc }
        var modes: [DataValue] = []
        if case .enumeration(let listed) = desc.form { modes = listed }
        if modes.isEmpty {
            modes = memory.numbers(listedFor: desc.code).compactMap { mode in
                mode.integer().flatMap { (number: Int64) in .integer(number, as: .uint16) }
            }
        } else {
            memory.store(modes, listedFor: desc.code)
        }
        return with(desc, isInMovieMode ? movie : nil, form: .enumeration(modes + [movie]))
    }

    /// A range as a list, as bodies describe the colour temperature.
    private static func listed(_ desc: DevicePropDesc) -> DevicePropDesc {
        guard case .range(let minimum, let maximum, let step) = desc.form, let low: Int = minimum.integer(),
            let high: Int = maximum.integer(), let step: Int = step.integer(), step > 0, low <= high
        else { return desc }
        let values = stride(from: low, through: high, by: step).compactMap { DataValue.integer($0, as: .uint16) }
        return DevicePropDesc(
            desc.code,
            isSettable: desc.isSettable,
            factoryDefault: desc.factoryDefault,
            current: desc.current,
            form: .enumeration(values)
        )
    }
}
