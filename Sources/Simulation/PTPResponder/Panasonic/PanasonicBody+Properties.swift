import CameraModel
import HotShoeSupport
import PTP
import PTPPanasonic
import PTPProperties

// Properties: described by ListProperty, read by GetProperty, set by SetProperty and the operations like it.

extension PanasonicBody {
    private static let table = VendorPropertyTable<PanasonicBody>.panasonic

    // MARK: Describing

    /// ListProperty (0x9108) and, without the elements, GetPropertySize (0x9107).
    func list(_ request: OperationRequest) throws(Refusal) -> PanasonicPropertyList {
        guard let group = model.group(DevicePropCode(rawValue: request.parameters[0])) else {
            throw Refusal(.devicePropNotSupported)
        }
        return state.withLock { shared in
            PanasonicPropertyList(group.group, group.members.map { present($0, shared.session) })
        }
    }

    /// GetProperty (0x9402): the values of a group, or of one property.
    func values(_ request: OperationRequest) throws(Refusal) -> Answer {
        let list = try list(request)
        let values = list.members.map { member in
            PanasonicValue(member.code, member.elements.compactMap(\.current).flatMap { (try? $0.encoded("Value")) ?? [] })
        }
        return .data(PanasonicValueList(values: values).encoded)
    }

    /// A property with its present value, and the values that it can have now.
    private func present(
        _ original: PanasonicPropertyList.Member,
        _ session: borrowing PanasonicBodyState
    ) -> PanasonicPropertyList.Member {
        guard case .number(let first, let form)? = original.elements.first?.content, let type = first.type.integerType,
            original.elements.count == 1
        else { return original }
        var member = original
        func value(_ number: BodyNumber?) -> DataValue? { number.flatMap { .integer($0.value, as: type) } }
        guard let row = Self.table[original.code], case .camera(let identifier, _) = row.source else {
            member.elements[0].content = .number(value(settings.content(of: original.code)) ?? first, form)
            return member
        }
        let offered = row.offered(camera)
        var listed = camera.property(identifier).settable.isSettable ? offered.compactMap { value($0) } : []
        if original.code == .panasonicShutterSpeed { listed = shutterSpeeds(listed, type) }
        // 0 means "no value".
        let none = DataValue.integer(0, as: type) ?? first
        member.elements[0].content = .number(value(row.content(self, session)) ?? none, .enumeration(listed))
        return member
    }

    /// In the manual mode the shutter speeds include bulb, before the others. In bulb, for the camera a mode of its own, they are the same.
    private func shutterSpeeds(_ listed: [DataValue], _ type: IntegerDataType) -> [DataValue] {
        let mode = camera.property(.exposureMode).value?.common
        guard let bulb = DataValue.integer(0xFFFF_FFFF, as: type) else { return listed }
        switch mode {
        case .exposureMode(.manual):
            settings.store(listed, listedFor: .panasonicShutterSpeed)
            return [bulb] + listed
        case .exposureMode(.bulb): return [bulb] + settings.numbers(listedFor: .panasonicShutterSpeed)
        default: return listed
        }
    }

    // MARK: Setting

    /// Parses the data of an operation that sets a property, which must be of the kind that the operation sets.
    private func assigned(_ data: [UInt8]) throws(Refusal) -> PanasonicValue {
        let list = PanasonicValueList(data)
        guard list.failure == nil, list.values.count == 1 else { throw Refusal(.invalidDevicePropFormat) }
        return list.values[0]
    }

    /// SetProperty (0x9403), and SetMovieProperty (0x9409) for the group of movies.
    func set(_ request: OperationRequest, _ data: [UInt8], isMovie: Bool) async throws(Refusal) -> Answer {
        try checkReady()
        let value = try assigned(data)
        guard value.code.rawValue == request.parameters[0] else { throw Refusal(.invalidParameter) }
        guard let member = model.member(value.code), member.elements.count == 1,
            (value.code.rawValue >> 24 == 6) == isMovie, case .number(let first, let form) = member.elements[0].content,
            let type = first.type.integerType
        else { throw Refusal(.devicePropNotSupported) }
        guard value.bytes.count == type.size, let bits = value.number else { throw Refusal(.invalidDevicePropFormat) }
        let number = BodyNumber(Int64(bits))
        if case .camera(let property, let map)? = Self.table[value.code]?.source {
            if value.code == .panasonicShutterSpeed, try await setBulb(number.value == 0xFFFF_FFFF) { return .ok }
            guard camera.property(property).settable.isSettable else { throw Refusal(.accessDenied) }
            try await set(property, map, value.code, number)
        } else {
            // The value of the dump may be one that is not listed, such as "off".
            guard Self.allows(form, number, value.code) || isListed(form) && first.integer() == number.value else {
                throw Refusal(.invalidDevicePropValue)
            }
            settings.store(number, of: value.code)
            announce(.panasonicPropertyChanged, group(of: value.code).rawValue)
        }
        return .ok
    }

    private func isListed(_ form: PropForm) -> Bool {
        if case .enumeration(let values) = form { !values.isEmpty } else { false }
    }

