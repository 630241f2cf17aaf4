import CameraModel
import Glibc
import HotShoeSupport
import IPTransport
import PTPResponder
import SimulatedCamera
import Testing

/// Thousands of operations with faults in between, all of which follow from a seed, and what must be true of the camera meanwhile.
///
/// `HOTSHOE_SOAK_COUNT` and `HOTSHOE_SOAK_SEED` say how many and which; `HOTSHOE_SOAK_REPORT` is a file for figures.
final class Soak {
    private static let samplePictures = 3
    private static let kinds = FaultSweepTests.kinds

    private let count: Int
    private let report: String?
    private var dice: Dice
    private var served: ServedSimulator?
    private var rig: DriverRig?

    /// What was uploaded and must be there: the bytes, by name.
    private var kept: [String: [UInt8]] = [:]
    /// What may be there or not: an upload or a deletion of which no one knows how it ended.
    private var uncertain: [String: [UInt8]] = [:]
    /// What was done to each file, for those who look for one.
    private var history: [String: [String]] = [:]
    private var lastFaults: [String] = []
    private var nextName = 0
    /// A picture that was there from the start, while its number is good.
    private var file: StoredItem?
    private var (operations, failures, faults, connections, audits) = (0, 0, 0, 0, 0)
    private var before = Footprint()
    private var warm = Footprint()
    private let clock = HurriedClock(100)

    /// Names, and numbers that no other camera has, that look random and are the same each time (SplitMix64).
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    struct Broken: Error, CustomStringConvertible { let description: String }

    init() throws {
        count = Self.variable("COUNT").flatMap { Int($0) } ?? 1000
        dice = Dice(state: Self.variable("SEED").flatMap { UInt64($0) } ?? 1)
        report = Self.variable("REPORT")
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv("HOTSHOE_SOAK_\(name)").map { unsafe String(cString: $0) }
    }

    /// Whether memory says nothing: sanitizers keep what was freed.
    private static var isSanitized: Bool { unsafe getenv("HOTSHOE_SANITIZER") != nil }

    // MARK: Running

    func run() async throws {
        // The process's own threads are there from the first connection on.
        try await begin()
        try await reconnect()
        await end()
        before = Footprint()
        try await begin()
        try await reconnect()
        while operations < count {
            if operations == count / 4 { warm = Footprint() }
            if operations % 500 == 499 { try await audit() }
            try await step()
            operations += 1
        }
        try await audit()
    }

    private func begin() async throws {
        let made = try ServedSimulator(samplePictures: Self.samplePictures)
        served = made
        rig = DriverRig(made.address, time: clock)
    }

    private func end() async {
        await rig?.camera.disconnect()
        rig = nil
        await served?.responder.stop()
        served = nil
    }

    private func reconnect() async throws {
        connections += 1
        file = nil
        try await rig!.reconnect()
    }

    /// One operation, one in twenty-five with a fault.
    private func step() async throws {
        guard let camera = rig?.camera, let served else { return }
        if camera.connectionState != .connected { try await reconnect() }
        if Int.random(in: 0..<25, using: &dice) == 0 {
            faults += 1
            let kind = Self.kinds.randomElement(using: &dice)!
            note("\(operations): \(kind)")
            lastFaults = lastFaults.suffix(29) + ["\(operations): \(kind)"]
            served.responder.inject(ResponderFault(kind)!)
        }
        let result: Result<Void, CameraError>
        let choice = Int.random(in: 0..<20, using: &dice)
        note("\(operations): \(choice)")
        switch choice {
        case 0..<4: result = await upload(camera)
        case 4..<7: result = await delete(camera)
        case 7..<11: result = await ending { for storage in camera.storages { _ = try await storage.items() } }
        case 11..<14: result = await ending { try await download(camera) }
        case 14: result = await ending { _ = try await picture(camera).thumbnail() }
        case 15: result = await ending { try await set(camera) }
        case 16: result = await ending { try await protect(camera) }
        case 17: result = await shoot(camera)
        case 18:
            result = await ending {
                try await camera.pressShutter()
                try await camera.releaseShutter()
            }
        default:
            await camera.disconnect()
            result = .success(())
        }
        if camera.connectionState != .connected { file = nil }
        if case .failure = result { failures += 1 }
    }

    // MARK: Operations

