import CameraModel
import HotShoeSupport
import PTP
import PTPProperties
import PTPSony

// Properties: described by GetAllExtDevicePropInfo, set by SetExtDevicePropValue, moved by ControlDevice.

extension SonyBody {
    static let tables: [SonyVersion: VendorPropertyTable<SonyBody>] = [.v2: .sony(.v2), .v3: .sony(.v3)]

    private static func table(_ version: SonyVersion) -> VendorPropertyTable<SonyBody> { tables[version] ?? .sony(version) }

    // MARK: Describing

    /// SDIOGetAllExtDevicePropInfo (0x9209): with 1, what has changed since the last call.
    func properties(_ request: OperationRequest) throws(Refusal) -> Answer {
        let version = try read { session throws(Refusal) in try session.version() }
        let records = state.withLock { shared in
            let records = model.properties(version).map { record($0, version, shared.session) }
            return shared.session.propertiesRequested(records, onlyChanges: version == .v3 && request.parameters[0] == 1)
        }
        return .data(SonyPropertyList.encoded(records))
    }

    /// A property with its present value.
    private func record(
        _ original: SonyPropertyRecord,
        _ version: SonyVersion,
        _ session: borrowing SonyBodyState
    ) -> SonyPropertyRecord {
        guard let type = original.type.integerType else { return original }
        var record = original
        func value(_ number: SonyNumber?) -> DataValue? { number.flatMap { .integer($0.value, as: type) } }
        guard let row = Self.table(version)[original.code] else {
            record.current = value(settings.content(of: original.code)) ?? original.current
            return record
        }
        record.current = value(row.content(self, session)) ?? Self.nothing(original.code, type)
        if case .camera(let identifier, _) = row.source {
            let settable = camera.property(identifier).settable
            // In bulb, for the camera a mode of its own, another shutter speed can be set.
            let isBulb =
                original.code == .sonyShutterSpeed && camera.property(.exposureMode).value?.common == .exposureMode(.bulb)
            (record.access, record.availability) = settable.isSettable || isBulb ? (1, .enabled) : (0, .displayOnly)
            record.form = form(original.form, settable, row.offered(camera).compactMap { value($0) }, type)
            if original.code == .sonyShutterSpeed { record.form = shutterSpeeds(record.form, type, version) }
        } else {
            let offered = row.offered(camera).compactMap { value($0) }
            if !offered.isEmpty { record.form = .enumeration(offered) }
        }
        if model.hasSecondLists, case .enumeration(let values) = record.form, version == .v3 { record.settable = values }
        record.factoryDefault = record.current
        return record
    }

    /// The form of a property of the camera: its list, or its range. The body's own if it cannot be set, and where the body describes the
    /// range of all numbers.
    private func form(_ own: PropForm, _ settable: SettableValues, _ offered: [DataValue], _ type: IntegerDataType) -> PropForm {
        if case .range(let minimum, let maximum, _) = own, minimum.integer() == 0, maximum.integer(UInt64.self) == type.allOnes {
            return own
        }
        if let range = settable.range, let minimum = DataValue.integer(range.minimum, as: type),
            let maximum = DataValue.integer(range.maximum, as: type), let step = DataValue.integer(range.step, as: type)
        {
            return .range(minimum: minimum, maximum: maximum, step: step)
        }
        return offered.isEmpty ? own : .enumeration(offered)
    }

    /// Number under which the list of shutter speeds is stored that the camera has in its manual mode, for bulb, where it has none.
    private func shutterSpeeds(_ form: PropForm, _ type: IntegerDataType, _ version: SonyVersion) -> PropForm {
        let mode = camera.property(.exposureMode).value?.common
        guard mode == .exposureMode(.manual) || mode == .exposureMode(.bulb), case .enumeration(let speeds) = form,
            let bulb = DataValue.integer(0, as: type)
        else { return form }
        if mode == .exposureMode(.manual) { settings.store(speeds, listedFor: .sonyShutterSpeed) }
        let listed = mode == .exposureMode(.bulb) ? settings.numbers(listedFor: .sonyShutterSpeed) : speeds
        return .enumeration([bulb] + listed.filter { $0 != bulb })
    }

    /// The number for "no value".
    private static func nothing(_ code: DevicePropCode, _ type: IntegerDataType) -> DataValue {
        let number: UInt64 =
            switch code {
            case .fNumber: 0xFFFE
            case .sonyShutterSpeed: 0xFFFF_FFFF
            default: 0
            }
        return .integer(number, as: type) ?? .integer(0, as: type)!
    }

    // MARK: Setting

