package import CameraModel
package import PTP

extension OperationRow {
    /// Creates a row for an operation that the vendor's body of the device performs.
    package static func vendor<Body: VendorBody>(
        _ body: Body.Type,
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        requires: CameraCapabilities = [],
        _ perform: @escaping @Sendable (Body, PTPDevice, OperationRequest, RequestData) async throws(Refusal) -> Answer
    ) -> OperationRow {
        OperationRow(code, dataPhase, requires: requires) { device, request, data throws(Refusal) in
            guard let body = device.vendorBody as? Body else { throw Refusal(.operationNotSupported) }
            return try await perform(body, device, request, data)
        }
    }
}
