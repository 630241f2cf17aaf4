import CameraModel
import CameraRecords
import Testing

@testable import hotshoe

@Suite struct PropertyCommandTests {
    @Test func `one property is its value alone`() async {
        #expect(await CommandRun.simulated("get", "aperture").data == "f/5.6\n")
    }

    @Test func `several are a table`() async {
        let run = await CommandRun.simulated("get", "aperture", "shutter-speed")
        #expect(run.lines.first?.hasPrefix("PROPERTY") == true)
        #expect(run.lines.count == 3)
        #expect(run.lines[2].hasSuffix("read only"))
    }

    @Test func `the accepted values are printed one a line`() async {
        let lines = await CommandRun.simulated("get", "aperture", "--values").lines
        #expect(lines.contains("f/2.8"))
        #expect(lines.contains("f/22"))
    }

    @Test func `as JSON a property has all its parts`() async {
        let object = await CommandRun.simulated("get", "iso", "--values", "--json").objects.first
        #expect(object?["property"] == .text("iso"))
        #expect(object?["value"] == .text("ISO 200"))
        #expect(object?["settable"] == .boolean(true))
        #expect(object?["values"]?.list.contains(.text("ISO 400")) == true)
    }

    @Test func `a property without a value is null`() throws {
        let recorded = RecordedOutput()
        let record = PropertyRecord(PropertyState(.batteryLevel), withValues: false, in: SettingObstacle.Situation())
        try recorded.output.json(record)
        let text = #"{"category":"information","property":"battery-level","settable":false,"value":null}"#
        #expect(recorded.data.text == text + "\n")
    }

    @Test func `all of them are everything that has a value`() async {
        let objects = await CommandRun.simulated("get", "--json").objects
        #expect(objects.count > 30)
        #expect(objects.allSatisfy { $0["value"] != .null })
    }

    @Test(arguments: [
        ("apertur", "Did you mean aperture?"), ("shuterspeed", "Did you mean shutter-speed?"),
        ("white", "Did you mean white-balance"),
        ("xyzzy", "`hotshoe get` lists them"),
    ])
    func `an error for an unknown property names the nearest, and needs no camera`(name: String, advice: String) async {
        let run = await CommandRun.of(["get", name])
        #expect(run.code == .value)
        #expect(run.messages.hasPrefix("hotshoe: Unknown property \"\(name)\". "))
        #expect(run.messages.contains(advice))
        #expect(await CommandRun.of(["set", name, "1"]).code == .value)
        #expect(await CommandRun.of(["watch", name]).code == .value)
    }

    @Test func `a property that this camera lacks is reported`() async {
        let run = await CommandRun.simulated("get", "vendor-0xD001")
        #expect(run.code == .value)
        #expect(run.messages.contains("This camera has no such property."))
    }

