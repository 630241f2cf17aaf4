import CameraModel
import CameraRigs
import Exposure
import FakeCamera
import HotShoeSupport
import Testing
import TestSupport

/// A rig of fake cameras.
struct FakeRig {
    let rigs: [CameraRig]
    let rig: Rig

    init(_ count: Int = 3, lags: [Duration] = []) throws {
        let rigs = (0..<count).map { _ in CameraRig() }
        for rig in rigs {
            rig.driver.behave { behaviour in
                behaviour.setting = { identifier, value, host in
                    host.update([.property(Self.state(identifier, value))])
                }
            }
        }
        self.rigs = rigs
        rig = try Rig(
            rigs.enumerated().map { index, rig in
                RigMember(
                    role: ["a", "b", "c", "d"][index],
                    camera: rig.camera,
                    releaseLag: index < lags.count ? lags[index] : .zero
                )
            }
        )
    }

    static func connected(_ count: Int = 3) async throws -> FakeRig {
        let rig = try FakeRig(count)
        try await rig.rig.connect()
        return rig
    }

    private static func state(_ identifier: PropertyIdentifier, _ value: PropertyValue) -> PropertyState {
        switch identifier {
        case .aperture: PropertyState(.aperture, value: value, settable: .enumeration(CameraRig.apertures))
        default: PropertyState(identifier, value: value, settable: CameraRig.temperature.settable)
        }
    }

    var apertures: [String?] { rigs.map { $0.property(.aperture).value?.label } }

    func count(_ operation: CameraOperation) -> [Int] { rigs.map { $0.driver.count(of: operation) } }
}

@Suite(.timeLimit(.minutes(1)))
struct RigTests {
    private static func code<Value>(_ work: () async throws(RigError) -> Value) async -> RigError.Code? {
        do throws(RigError) {
            _ = try await work()
            return nil
        } catch { return error.code }
    }

    private static func failed(_ work: () async throws(RigError) -> Void) async throws -> RigError {
        do throws(RigError) { try await work() } catch { return error }
        throw CameraError(.internalFailure, "It did not fail.")
    }

    // MARK: The rig

    @Test func `a rig has a camera for each role`() throws {
        let cameras = (0..<2).map { _ in CameraRig().camera }
        func code(_ members: [RigMember]) -> RigError.Code? {
            do throws(RigError) {
                _ = try Rig(members)
                return nil
            } catch { return error.code }
        }
        #expect(code([]) == .invalidArgument)
        #expect(code([RigMember(role: "a", camera: cameras[0]), RigMember(role: "a", camera: cameras[1])]) == .invalidArgument)
        #expect(code([RigMember(role: "a", camera: cameras[0]), RigMember(role: "b", camera: cameras[0])]) == .invalidArgument)
        for role in ["", "all", "a/b", "a=b", "[a", "a\n", String(repeating: "a", count: 65)] {
            #expect(code([RigMember(role: role, camera: cameras[0])]) == .invalidArgument, "\(role)")
        }
        #expect(code([RigMember(role: "a", camera: cameras[0], releaseLag: .seconds(11))]) == .invalidArgument)
        #expect(code([RigMember(role: "a", camera: cameras[0], releaseLag: .seconds(-1))]) == .invalidArgument)
        let rig = try Rig([RigMember(role: "a", camera: cameras[0]), RigMember(role: "top 3", camera: cameras[1])])
        #expect(rig.roles == ["a", "top 3"])
        #expect(rig.camera("top 3") === cameras[1])
        #expect(rig.camera("b") == nil)
    }

    @Test func `cameras that cannot be connected are named, and the others are connected`() async throws {
        let fake = try FakeRig()
        fake.rigs[1].driver.plan(.connect, .fail(CameraError(.connectionRefused, "No.")))
        let error = try await Self.failed { () throws(RigError) in try await fake.rig.connect() }
        #expect(error.code == .connecting)
        #expect(error.problems.map(\.role) == ["b"])
        #expect(error.message == "1 of 3 cameras could not be connected.")
        #expect(fake.rigs.map { $0.camera.connectionState.isConnected } == [true, false, true])
        #expect(fake.rig.readiness.members[1].obstacles == [.notConnected])
        try await fake.rig.connect()
        #expect(fake.count(.connect) == [1, 2, 1])
    }

    @Test func `readiness names what each camera lacks`() async throws {
        let fake = try await FakeRig.connected()
        #expect(fake.rig.readiness.isReady)
        #expect(fake.rig.readiness.members[0].battery == .half)
        fake.rigs[0].show(PropertyState(.batteryLevel, value: PropertyValue(.batteryLevel(.empty))))
        fake.rigs[1].show(PropertyState(.shotsAvailable, value: PropertyValue(.integer(0))))
        fake.rigs[1].show(PropertyState(.lensStatus, value: PropertyValue(.boolean(false))))
        fake.rigs[2].host.update([.storages([])])
        let readiness = fake.rig.readiness
        #expect(!readiness.isReady)
        #expect(readiness.members.map(\.obstacles) == [[.batteryEmpty], [.cardFull, .noLens], [.noCard]])
    }

