import CameraModel
import Testing

@testable import CameraRigs

struct RigMachineTests {
    typealias Request = (inout RigMachine) -> Bool

    @Test func `requests are permitted by the state`() {
        let requests: [(RigState, Request)] = [
            (.arming, { $0.arm() }), (.firing, { $0.fire() }), (.disarming, { $0.disarm() }), (.setting, { $0.set() }),
        ]
        let idle: [RigState] = [.arming, .firing, .setting]
        let armed: [RigState] = [.firing, .disarming, .setting]
        for (state, request) in requests {
            var machine = RigMachine()
            #expect(request(&machine) == idle.contains(state))
            machine = Self.armed
            #expect(request(&machine) == armed.contains(state))
        }
        // No request is permitted while another one is in progress.
        for (state, first) in requests {
            for (_, second) in requests {
                var machine = state == .disarming ? Self.armed : RigMachine()
                #expect(first(&machine))
                #expect(!second(&machine))
                #expect(machine.state == state)
            }
        }
    }

    private static var armed: RigMachine {
        var machine = RigMachine()
        _ = machine.arm()
        machine.end()
        return machine
    }

    @Test func `the state after a request`() {
        var machine = Self.armed
        #expect(machine.state == .armed)
        _ = machine.set()
        machine.end()
        #expect(machine.state == .armed)
        _ = machine.fire()
        machine.end()
        #expect(machine.state == .idle)
        _ = machine.arm()
        machine.fail()
        #expect(machine.state == .idle)
        machine = Self.armed
        _ = machine.disarm()
        machine.end()
        #expect(machine.state == .idle)
    }
}

struct SettingTransactionTests {
    typealias Step = SettingTransaction.Step

    @Test func `modes come first, and later settings replace earlier ones`() throws {
        let transaction = try SettingTransaction(
            [
                RigSetting(.isoSpeed, "400"), RigSetting(.aperture, "f/8", roles: ["b"]), RigSetting(.exposureMode, "M"),
                RigSetting(.isoSpeed, "800", roles: ["a"], isOptional: true),
            ],
            roles: ["a", "b"]
        )
        #expect(
            transaction.modes == [
                Step(member: 0, property: .exposureMode, text: "M", isOptional: false),
                Step(member: 1, property: .exposureMode, text: "M", isOptional: false),
            ]
        )
        #expect(
            transaction.others == [
                Step(member: 1, property: .isoSpeed, text: "400", isOptional: false),
                Step(member: 1, property: .aperture, text: "f/8", isOptional: false),
                Step(member: 0, property: .isoSpeed, text: "800", isOptional: true),
            ]
        )
    }

    @Test func `a role that does not exist is refused`() {
        let error = #expect(throws: RigError.self) {
            try SettingTransaction([RigSetting(.isoSpeed, "400", roles: ["c"])], roles: ["a", "b"])
        }
        #expect(error?.message == "The rig has no \"c\". It has a, b.")
    }
}