    /// SDIOSetExtDevicePropValue (0x9205).
    func set(_ request: OperationRequest, _ data: [UInt8]) async throws(Refusal) -> Answer {
        try checkReady()
        let version = try read { session throws(Refusal) in try session.version() }
        let code = DevicePropCode(rawValue: request.parameters[0])
        guard let record = model.properties(version).first(where: { $0.code == code }), let type = record.type.integerType else {
            throw Refusal(.devicePropNotSupported)
        }
        guard let bits = SonyControl.number(data) else { throw Refusal(.invalidDevicePropFormat) }
        // Initiators send the f-number in four bytes.
        let number = SonyNumber(type.signExtended(bits))
        switch Self.table(version)[code]?.source {
        case .camera(let property, let map):
            // Bodies of version 2 accept the value and ignore it; their shutter speed is moved by notches.
            if version == .v2, code == .sonyShutterSpeed { return .ok }
            if code == .sonyShutterSpeed, try await setBulb(number.value == 0) { return .ok }
            guard camera.property(property).settable.isSettable else { throw Refusal(.accessDenied) }
            try await set(property, map, code, number)
            if code == .sonyStoreDestination { settings.store(number, of: code) }
        case .reading:
            guard code == .sonyFocusMagnifier else { throw Refusal(.accessDenied) }
            try await magnify(SonyMagnifier(bits))
        case .own, nil:
            guard record.access == 1, Self.allows(record.form, number, type) else { throw Refusal(.invalidDevicePropValue) }
            settings.store(number, of: code)
        }
        announce(code)
        return .ok
    }

    private static func allows(_ form: PropForm, _ number: SonyNumber, _ type: IntegerDataType) -> Bool {
        switch form {
        case .enumeration(let values): values.contains { $0.integer() == number.value }
        case .range(let minimum, let maximum, _):
            (minimum.integer() ?? Int64.min) <= number.value && number.value <= (maximum.integer() ?? Int64.max)
        default: IntegerValue(number.value, as: type) != nil
        }
    }

    /// Bulb is a shutter speed of the manual mode, for the camera a mode. Returns whether that was all.
    private func setBulb(_ isBulb: Bool) async throws(Refusal) -> Bool {
        let mode = camera.property(.exposureMode)
        guard isBulb || mode.value?.common == .exposureMode(.bulb) else { return false }
        guard isBulb == (mode.value?.common == .exposureMode(.manual)) else { throw Refusal(.accessDenied) }
        do throws(CameraError) {
            try await mode.set(.exposureMode(isBulb ? .bulb : .manual), until: .reflected(timeout: .seconds(1)))
        } catch { throw Refusal(error) }
        return isBulb
    }

    private func magnify(_ magnifier: SonyMagnifier) async throws(Refusal) {
        let factors: [UInt32: Int] = [0: 1, 0x0A: 1, 0x37: 5, 0x6E: 10]
        guard let factor = factors[magnifier.tenths] else { throw Refusal(.invalidDevicePropValue) }
        await state.withLock { $0.viewfinder }?.started()
        do throws(CameraError) {
            try await camera.property(.liveViewZoom).set(.zoom(ZoomLevel(factor: factor)))
            let size = PixelSize(width: 640, height: 480)
            if magnifier.x < size.width, let point = point(x: magnifier.x, y: magnifier.y) {
                try await camera.panLiveView(to: point)
            }
        } catch { throw Refusal(error) }
        state.withLock { $0.session.magnified(magnifier) }
    }

    // MARK: Notches

    /// Moves a setting by a number of notches of the camera's list; at its end it stays. Bulb follows the longest time.
    func move(_ code: DevicePropCode, by notches: Int) async throws(Refusal) -> Answer {
        let version = try read { session throws(Refusal) in try session.version() }
        guard case .camera(let identifier, let map)? = Self.table(version)[code]?.source else { throw Refusal(.accessDenied) }
        let property = camera.property(identifier)
        var listed = map.offered(property.settable, of: code)
        if code == .sonyShutterSpeed {
            if case .enumeration(let values) = shutterSpeeds(
                .enumeration(listed.compactMap { .integer($0.value, as: .uint32) }),
                .uint32,
                version
            ) {
                listed = values.compactMap { $0.integer().map { SonyNumber($0) } }
            }
        }
        guard let content = property.value.flatMap({ map.content($0, of: code) }), let index = listed.firstIndex(of: content)
        else {
            throw Refusal(.accessDenied)
        }
        let next = listed[max(0, min(listed.count - 1, index + notches))]
        if next == content { return .ok }
        if code == .sonyShutterSpeed, try await setBulb(next.value == 0) { return .ok }
        try await set(identifier, map, code, next)
        return .ok
    }
}

extension IntegerDataType {
    /// The largest number of an unsigned type.
    fileprivate var allOnes: UInt64 { size >= 8 ? .max : (1 << UInt64(size * 8)) - 1 }

    /// The number of the lowest bits, with their sign.
    fileprivate func signExtended(_ bits: UInt64) -> Int64 {
        let shift = UInt64(64 - min(size, 8) * 8)
        return isSigned ? Int64(bitPattern: bits << shift) >> Int64(shift) : Int64(bitPattern: (bits << shift) >> shift)
    }
}