    @Test func `setting prints the old and the new value`() async {
        let run = await CommandRun.simulated("set", "aperture", "2.8")
        #expect(run.code == .success)
        #expect(run.data == "aperture  f/5.6 → f/2.8\n")
        let object = await CommandRun.simulated("set", "aperture", "f/2.8", "--json").objects.first
        #expect(
            object == [
                "property": .text("aperture"), "old": .text("f/5.6"), "value": .text("f/2.8"), "number": .number(2.8),
                "unit": .text("f-number"),
            ]
        )
    }

    @Test func `negative values need no dashes`() async {
        #expect(await CommandRun.simulated("set", "exposure-compensation", "-1/3").data.hasSuffix("-⅓\n"))
    }

    @Test func `an error for a refused value names the nearest`() async {
        let run = await CommandRun.simulated("set", "aperture", "f/3")
        #expect(run.code == .value)
        #expect(run.data == "")
        #expect(
            run.messages
                == "hotshoe: aperture: The camera does not accept f/3 now. The nearest values are f/2.8 and f/3.2.\n"
        )
    }

    @Test func `an error for an invalid value lists the accepted ones`() async {
        let run = await CommandRun.simulated("set", "white-balance", "teal")
        #expect(run.code == .value)
        #expect(run.messages.contains("daylight"))
    }

    @Test func `a misspelt value is answered with the nearest one`() async {
        let run = await CommandRun.simulated("set", "white-balance", "cloudyy")
        #expect(run.code == .value)
        #expect(run.messages == "hotshoe: white-balance: Unknown value \"cloudyy\". Did you mean cloudy?\n")
        #expect(await CommandRun.simulated("set", "apperture", "f/4").messages.contains("Did you mean aperture?"))
    }

    @Test func `the duration of a setting is not treated as silence of the camera`() async {
        let ignored = await CommandRun.simulated("set", "aperture", "f/4", "--timeout", "3", "--fault", "ignore-setting")
        #expect(ignored.code == .timedOut)
        #expect(ignored.messages == "hotshoe: aperture: The camera accepted f/4, but still shows f/5.6 after 3 s.\n")
    }

    @Test func `a property that is read-only in this mode is unavailable`() async {
        let run = await CommandRun.simulated("set", "aperture", "f/4", "--fault", "turn=exposure-mode:P")
        #expect(run.code == .unavailable)
        #expect(
            run.messages == "hotshoe: In mode P the camera chooses the aperture. First: `hotshoe set exposure-mode A` (or M).\n"
        )
    }

    @Test func `another value of the camera is reported, and without waiting it is not`() async {
        let waited = await CommandRun.simulated("set", "aperture", "f/4", "--fault", "adjust-setting")
        #expect(waited.code == .timedOut)
        #expect(waited.messages == "hotshoe: aperture: The camera chose f/4.5 instead of f/4.\n")
        let unwaited = await CommandRun.simulated("set", "aperture", "f/4", "--no-wait", "--fault", "adjust-setting")
        #expect(unwaited.code == .success)
    }

    @Test(arguments: [
        ("busy@set-property", ExitCode.busy), ("unplug@set-property", .connection), ("unplug@connect", .connection),
        ("fail=connection-refused@connect", .connection), ("fail=pairing-required@connect", .authentication),
    ])
    func `a camera that fails is one line and its code`(fault: String, code: ExitCode) async {
        let run = await CommandRun.simulated("set", "iso", "400", "--fault", fault)
        #expect(run.code == code)
        #expect(run.data == "")
        #expect(run.messages.split(separator: "\n").count == 1)
    }

    @Test func `a camera that never answers times out`() async {
        #expect(await CommandRun.simulated("get", "--fault", "hang@connect", "--timeout", "0.1").code == .timedOut)
        #expect(
            await CommandRun.simulated("set", "iso", "400", "--fault", "hang@set-property", "--timeout", "0.1").code == .timedOut
        )
    }

    @Test func `watching prints changes at the camera`() async {
        let run = await CommandRun.simulated("watch", "iso", "--fault", "turn=iso:800@2s", "--fault", "unplug@3s", "--json")
        #expect(run.code == .connection)
        let change = run.objects.first { $0["event"] == .text("property") }
        #expect(change?["subject"] == .text("iso"))
        #expect(change?["old"] == .text("ISO 200"))
        #expect(change?["value"] == .text("ISO 800"))
    }

    @Test func `watching ends when its time is up`() async {
        let run = await CommandRun.simulated("watch", "aperture", "--seconds", "0.1")
        #expect(run.code == .success)
        #expect(run.data == "")
    }

    @Test func `watching ends with the camera`() async {
        let run = await CommandRun.simulated("watch", "--fault", "unplug@2s")
        #expect(run.code == .connection)
        #expect(run.messages.contains("the connection was lost"))
    }

    @Test func `info lists the cards and the camera's capabilities`() async {
        let run = await CommandRun.simulated("info")
        #expect(run.data.contains("SIM-0001"))
        let object = await CommandRun.simulated("info", "--json").objects.first
        #expect(object?["storages"]?.list.count == 2)
        #expect(object?["properties"] == .number(37))
    }
}
