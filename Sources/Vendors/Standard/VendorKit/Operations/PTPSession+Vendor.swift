package import HotShoeSupport
package import PTP
package import PTPSession

extension PTPSession {
    /// Performs an operation that not every camera supports. Throws only if the link has ended or the caller was cancelled.
    package func performOptional(_ code: OperationCode, _ parameters: Parameters = []) async throws(SessionError) {
        do throws(SessionError) { try await perform(code, parameters) } catch {
            switch error {
            case .link, .cancelled: throw error
            default: Log.write(.info, "ptp", "\(error)")
            }
        }
    }

    /// Performs an operation also for a cancelled caller, and ignores errors: a release that failed cannot be repeated.
    package func performUncancelled(_ code: OperationCode, _ parameters: Parameters = []) async {
        await Task { _ = try? await perform(code, parameters, priority: .immediate) }.value
    }

    /// Performs an operation while disconnecting, and ignores errors: the camera may no longer answer.
    package func performFinally(_ code: OperationCode, _ parameters: Parameters = []) async {
        guard isOpen else { return }
        _ = try? await perform(code, parameters, timeout: options.cancelTimeout)
    }

    /// Polls a camera until it is no longer busy, for vendors whose cameras report the end of a release or of focusing in this way.
    ///
    /// - Parameters:
    ///   - poll: Operation that the camera answers with its state.
    ///   - limit: Time after which the last error is thrown.
    ///   - time: Clock of the pauses.
    /// - Throws: The camera's answer if it is another error, or if the camera is still busy after `limit`; `cancelled`.
    package func waitUntilReady(_ poll: ReadinessPoll, within limit: Duration, _ time: any TimeSource) async throws(SessionError)
    {
        let deadline = time.now + limit
        while true {
            do throws(SessionError) {
                try await perform(poll.code, priority: .immediate)
                return
            } catch {
                guard case .refused(_, let response) = error else { throw error }
                if poll.done.contains(response.code) { return }
                guard poll.busy.contains(response.code), time.now < deadline else { throw error }
            }
            await time.sleep(for: poll.interval)
            if Task.isCancelled { throw .cancelled(poll.code) }
        }
    }
}