    /// The first card, if the driver knows it: a fault while connecting may have left it out.
    private static func card(of camera: Camera) -> Storage? { camera.storages.first { $0.info.slot == 1 } }

    private func upload(_ camera: Camera) async -> Result<Void, CameraError> {
        // A card that fills up would stop everything.
        if kept.count + uncertain.count > 12 { return await delete(camera) }
        guard let card = Self.card(of: camera) else { return .failure(CameraError(.cardError, "there is no card")) }
        nextName += 1
        let name = "UP\(nextName).JPG"
        let bytes = (0..<Int.random(in: 1...3000, using: &dice)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ nextName) }
        let position = Guarded(0)
        let result = await ending {
            try await card.upload(name, size: UInt64(bytes.count)) { limit in
                position.withLock { position in
                    defer { position = min(bytes.count, position + limit) }
                    return Array(bytes[position..<min(bytes.count, position + limit)])
                }
            }
        }
        history[name] = ["\(operations): uploaded, \(result.code.map { "\($0)" } ?? "ok")"]
        if case .success = result { kept[name] = bytes } else { uncertain[name] = bytes }
        return result.map { _ in () }
    }

    private func delete(_ camera: Camera) async -> Result<Void, CameraError> {
        await ending {
            let items = try await Self.card(of: camera)?.items().filter { !$0.isFolder } ?? []
            guard let item = items.randomElement(using: &dice) else { return }
            // What a fault called it is not what it is called.
            guard let bytes = kept.removeValue(forKey: item.name) ?? uncertain[item.name] else { return }
            uncertain[item.name] = bytes
            history[item.name]?.append("\(operations): deleted as \(item.info.handle)")
            // Its name may be a fault's as well: nothing is certain any more.
            try await item.delete()
        }
    }

    private func download(_ camera: Camera) async throws {
        let items = try await Self.card(of: camera)?.items().filter { !$0.isFolder } ?? []
        guard let item = items.randomElement(using: &dice) else { return }
        _ = try await item.file.contents(limit: 1 << 20)
    }

    private func set(_ camera: Camera) async throws {
        let property = camera.property(.whiteBalance)
        guard let value = property.settable.values.randomElement(using: &dice) else { return }
        try await property.set(value)
    }

    private func protect(_ camera: Camera) async throws {
        let file = try await picture(camera)
        try await file.setProtected(true)
        try await file.setProtected(false)
    }

    private func shoot(_ camera: Camera) async -> Result<Void, CameraError> {
        // A picture is drawn, which takes longer than all else.
        guard Int.random(in: 0..<10, using: &dice) == 0 else { return .success(()) }
        return await ending { try await camera.shoot() }.map { _ in () }
    }

    private func picture(_ camera: Camera) async throws -> StoredItem {
        if let file { return file }
        guard let found = try await camera.firstFile() else { throw CameraError(.notFound, "there is no picture") }
        file = found
        return found
    }

    // MARK: Looking

    /// Compares what the driver lists with what the camera has, and what it downloads with what was uploaded.
    private func audit() async throws {
        audits += 1
        note("\(operations): comparing")
        guard let served else { return }
        // A responder without faults: those that have not struck are gone with it. The camera is the same, with all that is on it.
        await rig!.camera.disconnect()
        await served.responder.stop()
        let next = try ServedSimulator(simulator: served.simulator)
        self.served = next
        rig!.move(to: next.address)
        try await reconnect()

        let listed = try await listed().map(\.name)
        let body = served.simulator.makeCamera()
        await rig!.camera.disconnect()
        await next.whenLeft()
        try await body.connect()
        let there = try await #require(body.storages.first).items()
        try await clearAway(there)
        await body.disconnect()
        let (names, truth) = (listed.sorted(), there.map(\.name).sorted())
        guard names == truth else { throw Broken(description: "listed \(names), there are \(truth)") }
        guard Set(names).count == names.count else { throw Broken(description: "something is there twice: \(names)") }
        for (name, _) in kept where !names.contains(name) {
            kept[name] = nil
            // A deletion that was given up may have been done at any time since.
            guard history[name]?.count == 1 else { continue }
            throw Broken(description: "\(name) is lost: \(history[name] ?? []); the last faults were \(lastFaults)")
        }

        try await reconnect()
        for item in try await self.listed() where !item.isFolder {
            guard let bytes = kept[item.name] ?? uncertain[item.name] else {
                throw Broken(description: "nobody uploaded \(item.name)")
            }
            guard try await persistently({ try await item.file.contents() }) == bytes else {
                throw Broken(description: "\(item.name) has other bytes")
            }
            kept[item.name] = bytes
        }
        uncertain = [:]
        history = history.filter { kept[$0.key] != nil }
    }

    /// Deletes the pictures that were taken: they would pile up, and every list of them would take longer.
    private func clearAway(_ top: [StoredItem]) async throws {
        for folder in top where folder.isFolder {
            for inner in try await folder.items() where inner.isFolder {
                for picture in try await inner.items().dropFirst(Self.samplePictures) {
                    if picture.info.isProtected { try await picture.setProtected(false) }
                    try await picture.delete()
                }
            }
        }
    }

    /// What the driver lists at the top of the first card.
    private func listed() async throws -> [StoredItem] {
        try await persistently { [self] in
            guard let card = rig.flatMap({ Self.card(of: $0.camera) }) else {
                throw CameraError(.connectionLost, "there is no card")
            }
            return try await card.items()
        }
    }

    /// Tries again what failed because a busy computer was slower than a hurried clock.
    private func persistently<Value>(_ work: () async throws -> Value) async throws -> Value {
        for _ in 0..<10 {
            do { return try await work() } catch let error as CameraError where error.code != .notFound { try await reconnect() }
        }
        return try await work()
    }

    // MARK: The end

    func expectNothingLeft() async throws {
        let grown = Footprint().residentBytes - warm.residentBytes
        await end()
        for _ in 0..<5000 where !isClean { await Task.yield() }
        let after = Footprint()
        write(
            figures
                + "\(living); descriptors \(before.descriptors) → \(after.descriptors), threads \(before.threads) "
                + "→ \(after.threads), memory +\(grown / 1024) KiB since a quarter of the way\n"
        )
        guard isClean else {
            throw Broken(
                description: "something is left: \(living); \(after), before it was \(before); \(Footprint.sockets())"
            )
        }
        // An allocator's noise, however long it took.
        guard grown < 16 << 20 || Self.isSanitized else {
            throw Broken(description: "memory grew by \(grown) bytes")
        }
    }

    private var living: String {
        "cameras \(Camera.liveCameras), simulators \(CameraSimulator.liveSimulators), responders \(IPResponder.liveResponders)"
    }

    /// How far it came.
    var figures: String {
        "\(operations) operations, \(failures) of them ended with an error; \(faults) faults, \(connections) connections, "
            + "\(audits) comparisons; "
    }

    private var isClean: Bool {
        let now = Footprint()
        return Camera.liveCameras == 0 && CameraSimulator.liveSimulators == 0 && IPResponder.liveResponders == 0
            && now.descriptors <= before.descriptors
    }

    /// Says how far it is, for those who find it standing.
    private func note(_ text: String) { write(text + "\n") }

    func write(_ text: String) {
        guard let report, let file = unsafe fopen(report, "w") else { return }
        unsafe fputs(text, file)
        unsafe fclose(file)
    }
}

/// What a process has of the system.
struct Footprint {
    let descriptors = Footprint.entries("/proc/self/fd")
    let threads = Footprint.entries("/proc/self/task")
    let residentBytes = Footprint.resident()

    /// The sockets that are open: their descriptors, and the ports of both ends.
    static func sockets() -> [String] {
        func port(_ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> UInt16? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let failed = unsafe withUnsafeMutableBytes(of: &address) { raw in
                unsafe ask(raw.assumingMemoryBound(to: sockaddr.self).baseAddress!, &length)
            }
            return failed == 0 ? address.sin_port.byteSwapped : nil
        }
        return (3..<256 as Range<Int32>).compactMap { descriptor -> String? in
            guard let own = unsafe port({ unsafe getsockname(descriptor, $0, $1) }) else { return nil }
            let other = unsafe port { unsafe getpeername(descriptor, $0, $1) }
            return "\(descriptor): \(own) – \(other.map(String.init) ?? "nobody")"
        }
    }

    private static func entries(_ folder: String) -> Int {
        guard let directory = unsafe opendir(folder) else { return 0 }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        return count
    }

    private static func resident() -> Int {
        guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard unsafe fgets(&line, 256, file) != nil else { return 0 }
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
    }
}
