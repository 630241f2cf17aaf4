import CameraModel
import HotShoeSupport
import PTP
import PTPProperties

// Settings and readings.

extension PTPDevice {
    /// Time that the response waits for the camera to report the value that was set.
    private static let reflectionTime: Duration = .milliseconds(500)

    // MARK: Available properties

    /// The rows of the camera's properties, including the vendor properties of a bridged camera.
    private var rows: [PropertyRow] {
        let known = camera.knownProperties
        let isThere = Set(known)
        let named = personality.properties.filter { isThere.contains($0.property) }
        guard personality.showsOtherProperties else { return named }
        let used = Set(personality.properties.map(\.code.rawValue))
        let own = known.compactMap { identifier -> PropertyRow? in
            guard case .vendor(let code) = identifier, (0x8000...0xFFFF).contains(code), !used.contains(code)
            else {
                return nil
            }
            return PropertyRow(code, identifier, .code(.int64))
        }
        return named + own
    }

    /// The codes of all properties.
    var propertyCodes: [DevicePropCode] {
        let own = personality.settings.map(\.code) + personality.readings.map(\.code)
        return (rows.map(\.code) + own + (hasClock ? [.dateTime] : [])).sorted()
    }

    /// Returns the codes of a property.
    func codes(of property: PropertyIdentifier) -> [DevicePropCode] {
        rows.filter { $0.property == property }.map(\.code)
    }

    private func row(_ number: UInt32) throws(Refusal) -> PropertyRow {
        guard let row = rows.first(where: { $0.code.rawValue == number }) else { throw Refusal(.devicePropNotSupported) }
        return row
    }

    private func setting(_ number: UInt32) -> BodySetting? {
        personality.settings.first { $0.code.rawValue == number }
    }

    private func reading(_ number: UInt32) -> BodyReading? {
        personality.readings.first { $0.code.rawValue == number }
    }

    // MARK: Reading

    /// GetDevicePropDesc. With `isWide` a vendor's operation, whose codes have 32 bits.
    func propDesc(_ request: OperationRequest, isWide: Bool = false) async throws(Refusal) -> Answer {
        let number = request.parameters[0]
        guard isWide || number <= UInt16.max else { throw Refusal(.devicePropNotSupported) }
        let desc = try await description(number)
        return isWide ? try .dataset(WideDevicePropDesc(desc)) : try .dataset(desc)
    }

    /// The present description of a property.
    func description(_ number: UInt32) async throws(Refusal) -> DevicePropDesc {
        if isClock(number) { return DevicePropDesc(.dateTime, isSettable: true, current: try await clock(), form: .none) }
        if let setting = setting(number) { return adjusted(setting.description(memory)) }
        if let reading = reading(number) { return adjusted(reading.description(vendorBody)) }
        let row = try row(number)
        let state = camera.property(row.property).state
        let current = state.value.flatMap(row.coding.encode) ?? row.coding.unknown
        let original = shared.withLock { $0.defaults[row.property] }.flatMap(row.coding.encode)
        let form = Self.form(state.settable, row.coding)
        let desc = DevicePropDesc(
            row.code,
            isSettable: form != nil,
            factoryDefault: original,
            current: current,
            form: form ?? .none
        )
        return adjusted(desc)
    }

    /// A description as the vendor's body gives it.
    private func adjusted(_ desc: DevicePropDesc) -> DevicePropDesc { vendorBody?.described(desc) ?? desc }

    /// Returns the form with the allowed values, without duplicates; nil if the property cannot be set.
    private static func form(_ settable: SettableValues, _ coding: ValueCoding) -> PropForm? {
        guard settable.isSettable else { return nil }
        if let range = settable.range, let type = coding.type.integerType,
            let minimum = DataValue.integer(range.minimum, as: type), let maximum = DataValue.integer(range.maximum, as: type),
            let step = DataValue.integer(range.step, as: type)
        {
            return .range(minimum: minimum, maximum: maximum, step: step)
        }
        var seen: Set<DataValue> = []
        let values = settable.values.compactMap(coding.encode).filter { seen.insert($0).inserted }
        // A camera that supports only stepping may list no values.
        return values.isEmpty
            ? (settable.types.contains(.stepping) ? PropForm.none : nil) : .enumeration(Array(values.prefix(65535)))
    }

    func propValue(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let value: DataValue
        if isClock(request.parameters[0]) {
            value = try await clock()
        } else if let setting = setting(request.parameters[0]) {
            value = setting.value(memory)
        } else if let reading = reading(request.parameters[0]) {
            value = reading.value(vendorBody)
        } else {
            let row = try row(request.parameters[0])
            value = camera.property(row.property).value.flatMap(row.coding.encode) ?? row.coding.unknown
        }
        do throws(DatasetError) { return .data(try value.encoded("DevicePropValue")) } catch { throw Refusal(.generalError) }
    }

    // MARK: Setting

    func setPropValue(_ request: OperationRequest, _ data: [UInt8]) async throws(Refusal) -> Answer {
        if isClock(request.parameters[0]) { return try await setClock(data) }
        let code = DevicePropCode(rawValue: request.parameters[0])
        if let vendorBody, try await vendorBody.sets(code, to: data) { return .ok }
        if let setting = setting(request.parameters[0]) {
            try setting.set(data, memory)
            send(Event(.devicePropChanged, [request.parameters[0]]))
            return .ok
        }
        let row = try row(request.parameters[0])
        guard let wire = Self.value(in: data, row.coding.type) else { throw Refusal(.invalidDevicePropFormat) }
        let property = camera.property(row.property)
        let settable = property.settable
        guard settable.isSettable else { throw Refusal(.accessDenied) }
        let listed = settable.values.first { row.coding.encode($0) == wire }
        guard let value = listed ?? (settable.values.isEmpty ? row.coding.decode(wire).map { PropertyValue($0) } : nil) else {
            throw Refusal(.invalidDevicePropValue)
        }
        try await set(property, to: value)
        return .ok
    }

    /// Parses a value that fills all of the data; nil otherwise.
    static func value(in data: [UInt8], _ type: DataType) -> DataValue? {
        do throws(DatasetError) {
            let span = data.span
            let value = try unsafe DataValue(span.bytes, type: type, "value")
            return try value.encoded("value").count == data.count ? value : nil
        } catch { return nil }
    }

    private func set(_ property: Property, to value: PropertyValue) async throws(Refusal) {
        do throws(CameraError) {
            try await property.set(value, until: .reflected(timeout: Self.reflectionTime))
        } catch {
            // A value that the camera accepted without reporting it counts as set.
            if error.code != .timedOut { throw Refusal(error.code == .notAvailable ? .accessDenied : ResponseCode(error)) }
        }
    }

    /// ResetDevicePropValue: restores the value from the beginning of the session, or with 0xFFFFFFFF all settable values.
    func resetPropValue(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let defaults = shared.withLock { $0.defaults }
        if let setting = setting(request.parameters[0]) {
            setting.reset(memory)
            return .ok
        }
        if request.parameters[0] == 0xFFFF_FFFF {
            for setting in personality.settings { setting.reset(memory) }
            for (identifier, value) in defaults.sorted(by: { $0.key.description < $1.key.description }) {
                let property = camera.property(identifier)
                if property.settable.resolve(value) != nil, property.value != value { try await set(property, to: value) }
            }
            return .ok
        }
        let row = try row(request.parameters[0])
        let property = camera.property(row.property)
        guard property.settable.isSettable else { throw Refusal(.accessDenied) }
        guard let value = defaults[row.property] else { throw Refusal(.accessDenied) }
        try await set(property, to: value)
        return .ok
    }
}
