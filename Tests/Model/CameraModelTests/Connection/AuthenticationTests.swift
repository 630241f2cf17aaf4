import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// Authentication requests while connecting.
@Suite(.timeLimit(.minutes(5))) struct AuthenticationTests {
    /// A driver that requests a code until it is "1234", at most three times.
    private static let requestingCode: @Sendable (CameraHost) async throws(CameraError) -> Void = { host throws(CameraError) in
        for attempt in 0..<3 {
            let request = AuthenticationRequest(.numericCode(digits: 4), isRetry: attempt > 0, credentialKey: "fake-1")
            switch await host.authenticate(request) {
            case nil:
                request.resolve(.cancelled)
                throw .cancelled(.connect)
            case .numericCode("1234"): return request.resolve(.accepted)
            default: request.resolve(.rejected)
            }
        }
        throw CameraError(.authenticationFailed, "the code was wrong three times")
    }

    private func rig() -> CameraRig {
        let rig = CameraRig()
        rig.driver.behave { $0.connecting = Self.requestingCode }
        return rig
    }

    @Test func `the right answer connects`() async throws {
        let (rig, requests) = (rig(), Recorder<AuthenticationRequest>())
        try await rig.camera.connect { request in
            requests.record(request)
            request.respond(.numericCode("1234"))
        }
        #expect(rig.camera.connectionState == .connected)
        let request = try #require(requests.elements.first)
        #expect(request.kind == .numericCode(digits: 4))
        #expect(!request.isRetry)
        #expect(await request.resolution() == .accepted)
    }

    @Test func `each question is resolved before the next, and before the call returns`() async throws {
        let (rig, log) = (rig(), Recorder<String>())
        let failure = await code { () throws(CameraError) in
            try await rig.camera.connect { request in
                log.record("asked\(request.isRetry ? " again" : "")")
                Task { log.record("\(await request.resolution())") }
                request.respond(.numericCode("0000"))
            }
        }
        #expect(failure == .authenticationFailed)
        let seen = await log.atLeast(6)
        #expect(seen.filter { $0.hasPrefix("asked") } == ["asked", "asked again", "asked again"])
        #expect(seen.filter { $0 == "rejected" }.count == 3)
    }

    @Test func `while an authentication request is open the camera waits for the user`() async throws {
        let (rig, requests) = (rig(), Recorder<AuthenticationRequest>())
        let states = rig.camera.connectionStates
        let call = start { () throws(CameraError) in try await rig.camera.connect { requests.record($0) } }
        let request = await requests.atLeast(1)[0]
        #expect(rig.camera.connectionState == .waitingForUser)
        #expect(await code { () throws(CameraError) in try await rig.camera.connect() } == .busy)
        request.respond(.numericCode("1234"))
        #expect(await call.value.code == nil)
        var seen: [ConnectionState] = []
        for await state in states {
            seen.append(state)
            if state == .connected { break }
        }
        #expect(seen.filter { $0 != .connecting } == [.notConnected(nil), .waitingForUser, .connected])
    }

    @Test func `cancelling the answer cancels the connection`() async {
        let rig = rig()
        #expect(await code { () throws(CameraError) in try await rig.camera.connect { $0.cancel() } } == .cancelled)
        #expect(rig.camera.connectionState == .notConnected(.connectFailed(.cancelled)))
    }

    @Test func `a camera that requests authentication without a handler is not connected`() async {
        let rig = rig()
        #expect(await code { () throws(CameraError) in try await rig.camera.connect() } == .cancelled)
    }

    @Test(arguments: [false, true])
    func `a request that is open when the connection is cancelled is resolved before the call returns`(timesOut: Bool) async {
        let (rig, requests, gate) = (CameraRig(), Recorder<AuthenticationRequest>(), Gate())
        rig.driver.behave {
            $0.connecting = { host throws(CameraError) in
                _ = await host.authenticate(AuthenticationRequest(.confirmOnCamera, isRetry: false, credentialKey: "k"))
                _ = await gate.result()  // A driver that never resolves it.
            }
        }
        let call = start { () throws(CameraError) in
            try await rig.camera.connect(ConnectOptions(timeout: .seconds(30))) { requests.record($0) }
        }
        let request = await requests.atLeast(1)[0]
        if timesOut { rig.clock.advance(by: .seconds(30)) } else { call.cancel() }
        #expect(await call.value.code == (timesOut ? .timedOut : .cancelled))
        #expect(await request.resolution() == .cancelled)
        gate.open()
    }

    @Test func `the first answer counts, and those after the resolution change nothing`() async throws {
        let rig = rig()
        try await rig.camera.connect { request in
            request.respond(.numericCode("1234"))
            request.respond(.numericCode("0000"))
            request.cancel()
            Task {
                _ = await request.resolution()
                request.cancel()
            }
        }
        #expect(rig.camera.connectionState == .connected)
    }

    @Test func `waiting for a resolution can be cancelled`() async {
        let request = AuthenticationRequest(.confirmOnCamera, isRetry: false, credentialKey: "k")
        let waiting = Task { await request.resolution() }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        request.resolve(.accepted)
        #expect(await request.resolution() == .accepted)
        #expect(await request.response() == nil)
    }

    @Test func `a request of an old connection is not presented`() async throws {
        let (rig, requests) = (rig(), Recorder<AuthenticationRequest>())
        rig.driver.behave { $0.connecting = { _ in } }
        try await rig.camera.connect { requests.record($0) }
        let host = rig.host
        await rig.camera.disconnect()
        let request = AuthenticationRequest(.confirmOnCamera, isRetry: false, credentialKey: "k")
        #expect(await host.authenticate(request) == nil)
        #expect(requests.count == 0)
    }
}
