package import CameraModel
import HotShoeSupport
import PTP
import PTPSession

extension StandardConnection {
    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        let plan = picturePlan(options)
        try await prepareShot()
        return try await shots.collect(plan, isOpen: { session.isOpen }) { () throws(CameraError) in
            try await perform(.shoot) { session throws(SessionError) in
                _ = try await session.perform(.initiateCapture, [0, 0], priority: .immediate, timeout: plan.answerLimit)
            }
        }
    }

    /// Plan of a picture with the present settings, with an unknown number of files.
    package func picturePlan(_ options: ShootOptions) -> PictureWait.Plan {
        let exposure = state(of: .shutterSpeed)?.value?.exposureTime ?? .zero
        var plan = PictureWait.Plan(exposure: exposure, atLeast: options.timeLimit)
        plan.isSeries = state(of: .bracketing)?.value?.common == .boolean(true)
        plan.mayHaveNone = state(of: .mirrorLockup)?.value?.common == .boolean(true)
        return plan
    }

    /// Lists the objects before the first picture, so that a file that the camera does not announce is found.
    package func prepareShot() async throws(CameraError) {
        do throws(SessionError) { try await listObjectsOnce() } catch { throw CameraError(error, .shoot) }
    }

    package func pressShutter() async throws(CameraError) {
        try await prepareShot()
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