    // MARK: Settings

    @Test func `settings reach all cameras, or those with a role`() async throws {
        let fake = try await FakeRig.connected()
        try await fake.rig.set([RigSetting(.aperture, "f/8"), RigSetting(.aperture, "f/4", roles: ["b"])])
        #expect(fake.apertures == ["f/8", "f/4", "f/8"])
        // A value that the camera shows already is not sent.
        try await fake.rig.set([RigSetting(.aperture, "f/8")])
        #expect(fake.count(.setProperty) == [1, 2, 1])
        #expect(fake.rig.state == .idle)
    }

    @Test func `a value that one camera does not have is set nowhere`() async throws {
        let fake = try await FakeRig.connected()
        fake.rigs[1].show(
            PropertyState(.aperture, value: CameraRig.apertures[2], settable: .enumeration(Array(CameraRig.apertures.prefix(3))))
        )
        let error = try await Self.failed { () throws(RigError) in
            try await fake.rig.set([RigSetting(.whiteBalanceTemperature, "4000"), RigSetting(.aperture, "f/8")])
        }
        #expect(error.code == .refused)
        #expect(error.problems.map(\.role) == ["b"])
        #expect(error.problems.first?.property == .aperture)
        #expect(error.problems.first?.error.code == .invalidValue)
        #expect(fake.count(.setProperty) == [0, 0, 0])
        #expect(fake.rig.state == .idle)
    }

    @Test func `a property that a camera lacks is an error, unless the setting is optional`() async throws {
        let fake = try await FakeRig.connected()
        fake.rigs[2].show(PropertyState(.aperture))
        #expect(await Self.code { () throws(RigError) in try await fake.rig.set([RigSetting(.aperture, "f/8")]) } == .refused)
        try await fake.rig.set([RigSetting(.aperture, "f/8", isOptional: true)])
        #expect(fake.apertures == ["f/8", "f/8", nil])
    }

    @Test func `after a failure all cameras have their previous values`() async throws {
        let fake = try await FakeRig.connected()
        fake.rigs[2].driver.plan(.setProperty, .succeed, .fail(CameraError(.protocolFailure, "No.")))
        let error = try await Self.failed { () throws(RigError) in
            try await fake.rig.set([RigSetting(.whiteBalanceTemperature, "4000"), RigSetting(.aperture, "f/8")])
        }
        #expect(error.code == .setting)
        #expect(error.problems.map(\.role) == ["c"])
        #expect(error.notRestored.isEmpty)
        #expect(fake.apertures == ["f/5.6", "f/5.6", "f/5.6"])
        #expect(fake.rigs.map { $0.property(.whiteBalanceTemperature).value?.label } == ["5200", "5200", "5200"])
        // In reverse order.
        let set = fake.rigs[0].driver.calls.elements.filter { $0.operation == .setProperty }.map(\.argument)
        #expect(set.count == 4)
        #expect(set[2].contains("f/5.6") && set[3].contains("5200"))
    }

    @Test func `what cannot be set back is named`() async throws {
        let fake = try await FakeRig.connected(2)
        fake.rigs[0].driver.plan(.setProperty, .succeed, .fail(CameraError(.connectionLost, "Gone.")))
        fake.rigs[1].driver.plan(.setProperty, .fail(CameraError(.protocolFailure, "No.")))
        let error = try await Self.failed { () throws(RigError) in try await fake.rig.set([RigSetting(.aperture, "f/8")]) }
        #expect(error.problems.map(\.role) == ["b"])
        #expect(error.notRestored.map(\.role) == ["a"])
        #expect(error.description.contains("not set back: a"))
    }

    @Test func `a cancelled transaction is set back`() async throws {
        let fake = try await FakeRig.connected(2)
        let gate = Gate()
        fake.rigs[1].driver.plan(.setProperty, .hold(gate))
        let work = Task { await Self.code { () throws(RigError) in try await fake.rig.set([RigSetting(.aperture, "f/8")]) } }
        await fake.rigs[1].driver.called(.setProperty)
        await fake.rigs[0].driver.called(.setProperty)
        #expect(await Self.code { () throws(RigError) in try await fake.rig.arm() } == .busy)
        work.cancel()
        #expect(await work.value == .cancelled)
        #expect(fake.apertures == ["f/5.6", "f/5.6"])
    }

    // MARK: Rounds

