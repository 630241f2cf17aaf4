import CameraModel
import HotShoe
import PTPResponder
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

/// Every settable property of every simulated body, set by the command line.
@Suite(.timeLimit(.minutes(15))) struct EverySettingTests {
    static let bodies = Personality.all.map(\.name)

    /// A property as `hotshoe get --values --json` prints it.
    struct Setting {
        let property: String
        let value: String?
        let others: [String]

        init?(_ object: [String: JSON]) {
            guard let property = object["property"]?.text, object["settable"] == .boolean(true) else { return nil }
            self.property = property
            let value = object["value"]?.text
            self.value = value
            others = (object["values"]?.list ?? []).compactMap(\.text).filter { $0 != value }
        }
    }

    @Test(arguments: bodies) func `get shows what set has set, or set fails`(_ body: String) async throws {
        let served = try ServedSimulator(personality: body)
        let all = await served.run("get", "--values", "--json").objects.compactMap(Setting.init)
        #expect(all.count > 10)
        // Every seventh of up to two hundred with a connection for each command, the others in one connection.
        var wrong: [String] = []
        let (sampled, others) = Self.sample(all, every: 7)
        for setting in sampled { if let fault = await Self.fault(setting, { await served.run($0) }) { wrong.append(fault) } }
        let doubtful = try await served.withConnection { run in
            var doubtful: [Setting] = []
            for setting in others where await Self.fault(setting, run) != nil { doubtful.append(setting) }
            return doubtful
        }
        // What is set may forbid other settings as long as the connection lasts.
        for setting in doubtful { if let fault = await Self.fault(setting, { await served.run($0) }) { wrong.append(fault) } }
        #expect(doubtful.count <= 3, "\(doubtful.map(\.property))")
        #expect(wrong == [], "\(wrong.joined(separator: "\n"))")
    }

    private static func sample<Element>(_ all: [Element], every step: Int) -> (sampled: [Element], others: [Element]) {
        let numbered = Array(all.enumerated())
        return (numbered.filter { $0.0 % step == 0 }.map(\.1), numbered.filter { $0.0 % step != 0 }.map(\.1))
    }

    /// Sets another value, and the first one again. Returns what is wrong.
    private static func fault(_ setting: Setting, _ run: ([String]) async -> CommandRun) async -> String? {
        guard let wanted = setting.others.last else { return nil }
        let result = await run(["set", setting.property, wanted])
        let shown = await run(["get", setting.property]).lines.first ?? ""
        guard result.code == .success else {
            return result.messages.contains("has no effect") ? nil : "\(setting.property): \(result.messages)"
        }
        if let value = setting.value { _ = await run(["set", setting.property, value]) }
        return shown == wanted ? nil : "\(setting.property): \(wanted) set, \(shown) shown"
    }

    @Test(arguments: bodies) func `the names and values that get prints are accepted by set, in any case`(_ body: String)
        async throws
    {
        let served = try ServedSimulator(personality: body)
        let objects = await served.run("get", "--values", "--json").objects
        let lines = await served.run("get").lines.dropFirst()
        #expect(lines.count == objects.count)
        let (sampled, others) = Self.sample(Array(objects.enumerated()), every: 10)
        var wrong: [String] = []
        for (index, object) in sampled { wrong += await Self.faults(object, isThorough: index % 5 == 0) { await served.run($0) } }
        wrong += try await served.withConnection { run in
            var wrong: [String] = []
            for (index, object) in others { wrong += await Self.faults(object, isThorough: index % 5 == 0, run) }
            return wrong
        }
        #expect(wrong == [], "\(wrong.joined(separator: "\n"))")
    }

    /// Gets and sets a property by its names. Returns what is wrong.
    private static func faults(
        _ object: [String: JSON],
        isThorough: Bool,
        _ run: ([String]) async -> CommandRun
    ) async -> [String] {
        // The clock moves on.
        guard let property = object["property"]?.text, property != "vendor-0x5011", let setting = Setting(object),
            let value = setting.value.map({ $0.isEmpty ? "–" : $0 })
        else { return [] }
        let names =
            [property, property.uppercased()]
            + (object["vendorName"]?.text).map { name in
                [name, name.lowercased(), name.uppercased(), "\(property) \(name)"]
                    + name.split(separator: "/").map(String.init)
            }.flattened
        // A maker's bodies have up to two hundred properties: of most of them one name in one case.
        let isThorough = isThorough || !property.hasPrefix("vendor-")
        var wrong: [String] = []
        for name in isThorough ? names : [names.last!] {
            let shown = await run(["get", name])
            if shown.code != .success || shown.lines.first != value { wrong.append("get \(name): \(shown.messages)") }
        }
        for text in [value.lowercased(), value.uppercased()].prefix(isThorough ? 2 : 1) {
            let result = await run(["set", names.last!, text])
            if result.code != .success, !result.messages.contains("has no effect") {
                wrong.append("set \(names.last!) \(text): \(result.messages)")
            }
        }
        return wrong
    }

    @Test(arguments: bodies) func `the battery is shown`(_ body: String) async throws {
        let served = try ServedSimulator(personality: body)
        let shown = await served.run("get", body == "generic" ? "BatteryLevel" : "battery-level")
        // The generic body has the standard's property under the name that all cameras share.
        let level = body == "generic" ? await served.run("get", "battery-level") : shown
        #expect(level.lines == ["full"], "\(level.messages)")
    }

    @Test(arguments: [
        ("canon-eos-r5", "Artist"), ("canon-eos-r5", "owner"), ("canon-eos-80d", "COPYRIGHT"), ("nikon-z6-2", "ArtistName"),
        ("nikon-d850", "copyrightinfo"), ("nikon-d850", "ImageCommentString"),
    ])
    func `texts of the owner are set and shown`(_ body: String, _ property: String) async throws {
        let served = try ServedSimulator(personality: body)
        let set = await served.run("set", property, "Ada Lovelace")
        #expect(set.code == .success, "\(set.messages)")
        #expect(await served.run("get", property).lines == ["Ada Lovelace"])
        let tooLong = await served.run("set", property, String(repeating: "x", count: 300))
        #expect(tooLong.code == .value)
        #expect(tooLong.messages.contains(" bytes."))
        #expect(await served.run("set", property, "").code == .success)
        #expect(await served.run("get", property).lines == ["–"])
    }

    @Test(arguments: [
        ("fujifilm-x-t4", "film-simulation", "Velvia/Vivid"), ("canon-eos-r5", "PictureStyle", "Landscape"),
        ("nikon-z6-2", "ExposureIndex", "ISO 400"), ("generic", "fnumber", "f/8"),
    ])
    func `a vendor's name of a property that all cameras share is understood`(body: String, name: String, value: String)
        async throws
    {
        let served = try ServedSimulator(personality: body)
        served.simulator.turn(.exposureMode, to: "M")
        let run = await served.run("set", name, value)
        #expect(run.code == .success, "\(run.messages)")
        #expect(await served.run("get", name).lines == [value])
    }

    @Test func `a name that only another vendor uses is reported with those of this camera`() async throws {
        let served = try ServedSimulator(personality: "nikon-d850")
        let run = await served.run("set", "Artist", "Ada")
        #expect(run.code == .value)
        #expect(run.messages == "hotshoe: Unknown property \"Artist\". Did you mean ArtistName?\n")
    }
}

extension [String]? {
    fileprivate var flattened: [String] { self ?? [] }
}
