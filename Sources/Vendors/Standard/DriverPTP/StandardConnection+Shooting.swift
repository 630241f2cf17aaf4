package import CameraModel
import HotShoeSupport
import PTP
import PTPSession

extension StandardConnection {
    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        try await shots.collect(isOpen: { session.isOpen }) { () throws(CameraError) in
            try await perform(.shoot) { session throws(SessionError) in
                _ = try await session.perform(.initiateCapture, [0, 0], priority: .immediate, timeout: ShotCollector.limit)
            }
        }
    }

    package func pressShutter() async throws(CameraError) {
        // In a separate task, so that it is not cancelled with its caller: only the response contains the transaction ID for
        // the end of the capture.
        let opened = await Task { [session] () async -> Result<OperationResponse, SessionError> in
            do throws(SessionError) {
                return .success(try await session.perform(.initiateOpenCapture, [0, 0], priority: .immediate))
            } catch { return .failure(error) }
        }
        .value
        let response = try await perform(.pressShutter) { _ throws(SessionError) in try opened.get() }
        state.withLock { $0.openCapture = response.transaction }
        if Task.isCancelled {
            await Task { _ = try? await self.releaseShutter() }.value
            throw .cancelled(.pressShutter)
        }
    }

    package func releaseShutter() async throws(CameraError) {
        let capture = state.withLock { state in
            defer { state.openCapture = nil }
            return state.openCapture
        }
        guard let capture else { return }
        do throws(CameraError) {
            try await perform(.releaseShutter) { session throws(SessionError) in
                try await session.perform(.terminateOpenCapture, [capture.rawValue], priority: .immediate)
            }
        } catch {
            // The capture has already ended, as wanted.
            if error.response?.code == UInt32(ResponseCode.captureAlreadyTerminated.rawValue) { return }
            // The shutter is still open; a later attempt must find the capture.
            state.withLock { $0.openCapture = $0.openCapture ?? capture }
            throw error
        }
    }
}