    @Test func `an armed rig fires without focusing again, and is released`() async throws {
        let fake = try await FakeRig.connected()
        try await fake.rig.arm()
        #expect(fake.rig.state == .armed)
        #expect(fake.rig.readiness.members.map(\.isFocused) == [true, true, true])
        #expect(await Self.code { () throws(RigError) in try await fake.rig.arm() } == .busy)
        try await fake.rig.set([RigSetting(.aperture, "f/8")])
        #expect(fake.rig.state == .armed)
        for rig in fake.rigs { rig.driver.behave { $0.shot = ShotResult(items: [CameraRig.item(7)], offers: []) } }
        let round = try await fake.rig.fire(RigFireOptions(autofocus: true))
        #expect(round.number == 1)
        #expect(round.isComplete)
        #expect(round.pictures.map(\.role) == ["a", "b", "c"])
        #expect(round.pictures.allSatisfy { $0.shot?.files.first?.name == "IMG_0001.JPG" && $0.requested <= $0.answered })
        #expect(fake.rig.state == .idle)
        #expect(fake.count(.engageAutoFocus) == [1, 1, 1])
        #expect(fake.count(.disengageAutoFocus) == [1, 1, 1])
        #expect(try await fake.rig.fire().number == 2)
    }

    @Test func `if one camera does not focus, all are released`() async throws {
        let fake = try await FakeRig.connected()
        fake.rigs[1].driver.plan(.engageAutoFocus, .fail(CameraError(.focusFailed, "Too dark.")))
        let error = try await Self.failed { () throws(RigError) in try await fake.rig.arm() }
        #expect(error.code == .arming)
        #expect(error.problems.map(\.role) == ["b"])
        #expect(fake.rig.state == .idle)
        #expect(fake.count(.disengageAutoFocus)[0] == 1 && fake.count(.disengageAutoFocus)[2] == 1)
        #expect(fake.rig.readiness.members.allSatisfy { !$0.isFocused })
    }

    @Test func `a rig with a camera that is not connected cannot be armed, and fires the others`() async throws {
        let fake = try await FakeRig.connected()
        await fake.rigs[0].camera.disconnect()
        #expect(await Self.code { () throws(RigError) in try await fake.rig.arm() } == .arming)
        for rig in fake.rigs { rig.driver.behave { $0.shot = ShotResult(items: [CameraRig.item(7)], offers: []) } }
        fake.rigs[2].driver.plan(.shoot, .fail(CameraError(.storageFull, "Full.")))
        let round = try await fake.rig.fire()
        #expect(round.missing == ["a", "c"])
        #expect(round.pictures.map { $0.error?.code } == [.notConnected, nil, .storageFull])
    }

    @Test func `disarming releases, and needs no armed rig`() async throws {
        let fake = try await FakeRig.connected(2)
        try await fake.rig.disarm()
        try await fake.rig.arm()
        try await fake.rig.disarm()
        #expect(fake.rig.state == .idle)
        #expect(fake.count(.disengageAutoFocus) == [1, 1])
    }

    @Test func `a slower camera is requested earlier`() async throws {
        let fake = try FakeRig(2, lags: [.milliseconds(100), .milliseconds(40)])
        try await fake.rig.connect()
        let work = Task { try await fake.rig.fire() }
        await fake.rigs[0].driver.called(.shoot)
        // The fake cameras have a clock each.
        await fake.rigs[1].clock.waitForTimers()
        #expect(fake.rigs[1].driver.count(of: .shoot) == 0)
        fake.rigs[1].clock.advance(by: .milliseconds(59))
        #expect(fake.rigs[1].driver.count(of: .shoot) == 0)
        fake.rigs[1].clock.advance(by: .milliseconds(1))
        await fake.rigs[1].driver.called(.shoot)
        _ = try await work.value
    }

    @Test func `releases at a time are requested earlier by each camera's lag`() async throws {
        let fake = try FakeRig(2, lags: [.milliseconds(100), .zero])
        try await fake.rig.connect()
        let start = ClockTime(nanosecondsSince1970: 1_767_225_600_000_000_000)
        let work = Task { try await fake.rig.fire(RigFireOptions(time: start.advanced(by: .milliseconds(250)))) }
        for (rig, due) in zip(fake.rigs, [150, 250]) {
            await rig.clock.waitForTimers()
            rig.clock.advance(by: .milliseconds(due - 1))
            #expect(rig.driver.count(of: .shoot) == 0)
            rig.clock.advance(by: .milliseconds(1))
            await rig.driver.called(.shoot)
        }
        let round = try await work.value
        #expect(round.pictures.map { $0.requested.duration(since: start) } == [.milliseconds(150), .milliseconds(250)])
    }
}
