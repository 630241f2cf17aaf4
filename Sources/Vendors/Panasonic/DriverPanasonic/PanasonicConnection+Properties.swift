package import CameraModel
import HotShoeSupport
import PTP
import PTPPanasonic
import PTPSession
import VendorKit

// Settings, each with the operation of its kind. What the standard's operations have is left to them.

extension PanasonicConnection {
    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        if identifier == PanasonicState.liveViewSize {
            return try await setSize(state.withLock { $0.liveViewSize(value) }, .setProperty)
        }
        let (code, data) = state.withLock { ($0.code(identifier), $0.encode(value, for: identifier)) }
        guard let code else { return try await standard.setProperty(identifier, to: value) }
        guard let data else { throw CameraError(.invalidValue, "The camera has no such value.") }
        try await set(code, to: data, .setProperty)
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        if identifier == PanasonicState.liveViewSize {
            return try await setSize(state.withLock { $0.nextSize(direction) }, .stepProperty)
        }
        let (code, data) = state.withLock { ($0.code(identifier), $0.stepped(identifier, direction)) }
        guard let code else { return try await standard.stepProperty(identifier, direction) }
        guard let data else { throw CameraError(.invalidValue, "There is no further value in this direction.") }
        try await set(code, to: data, .stepProperty)
    }

    private func setSize(_ size: PanasonicLiveViewSize?, _ operation: CameraOperation) async throws(CameraError) {
        guard let size else { throw CameraError(.invalidValue, "The camera has no such size.", operation: operation) }
        try await send(.panasonicSetLiveViewSize, PanasonicValue(.panasonicLiveViewSize, size.bytes), operation)
        readAgain([.liveViewSize])
    }

    private func set(_ code: DevicePropCode, to value: DataValue, _ operation: CameraOperation) async throws(CameraError) {
        guard let bytes = try? value.encoded("Property.Value") else {
            throw CameraError(.invalidValue, "This value cannot be sent to a camera.", operation: operation)
        }
        let assigned = PanasonicValue(code, bytes)
        switch code.panasonicGroup {
        case .panasonicSetupTarget: try await send(.panasonicSetSetup, assigned, parameter: 0, operation)
        case DevicePropCode.panasonicMovieMode.panasonicGroup: try await send(.panasonicSetMovieProperty, assigned, operation)
        default: try await send(.panasonicSetProperty, assigned, operation)
        }
        // Not every body announces what the computer has set.
        readAgain(state.withLock { $0.sources(of: code) })
    }

    /// Sends a property with its value. The parameter of most operations is the property's number.
    func send(
        _ operation: OperationCode,
        _ value: PanasonicValue,
        parameter: UInt32? = nil,
        _ purpose: CameraOperation
    ) async throws(CameraError) {
        var writer = DatasetWriter()
        value.write(to: &writer)
        let bytes = writer.bytes
        try await perform(purpose) { session throws(SessionError) in
            _ = try await session.send(operation, [parameter ?? value.code.rawValue], bytes, priority: .immediate)
        }
    }
}
