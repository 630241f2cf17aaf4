package import CameraModel
import CameraReports
import HotShoeSupport
import PTP
import PTPSession

// Reports: what a driver has not requested is requested, and the recording becomes a document.

extension PTPConnection {
    package func makeReport(of camera: Camera, _ options: ReportOptions) async throws(CameraError) -> CameraReport {
        let session = standard.session
        let recorder = session.record()
        do throws(SessionError) {
            try await ReportRequests(session, recorder, supports: standard.supports).perform()
        } catch { throw CameraError(error, .makeReport) }
        await ReportRequests.describeFiles(of: camera, limit: max(0, options.fileLimit))
        await session.time.sleep(for: max(.zero, options.eventDuration))
        await showLiveView(of: camera, frames: options.liveViewFrames)
        if Task.isCancelled { throw .cancelled(.makeReport) }
        let (entries, omitted) = recorder.transcript
        let summary = ReportSummary(
            camera,
            entries,
            standard.vendor,
            session.usbNumbers,
            handshake: session.handshake,
            omitted: omitted,
            keepsPictures: options.liveViewFrames > 0
        )
        return summary.report
    }

    /// Time for the frames of live view.
    private var liveViewLimit: Duration { .seconds(10) }

    /// Receives a number of live view frames, which are recorded. Ends after a time if the camera sends none.
    private func showLiveView(of camera: Camera, frames: Int) async {
        guard frames > 0, camera.capabilities.contains(.liveView) else { return }
        let time = standard.time
        let viewing = Task {
            let iterator = camera.liveView().makeAsyncIterator()
            for _ in 0..<frames { guard let frame = try? await iterator.next(), frame.byteCount >= 0 else { return } }
        }
        let limit = Task {
            await time.sleep(for: liveViewLimit)
            viewing.cancel()
        }
        await withTaskCancellationHandler {
            await viewing.value
        } onCancel: {
            viewing.cancel()
        }
        limit.cancel()
        await camera.stopLiveView()
    }
}

/// The requests of a report.
private struct ReportRequests {
    private let session: PTPSession
    private let recorder: TranscriptRecorder
    private let supports: (OperationCode) -> Bool

    /// Maximum number of properties whose descriptions are requested.
    private static let propertyLimit = 1024
    /// Number of requests without an answer after which no more are sent.
    private static let silenceLimit = 3

    init(_ session: PTPSession, _ recorder: TranscriptRecorder, supports: @escaping (OperationCode) -> Bool) {
        (self.session, self.recorder, self.supports) = (session, recorder, supports)
    }

    /// Requests what the recording does not have: DeviceInfo, descriptions of properties, storages. What the camera refuses is recorded
    /// as refused.
    func perform() async throws(SessionError) {
        if document.deviceInfo == nil { _ = try await attempt(.getDeviceInfo) }
        try await describeProperties()
        try await describeStorages()
    }

    private var document: ReportDocument {
        ReportDocument(link: .init(kind: ""), camera: .init(), transcript: recorder.transcript.entries)
    }

    private func requested(_ code: OperationCode) -> Set<UInt32> {
        Set(recorder.transcript.entries.compactMap(\.exchange).filter { $0.code == code }.map { $0.parameters[0] })
    }

    private func describeProperties() async throws(SessionError) {
        guard supports(.getDevicePropDesc) else { return }
        let (listed, known) = (document.deviceInfo?.deviceProps ?? [], requested(.getDevicePropDesc))
        var silences = 0
        for code in listed.prefix(Self.propertyLimit) where !known.contains(code.rawValue) && silences < Self.silenceLimit {
            if try await !attempt(.getDevicePropDesc, [code.rawValue]) { silences += 1 }
        }
    }

    private func describeStorages() async throws(SessionError) {
        guard supports(.getStorageIDs), supports(.getStorageInfo) else { return }
        let known = requested(.getStorageInfo)
        guard let storages = try? await session.array(.getStorageIDs, as: UInt32.self) else { return }
        for storage in storages.prefix(16) where !known.contains(storage) { _ = try await attempt(.getStorageInfo, [storage]) }
    }

    /// Performs an operation that the recording is to contain. Returns `false` if the camera did not answer in time.
    private func attempt(_ code: OperationCode, _ parameters: Parameters = []) async throws(SessionError) -> Bool {
        do throws(SessionError) {
            _ = try await session.receive(code, parameters, limit: StandardConnection.descLimit, timeout: .seconds(5))
            return true
        } catch {
            switch error {
            case .refused, .malformed, .broken, .tooLarge: return true
            case .timedOut: return false
            default: throw error
            }
        }
    }

    /// Lists folders until a number of items was described, from each card a part.
    static func describeFiles(of camera: Camera, limit: Int) async {
        let storages = camera.storages.prefix(4)
        guard !storages.isEmpty else { return }
        let share = max(1, limit / storages.count)
        for storage in storages where limit > 0 {
            var (left, waiting) = (share, [storage.listing()])
            while left > 0, let listing = waiting.popLast() {
                while left > 0, let item = try? await listing.next() {
                    left -= 1
                    if item.isFolder, let inner = try? item.listing() {
                        // The pictures of the first folder say more than the names of its neighbours.
                        waiting.append(listing)
                        waiting.append(inner)
                        break
                    }
                }
            }
        }
    }
}
