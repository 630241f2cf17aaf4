import CameraModel
import FakeCamera
import HotShoeSupport
import TestSupport
import Testing

@testable import PictureSaving

/// Tethering with a driver: copied files and counts.
@Suite(.timeLimit(.minutes(5))) struct TetherRunTests {
    private static func rig() async throws -> CameraRig {
        try await CameraRig.connected {
            $0.bytes = { consume throws(CameraError) in _ = try unsafe consume(([1, 2, 3] as [UInt8]).span.bytes) }
            $0.metadata = { CameraRig.item($0.number, "IMG_\($0).JPG", size: 3) }
        }
    }

    private func tether(
        _ rig: CameraRig,
        _ options: TetherOptions,
        _ events: Recorder<TetherEvent> = Recorder()
    ) -> Task<Result<TetherSummary, CameraError>, Never> {
        Task {
            do throws(CameraError) {
                return .success(try await rig.camera.tether(options) { events.record($0) })
            } catch { return .failure(error) }
        }
    }

    /// Waits until tethering observes the camera, which is when it lists the cards.
    private func started(_ rig: CameraRig) async { await rig.driver.called(.listFolder) }

    @Test func `new files are copied under the pattern, and counted`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        let events = Recorder<TetherEvent>()
        let options = TetherOptions(folder: folder.path, pattern: try FileNamePattern("{number:02}{ext}"), fileLimit: 2)
        let call = tether(rig, options, events)
        await started(rig)
        rig.host.update([.itemAdded(CameraRig.item(4)), .itemAdded(CameraRig.item(4)), .itemAdded(CameraRig.item(5))])
        let summary = try await call.value.get()
        #expect(folder.names() == ["01.JPG", "02.JPG"])
        #expect(summary.savedFiles == 2)
        #expect(summary.savedBytes == 6)
        #expect(summary.remainingFiles == 0)
        #expect(events.count == 2)
    }

    /// Offers 1, 2 and 3 have one name, size and date; the second is the first once more, the third another picture of a burst.
    @Test func `a file of two places is saved once, another one that only looks the same as well`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        let contents = Guarded<[UInt8]>([1, 1, 2])
        rig.driver.behave {
            $0.bytes = { consume throws(CameraError) in
                let byte = contents.withLock { $0.removeFirst() }
                _ = try unsafe consume([byte, 7, 7].span.bytes)
            }
        }
        let call = tether(rig, TetherOptions(folder: folder.path, fileLimit: 2))
        await started(rig)
        for number in 1...3 as ClosedRange<UInt64> {
            var offer = CameraRig.offer(number)
            offer.created = CameraRig.date
            rig.host.update([.transferOffered(offer)])
        }
        #expect(try await call.value.get().savedFiles == 2)
        #expect(Set(folder.names().map { folder.read($0) }).count == 2 && folder.names().count == 2)
        #expect(contents.withLock { $0.isEmpty })
    }

    @Test func `a picture that waits in the camera's memory at the start is copied first`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        var offer = CameraRig.offer(1, "WAITING.JPG")
        offer.mustBeExecuted = true
        rig.host.update([.transferOffered(offer)])
        try await until("the picture is offered") { !rig.camera.pendingTransfers.isEmpty }
        let call = tether(rig, TetherOptions(folder: folder.path, fileLimit: 2))
        await started(rig)
        rig.host.update([.itemAdded(CameraRig.item(4))])
        #expect(try await call.value.get().savedFiles == 2)
        #expect(folder.names() == ["IMG_4.JPG", "WAITING.JPG"])
    }

    @Test func `a cancellation returns exact counts, with the files that are left`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        rig.driver.plan(.download, .succeed, .hold(Gate()))
        let call = tether(rig, TetherOptions(folder: folder.path))
        await started(rig)
        rig.host.update([4, 5, 6].map { .itemAdded(CameraRig.item($0)) })
        await rig.driver.called(.download, times: 2)
        call.cancel()
        // The copy in progress has three seconds to finish.
        try await rig.clock.advance(by: .seconds(1), until: "two copies have ended") {
            rig.driver.returns.elements.count { $0 == .download } >= 2
        }
        let summary = try await call.value.get()
        #expect(summary.savedFiles == 1)
        #expect(summary.remainingFiles == 2)
        #expect(folder.names() == ["IMG_4.JPG"])
    }

    @Test func `files that the camera reported before the cancellation are counted`() async throws {
        for _ in 0..<20 {
            let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
            let call = tether(rig, TetherOptions(folder: folder.path))
            await started(rig)
            rig.host.update((4..<40).map { .itemAdded(CameraRig.item($0)) })
            call.cancel()
            let summary = try await call.value.get()
            #expect(summary.savedFiles + summary.remainingFiles == 36)
        }
    }

    @Test func `the listing at the start is cancelled when the call ends`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        rig.driver.plan(.listFolder, .hold(Gate()))
        let call = tether(rig, TetherOptions(folder: folder.path))
        await started(rig)
        call.cancel()
        _ = try await call.value.get()
        // The request is shared: its last caller cancels it, and does not wait for the driver.
        await rig.driver.returns.until { $0.contains(.listFolder) }
        #expect(!rig.driver.returns.elements.contains(.download))
    }

    @Test func `a file that cannot be copied for a minute is reported, and the next one is copied`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        let error = CameraError(.writeProtected, "unreadable")
        rig.driver.plan(.download, .fail(error), .succeed)
        for _ in 0..<50 { rig.driver.plan(.download, .fail(error)) }
        let events = Recorder<TetherEvent>()
        let call = tether(rig, TetherOptions(folder: folder.path), events)
        await started(rig)
        rig.host.update([4, 5].map { .itemAdded(CameraRig.item($0)) })
        try await rig.clock.advance(by: .seconds(1), until: "the failure is reported") { events.count >= 2 }
        call.cancel()
        let summary = try await call.value.get()
        #expect(summary.failedFiles == 1)
        #expect(summary.savedFiles == 1)
        #expect(folder.names() == ["IMG_5.JPG"])
        guard case .failed(let name, let error)? = events.elements.last else {
            return #expect(Bool(false), "no failure reported")
        }
        #expect(name == "IMG_0001.JPG")
        #expect(error.code == .writeProtected)
    }

    @Test(arguments: [CameraError.Code.notFound, .notAvailable, .protocolFailure, .busy, .noData])
    func `a file that the camera refuses at first is copied`(_ code: CameraError.Code) async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        for _ in 0..<4 { rig.driver.plan(.loadMetadata, .fail(CameraError(code, "not yet"))) }
        for _ in 0..<4 { rig.driver.plan(.download, .fail(CameraError(code, "not yet"))) }
        let call = tether(rig, TetherOptions(folder: folder.path, fileLimit: 1))
        await started(rig)
        rig.host.update([.itemAdded(CameraRig.item(4))])
        try await rig.clock.advance(by: .milliseconds(1), until: "the file is copied") {
            !folder.names().filter { $0 == "IMG_4.JPG" }.isEmpty
        }
        #expect(try await call.value.get().savedFiles == 1)
    }

    @Test func `a picture without bytes is not copied, and copied when it has some`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        let isWritten = Guarded(false)
        rig.driver.behave {
            $0.bytes = { consume throws(CameraError) in
                if isWritten.withLock({ $0 }) { _ = try unsafe consume(([1, 2, 3] as [UInt8]).span.bytes) }
            }
            $0.metadata = { CameraRig.item($0.number, "IMG_\($0).JPG", size: isWritten.withLock { $0 } ? 3 : 0) }
        }
        let call = tether(rig, TetherOptions(folder: folder.path, fileLimit: 1))
        await started(rig)
        rig.host.update([.itemAdded(CameraRig.item(4, size: 0))])
        try await rig.clock.advance(by: .milliseconds(1), until: "the file is requested twice") {
            rig.driver.count(of: .download) >= 2
        }
        #expect(folder.names().filter { !$0.hasSuffix(".part") }.isEmpty)
        isWritten.withLock { $0 = true }
        try await rig.clock.advance(by: .milliseconds(1), until: "the file is copied") { folder.names() == ["IMG_4.JPG"] }
        #expect(try await call.value.get().savedBytes == 3)
    }

    @Test func `a file that cannot be read is a failure, unless it becomes readable`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        let events = Recorder<TetherEvent>()
        let call = tether(rig, TetherOptions(folder: folder.path), events)
        await started(rig)
        let lost = [7, 8].map { UnreadableItem(handle: .init($0), name: nil, code: .notFound, message: "gone") }
        rig.host.update(lost.map { .itemUnreadable($0) })
        await events.atLeast(2)
        rig.host.update([.itemAdded(CameraRig.item(8))])
        await events.atLeast(3)
        call.cancel()
        let summary = try await call.value.get()
        #expect(summary.failedFiles == 1)
        #expect(summary.savedFiles == 1)
        guard case .failed("object 0x00000007", _)? = events.elements.first else {
            return #expect(Bool(false), "\(events.elements)")
        }
    }

    @Test func `a file that is deleted before it is copied is named`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        let gate = Gate()
        rig.driver.plan(.download, .hold(gate))
        let events = Recorder<TetherEvent>()
        let call = tether(rig, TetherOptions(folder: folder.path), events)
        await started(rig)
        rig.host.update([.itemAdded(CameraRig.item(4)), .itemAdded(CameraRig.item(5, "LOST.JPG"))])
        await rig.driver.called(.download)
        rig.host.update([.itemRemoved(.init(5))])
        gate.fulfil(.success(()))
        await events.atLeast(2)
        call.cancel()
        let summary = try await call.value.get()
        #expect(summary.failedFiles == 1)
        guard
            case .failed("LOST.JPG", let error)? = events.elements.first(where: { if case .failed = $0 { true } else { false } })
        else {
            return #expect(Bool(false), "\(events.elements)")
        }
        #expect(error.code == .notFound)
    }

    @Test func `a folder that cannot be written ends it with an error`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        folder.write([], to: "file")
        // At the start: not when the first picture is made.
        let call = tether(rig, TetherOptions(folder: folder.path + "/file/below"))
        guard case .failure(let error) = await call.value else { return #expect(Bool(false), "no error") }
        #expect(error.code == .fileSystem)
    }

    @Test func `files that are made while the connection is lost are copied when it is back`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        rig.driver.behave { $0.folder = [CameraRig.item(1, "OLD.JPG")] }
        rig.driver.plan(.connect, .fail(CameraError(.connectionRefused, "not yet")))
        let events = Recorder<TetherEvent>()
        let call = tether(rig, TetherOptions(folder: folder.path, fileLimit: 1), events)
        await started(rig)
        await rig.driver.returns.until { $0.contains(.listFolder) }
        rig.driver.behave { $0.folder = [CameraRig.item(11, "OLD.JPG"), CameraRig.item(12, "AWAY.JPG")] }
        rig.host.connectionEnded(.connectionLost)
        await events.atLeast(1)
        try await rig.clock.advance(by: .milliseconds(100), until: "the camera is connected again") { events.count >= 2 }
        let summary = try await call.value.get()
        #expect(summary.reconnections == 1)
        #expect(folder.names() == ["IMG_12.JPG"])
        guard case .connectionLost(.connectionLost) = events.elements[0], case .reconnected(1) = events.elements[1] else {
            return #expect(Bool(false), "\(events.elements)")
        }
    }

    @Test func `if the cards were not listed before the connection was lost, that is named`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        rig.driver.plan(.listFolder, .hold(Gate()))
        let events = Recorder<TetherEvent>()
        let call = tether(rig, TetherOptions(folder: folder.path), events)
        await started(rig)
        rig.driver.behave { $0.folder = [CameraRig.item(11, "MEANWHILE.JPG")] }
        rig.host.connectionEnded(.connectionLost)
        try await rig.clock.advance(by: .milliseconds(100), until: "the camera is connected again") {
            events.elements.contains { if case .reconnected = $0 { true } else { false } }
        }
        call.cancel()
        let summary = try await call.value.get()
        #expect(summary.reconnections == 1 && summary.failedFiles == 1)
        #expect(events.elements.contains { if case .failed("list of files", _) = $0 { true } else { false } })
    }

    @Test func `without reconnecting, a lost connection is an error`() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await Self.rig())
        var options = TetherOptions(folder: folder.path, fileLimit: 1)
        options.reconnects = false
        let watched = Recorder<TetherEvent>()
        rig.driver.plan(.download, .hold(Gate()))
        let call = tether(rig, options, watched)
        try await until("the new file is copied") {
            rig.host.update([.itemAdded(CameraRig.item(4))])
            return rig.driver.count(of: .download) >= 1
        }
        rig.host.connectionEnded(.cameraTurnedOff)
        guard case .failure(let error) = await call.value else { return #expect(Bool(false), "no error") }
        #expect(error.code == .connectionLost)
        #expect(folder.names().isEmpty)
    }

    @Test func `a camera that is not connected cannot be tethered`() async throws {
        let rig = CameraRig()
        guard case .failure(let error) = await tether(rig, TetherOptions(folder: "/nowhere")).value else {
            return #expect(Bool(false), "no error")
        }
        #expect(error.code == .notConnected)
    }
}
