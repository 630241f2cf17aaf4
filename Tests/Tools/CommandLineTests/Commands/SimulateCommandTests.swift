import PTPResponder
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import hotshoe

@Suite struct SimulateCommandTests {
    private static let quick = ["--local", "--port", "0", "--seconds", "0.05", "--speed", "instant", "--picture-size", "96x64"]

    @Test func `it prints where it listens, and ends after the duration`() async throws {
        let run = await CommandRun.of(["simulate", "--json", "--name", "Ada"] + Self.quick)
        #expect(run.code == .success)
        let object = try #require(run.objects.first)
        #expect(run.objects.count == 1)
        #expect(
            object["name"]?.text == "Ada" && object["serialNumber"]?.text == "SIM-0001" && object["event"]?.text == "listening"
        )
        let port = try #require(object["port"]?.number)
        #expect(port > 0 && object["addresses"]?.list.first?.text == "127.0.0.1:\(Int(port))")
    }

    @Test(arguments: ["ptpip", "usb"]) func `only this computer reaches it, which is printed, with --local and without`(
        transport: String
    ) async throws {
        for words in [Self.quick, Self.quick.filter { $0 != "--local" }] {
            let run = await CommandRun.of(["simulate", "--transport", transport, "--json"] + words)
            let list = try #require(run.objects.first?["addresses"]?.list)
            let addresses = list.compactMap(\.text)
            #expect(!addresses.isEmpty && addresses.allSatisfy { $0.hasPrefix("127.0.0.1:") || $0.hasPrefix("[::1]:") })
            let result = await CommandRun.of(["simulate", "--transport", transport] + words)
            let selector = transport == "ptpip" ? ", with --camera 127.0.0.1:" : "; --public allows others.\n"
            #expect(result.messages.contains("Only this computer can use it\(selector)") && !result.messages.contains("warning"))
        }
    }

    @Test func `a body with its vendor's protocol on networks prints how it is reached, and others are refused`() async throws {
        let wireless = ["simulate", "--transport", "wireless"] + Self.quick
        let run = await CommandRun.of(wireless + ["--personality", "fujifilm-x-t4", "--json"])
        let port = try #require(run.objects.first?["port"]?.number)
        #expect(run.code == .success && port > 0 && run.objects.first?["name"]?.text == "X-T4")
        let shown = await CommandRun.of(wireless + ["--personality", "fujifilm-x-t4"])
        #expect(shown.messages.contains("with --camera fujifilm:127.0.0.1:"))
        let refused = await CommandRun.of(wireless)
        #expect(refused.code == .usage && refused.messages.contains("fujifilm-x-t4"))
        let fault = await CommandRun.of(wireless + ["--personality", "fujifilm-x-t4", "--fault", "split-header"])
        #expect(fault.code == .usage && fault.messages.contains("works only with --transport usb"))
        let probe = await CommandRun.of(wireless + ["--personality", "fujifilm-x-t4", "--fault", "probe"])
        #expect(probe.code == .usage && probe.messages.contains("works only with --transport ptpip"))
    }

    @Test(arguments: [
        (["--transport", "wireless", "--personality", "fujifilm-x-t4", "--port", "65534"], "65533"),
        (["--transport", "wireless", "--personality", "fujifilm-x-t4", "--port", "65533", "--count", "2"], "65530"),
        (["--port", "65535", "--count", "2"], "65534"),
    ])
    func `a port without enough others after it is a usage error that names the highest one`(
        words: [String],
        highest: String
    ) async {
        let run = await CommandRun.of(["simulate"] + words)
        #expect(run.code == .usage && run.messages.contains("--port") && run.messages.contains("Choose \(highest) or less"))
    }

    @Test func `the help names the list of all bodies`() async {
        #expect(await CommandRun.of(["help", "simulate"]).data.contains("--list-personalities lists them"))
        let list = await CommandRun.of(["simulate", "--list-personalities"])
        for body in Personality.all { #expect(list.data.contains(body.name), "\(body)") }
    }

    @Test func `the vendor that is announced is the body's own`() {
        #expect(
            Personality.named("canon-eos-r5")?.announcedVendor == "b"
                && Personality.named("canon-eos-80d")?.announcedVendor == "b"
        )
        #expect(Personality.generic.announcedVendor == "6")
        #expect(Personality.generic.announcedKeys.isEmpty)
        #expect(
            Personality.nikonZ6II.announcedKeys == ["vid": "A", "pid": "44C", "apps": "NCWC", "grpn": "NX"]
                && Personality.nikonD850.announcedKeys["pid"] == "441"
        )
    }

    @Test func `the bodies are listed, with their numbers`() async {
        let run = await CommandRun.of(["simulate", "--list-personalities", "--json"])
        #expect(run.code == .success && run.objects.compactMap { $0["name"]?.text } == Personality.all.map(\.name))
        #expect(
            run.objects.contains {
                $0["model"]?.text == "Z 6_2" && $0["vendorID"]?.text == "04b0" && $0["productID"]?.text == "044c"
            }
        )
        let text = await CommandRun.of(["simulate", "--list-personalities"])
        #expect(text.data.contains("nikon-d850  04b0:0441  D850 (written from descriptions only)\n"))
    }

    @Test func `several cameras have ports and names of their own`() async {
        let run = await CommandRun.of(["simulate", "--json", "--count", "3", "--name", "Ada"] + Self.quick)
        #expect(run.objects.compactMap { $0["name"]?.text } == ["Ada 1", "Ada 2", "Ada 3"])
        #expect(Set(run.objects.compactMap { $0["port"]?.number }).count == 3)
        #expect(Set(run.objects.compactMap { $0["identifier"]?.text }).count == 3)
    }

    @Test(arguments: [
        ("generic", "Simulated Camera"), ("canon-eos-r5", "Canon EOS R5"), ("canon-eos-80d", "Canon EOS 80D"),
        ("nikon-d850", "D850"),
    ])
    func `it is called as the body that it is`(_ body: String, _ name: String) async {
        let run = await CommandRun.of(["simulate", "--json", "--personality", body] + Self.quick)
        #expect(run.code == .success)
        #expect(run.objects.first?["name"]?.text?.hasPrefix(name) == true)
        #expect(run.objects.first?["serialNumber"]?.text == "SIM-0001")
    }

    @Test(arguments: [
        ("descriptors=FAULT", "no-endpoints"), ("halt=PHASE", "interrupt"), ("stall=now", "acknowledged"),
        ("truncate", "truncate=10"),
    ])
    func `a fault with a wrong value is explained with the values that it takes`(fault: String, value: String) async {
        let run = await CommandRun.of(["simulate", "--transport", "usb", "--fault", fault])
        #expect(run.code == .usage)
        #expect(run.messages.contains(value), "\(run.messages)")
    }

    @Test func `an unknown body is a usage error, with the nearest one`() async {
        let near = await CommandRun.of(["simulate", "--personality", "canon-eos-r6"] + Self.quick)
        #expect(near.code == .usage && near.messages.contains("Did you mean canon-eos-r5?"))
        let far = await CommandRun.of(["simulate", "--personality", "bellows"] + Self.quick)
        let last = Personality.all.suffix(2).map(\.name)
        #expect(far.code == .usage && far.messages.contains("\(last[0]) or \(last[1])"))
    }

    @Test func `faults of either kind are accepted, also from a file`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/faults"
        folder.write(Array("# two\nbusy@shoot*3\n\n  truncate=5@get-object-info  # cut\n".utf8), to: "faults")
        let faults = try FaultFile.read(path)
        #expect(faults.compactMap(\.ofCamera) == [SimulatedFault("busy@shoot*3")])
        #expect(faults.compactMap(\.ofWire) == [ResponderFault("truncate=5@get-object-info")])
        let words = ["simulate", "--fault", "focus-fails", "--fault", "probe@get-object", "--faults", path]
        #expect(await CommandRun.of(words + Self.quick).code == .success)
    }

    @Test func `an invalid fault, a camera of another kind, or a used port is an error`() async throws {
        let wrong = await CommandRun.of(["simulate", "--fault", "trunkate=5"] + Self.quick)
        #expect(wrong.code == .usage && wrong.messages.contains("Did you mean truncate?"))
        #expect(await CommandRun.of(["simulate", "--camera", "ptpip:10.0.0.1"] + Self.quick).code == .usage)
        let folder = try TemporaryFolder()
        folder.write(Array("probe\nnonsense\n".utf8), to: "faults")
        let line = await CommandRun.of(["simulate", "--faults", "\(folder.path)/faults"] + Self.quick)
        #expect(line.code == .usage && line.messages.contains("Line 2"))
        #expect(await CommandRun.of(["simulate", "--faults", "\(folder.path)/none"] + Self.quick).code == .storage)
    }

    @Test func `each folder is a card`() async throws {
        let folder = try TemporaryFolder()
        let words = ["simulate", "--count", "2", "--storage", "\(folder.path)/a"]
        #expect(await CommandRun.of(words + Self.quick).code == .success)
        #expect(LocalFolder.exists("\(folder.path)/a/SIM-0002"))
    }

    // MARK: USB

    private static let usb = ["--transport", "usb"] + quick.filter { $0 != "--local" }

    @Test(arguments: [("generic", "1209", "0001"), ("canon-eos-r5", "04a9", "32f4"), ("canon-eos-80d", "04a9", "3294")])
    func `on USB it prints the command that attaches it`(_ body: String, _ vendor: String, _ product: String) async throws {
        let run = await CommandRun.of(["simulate", "--json", "--count", "2", "--personality", body] + Self.usb)
        #expect(run.code == .success && run.objects.count == 2)
        for (index, object) in run.objects.enumerated() {
            let busID = "1-\(index + 1)"
            let port = Int(try #require(object["port"]?.number))
            #expect(object["event"]?.text == "listening" && object["transport"]?.text == "usb" && object["busid"]?.text == busID)
            #expect(object["vendorID"]?.text == vendor && object["productID"]?.text == product)
            #expect(object["serialNumber"]?.text == "SIM-000\(index + 1)")
            #expect(object["attach"]?.text == "usbip --tcp-port \(port) attach -r 127.0.0.1 -b \(busID)")
            #expect(object["addresses"]?.list.first?.text == "127.0.0.1:\(port)")
        }
    }

    @Test func `on USB a person is result the same`() async {
        let run = await CommandRun.of(["simulate"] + Self.usb)
        #expect(run.code == .success && run.data.contains("SIM-0001") && run.data.contains("attach -r 127.0.0.1 -b 1-1"))
    }

    @Test(arguments: USBSpeed.allCases) func `on USB the speed is chosen`(_ speed: USBSpeed) async {
        #expect(await CommandRun.of(["simulate", "--usb-speed", speed.rawValue] + Self.usb).code == .success)
    }

    @Test func `faults of USB are accepted`() async {
        let words = ["simulate", "--fault", "halt=data@get-object", "--fault", "descriptors=looping", "--fault", "focus-fails"]
        #expect(await CommandRun.of(words + Self.usb).code == .success)
        let wrong = await CommandRun.of(["simulate", "--fault", "halt=lens"] + Self.usb)
        #expect(wrong.code == .usage && wrong.messages.contains("command, data, response or interrupt"))
        let near = await CommandRun.of(["simulate", "--fault", "split-headers"] + Self.usb)
        #expect(near.code == .usage && near.messages.contains("Did you mean split-header?"))
    }

    @Test(arguments: [["--name", "Ada"], ["--queue"], ["--local", "--public"]]) func `a fault that USB lacks is a usage error`(
        _ words: [String]
    ) async {
        let run = await CommandRun.of(["simulate"] + words + Self.usb)
        let blamed = words.last { $0.hasPrefix("--") } ?? ""
        #expect(run.code == .usage && run.messages.contains(blamed))
    }

    @Test func `a fault that PTP/IP lacks is a usage error`() async {
        let run = await CommandRun.of(["simulate", "--usb-speed", "high"] + Self.quick)
        #expect(run.code == .usage && run.messages.contains("--usb-speed works only with --transport usb."))
        #expect(await CommandRun.of(["simulate", "--transport", "firewire"] + Self.quick).code == .usage)
    }

    @Test(arguments: [
        ("halt=data", quick, "usb"), ("descriptors=looping", quick, "usb"), ("split-event@get-object*2", quick, "usb"),
        ("probe", usb, "ptpip"), ("event-refused", usb, "ptpip"), ("end-without-start", usb, "ptpip"),
    ])
    func `a fault that could never strike is a usage error`(fault: String, served: [String], other: String) async throws {
        let folder = try TemporaryFolder()
        folder.write(Array("\(fault)\n".utf8), to: "faults")
        for (option, value) in [("--fault", fault), ("--faults", folder.path + "/faults")] {
            let run = await CommandRun.of(["simulate", option, value] + served)
            #expect(run.code == .usage && run.messages.contains("\(option): \"\(fault)\" works only with --transport \(other)."))
        }
    }

    @Test func `two servers cannot have the same port`() async throws {
        let responder = USBResponder(cameras: [], configuration: .init(addresses: [.loopback(port: 0)]))
        try responder.start()
        let port = try #require(responder.addresses.first?.port)
        let run = await CommandRun.of(["simulate", "--transport", "usb", "--port", "\(port)", "--seconds", "0.05"])
        #expect(run.code == .failure && run.messages.contains("Choose another port"))
        await responder.stop()
    }
}
