package import CameraModel
import DriverPTP
package import PTP
package import PTPSession

/// Meanings of a vendor's response codes, as data.
package struct ResponseMeanings: Sendable {
    private let meanings: [ResponseCode: (CameraError.Code, String)]
    private let names: @Sendable () -> VendorNames

    /// Creates a table. `names` returns the vendor's names of codes, which errors contain.
    package init(
        _ meanings: [ResponseCode: (CameraError.Code, String)],
        names: @escaping @Sendable () -> VendorNames = { VendorNames() }
    ) {
        (self.meanings, self.names) = (meanings, names)
    }

    /// Returns an error of the camera model with the vendor's meaning of its response; the error itself if it has none.
    package func refined(_ error: CameraError) -> CameraError {
        guard let response = error.response, let number = UInt16(exactly: response.code),
            let (code, message) = meanings[ResponseCode(rawValue: number)]
        else { return error }
        var refined = error
        (refined.code, refined.message) = (code, message)
        return refined
    }

    /// Converts the error of a session into an error of the camera model.
    package func error(_ error: SessionError, _ operation: CameraOperation) -> CameraError {
        guard let response = error.response, let (code, message) = meanings[response.code] else {
            return CameraError(error, operation, names: names())
        }
        return CameraError(
            code,
            message,
            operation: operation,
            response: CameraError.DeviceResponse(
                domain: "PTP",
                code: UInt32(response.code.rawValue),
                name: response.code.name(by: names())
            )
        )
    }
}

extension CameraError {
    /// Returns the error for a camera that found no focus.
    package static func focusFailed(_ operation: CameraOperation) -> CameraError {
        CameraError(
            .focusFailed,
            "The camera found nothing to focus on. Aim at something with contrast, or focus manually.",
            operation: operation
        )
    }
}

extension PTPSession {
    /// Performs operations; converts errors into errors of the camera model.
    @discardableResult
    package func perform<Value: Sendable>(
        _ operation: CameraOperation,
        meanings: ResponseMeanings,
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async throws(CameraError) -> Value {
        do throws(SessionError) { return try await work(self) } catch { throw meanings.error(error, operation) }
    }
}