    /// The shift of the white balance can be set although no values are listed.
    private static func allows(_ form: PropForm, _ number: BodyNumber, _ code: DevicePropCode) -> Bool {
        switch form {
        case .enumeration(let values) where values.isEmpty:
            [.panasonicShiftAB, .panasonicShiftGM].contains(code) && PanasonicTables.shifts[number.value] != nil
        case .enumeration(let values): values.contains { $0.integer() == number.value }
        case .range(let minimum, let maximum, _):
            (minimum.integer() ?? Int64.min) <= number.value && number.value <= (maximum.integer() ?? Int64.max)
        default: false
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

    // MARK: The destination of pictures

    /// GetSetup (0x940A).
    func setup(_ request: OperationRequest) throws(Refusal) -> Answer {
        guard request.parameters[0] == DevicePropCode.panasonicSetupTarget.rawValue else {
            throw Refusal(.devicePropNotSupported)
        }
        let content = state.withLock { Self.table[.panasonicDestination]?.content(self, $0.session) }
        let value = PanasonicValue(.panasonicDestination, UInt16(truncatingIfNeeded: content?.value ?? 0))
        return .data(PanasonicValueList(values: [value]).encoded)
    }

    /// SetSetup (0x940B).
    func setSetup(_ data: [UInt8]) async throws(Refusal) -> Answer {
        try checkReady()
        let value = try assigned(data)
        guard value.code == .panasonicDestination, case .camera(let property, let map)? = Self.table[value.code]?.source else {
            throw Refusal(.devicePropNotSupported)
        }
        guard value.bytes.count == 2, let bits = value.number else { throw Refusal(.invalidDevicePropFormat) }
        try await set(property, map, value.code, BodyNumber(Int64(bits)))
        return .ok
    }

    // MARK: Readings

    /// GetStatus (0x9414).
    func status(_ request: OperationRequest) throws(Refusal) -> Answer {
        let values: [PanasonicValue]
        switch DevicePropCode(rawValue: request.parameters[0]) {
        case .panasonicRecordingStatus:
            state.withLock { $0.session.statusRequested() }
            let status: PanasonicStatus = camera.recording.isRecording ? .recording : .standby
            values = [PanasonicValue(.panasonicRecordingStatus, status.rawValue)]
        case .panasonicExposureInUse: values = exposureInUse
        case .panasonicLiveViewSize:
            values = [PanasonicValue(.panasonicLiveViewSize, size?.bytes ?? [])]
        case .panasonicLiveViewSizes:
            values = [PanasonicValue(.panasonicLiveViewSizes, PanasonicLiveViewSize.encoded(model.liveViewSizes))]
        default: throw Refusal(.devicePropNotSupported)
        }
        return .data(PanasonicValueList(values: values).encoded)
    }

    /// Aperture, shutter speed and ISO speed, and four numbers that are not known.
    private var exposureInUse: [PanasonicValue] {
        func number(_ identifier: PropertyIdentifier, _ coding: ValueCoding, without none: Int64) -> Int64 {
            camera.property(identifier).value.flatMap { coding.encode($0)?.integer() } ?? none
        }
        let aperture = number(.aperture, .formula(PanasonicFormulas.aperture), without: 0xFFFE)
        let speed = number(.shutterSpeed, .formula(PanasonicFormulas.shutterSpeed), without: 0x0FFF_FFFE)
        let iso = number(.isoSpeed, .formula(PanasonicFormulas.isoSpeed), without: 0xFFFF_FFFD)
        return [
            PanasonicValue(.panasonicApertureInUse, UInt16(truncatingIfNeeded: aperture)),
            PanasonicValue(.panasonicShutterSpeedInUse, UInt32(truncatingIfNeeded: speed)),
            PanasonicValue(.panasonicISOInUse, UInt32(truncatingIfNeeded: iso)),
        ] + (0x1200_0024...0x1200_0027).map { PanasonicValue(DevicePropCode(rawValue: $0), UInt16(0)) }
    }

    /// The present size of live view.
    private var size: PanasonicLiveViewSize? {
        let number: BodyNumber? = settings.content(of: .panasonicLiveViewSize)
        return number.map { PanasonicLiveViewSize(number: UInt64(bitPattern: $0.value)) } ?? model.liveViewSizes.last
    }

    /// SetLiveViewSize (0x9415).
    func setSize(_ data: [UInt8]) throws(Refusal) -> Answer {
        let value = try assigned(data)
        guard value.code == .panasonicLiveViewSize, let size = PanasonicLiveViewSize(value.bytes) else {
            throw Refusal(.invalidDevicePropFormat)
        }
        guard model.liveViewSizes.contains(size) else { throw Refusal(.invalidDevicePropValue) }
        settings.store(BodyNumber(Int64(bitPattern: size.number)), of: .panasonicLiveViewSize)
        announce(.panasonicPropertyChanged, DevicePropCode.panasonicLiveViewSize.rawValue)
        return .ok
    }

    // MARK: Focus

    /// ManualFocusDrive (0x9416). At the end of the range without effect.
    func driveFocus(_ data: [UInt8]) async throws(Refusal) -> Answer {
        let value = try assigned(data)
        guard value.code == .panasonicFocusDrive, value.bytes.count == 2, let bits = value.number else {
            throw Refusal(.invalidDevicePropFormat)
        }
        guard let movement = PanasonicFocusDrive(rawValue: UInt16(bits)) else { throw Refusal(.invalidDevicePropValue) }
        let step: FocusStep
        switch movement {
        case .stop: return .ok
        case .farFast: step = FocusStep(.towardsInfinity, .large)
        case .farSlow: step = FocusStep(.towardsInfinity, .small)
        case .nearSlow: step = FocusStep(.towardsCamera, .small)
        case .nearFast: step = FocusStep(.towardsCamera, .large)
        }
        await state.withLock { $0.viewfinder }?.started()
        do throws(CameraError) { try await camera.driveFocus(step) } catch {
            guard error.code == .focusDidNotMove else { throw Refusal(error) }
        }
        return .ok
    }
}
