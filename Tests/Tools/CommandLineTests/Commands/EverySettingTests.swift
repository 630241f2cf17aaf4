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
        var wrong: [String] = []
        for setting in all {
            guard let wanted = setting.others.last else { continue }
            let result = await served.run("set", setting.property, wanted)
            let shown = await served.run("get", setting.property).lines.first ?? ""
            if result.code == .success {
                if shown != wanted { wrong.append("\(setting.property): \(wanted) set, \(shown) shown") }
                if let value = setting.value { _ = await served.run("set", setting.property, value) }
            } else if !result.messages.contains("has no effect") {
                wrong.append("\(setting.property): \(result.messages)")
            }
        }
        #expect(wrong == [], "\(wrong.joined(separator: "\n"))")
    }

    @Test(arguments: bodies) func `the names and values that get prints are accepted by set, in any case`(_ body: String)
        async throws
    {
        let served = try ServedSimulator(personality: body)
        let objects = await served.run("get", "--values", "--json").objects
        let lines = await served.run("get").lines.dropFirst()
        #expect(lines.count == objects.count)
        var wrong: [String] = []
        for (index, object) in objects.enumerated() {
            // The clock moves on.
            guard let property = object["property"]?.text, property != "vendor-0x5011", let setting = Setting(object),
                let value = setting.value.map({ $0.isEmpty ? "–" : $0 })
            else { continue }
            let names =
                [property, property.uppercased()]
                + (object["vendorName"]?.text).map { name in
                    [name, name.lowercased(), name.uppercased(), "\(property) \(name)"]
                        + name.split(separator: "/").map(String.init)
                }.flattened
            // A maker's bodies have up to two hundred properties, and each command connects: of most of them one name in one case.
            let isThorough = index % 5 == 0 || !property.hasPrefix("vendor-")
            for name in isThorough ? names : [names.last!] {
                let shown = await served.run("get", name)
                if shown.code != .success || shown.lines.first != value { wrong.append("get \(name): \(shown.messages)") }
            }
            for text in [value.lowercased(), value.uppercased()].prefix(isThorough ? 2 : 1) {
                let result = await served.run("set", names.last!, text)
                if result.code != .success, !result.messages.contains("has no effect") {
                    wrong.append("set \(names.last!) \(text): \(result.messages)")
                }
            }
        }
        #expect(wrong == [], "\(wrong.joined(separator: "\n"))")
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
