import CameraModel
import Glibc
import HotShoeSupport
import IPTransport
import PTPResponder
import SimulatedCamera
import TestSupport
import Testing

/// Performs thousands of operations with faults, all derived from a seed, and checks the camera's state in between.
///
/// `HOTSHOE_SOAK_COUNT` and `HOTSHOE_SOAK_SEED` set the number and the seed; `HOTSHOE_SOAK_REPORT` is a file for the figures.
final class Soak {
    private static let samplePictures = 3
    private static let kinds = FaultSweepTests.kinds

    private let count: Int
    private let report: String?
    private var dice: Dice
    private var served: ServedSimulator?
    private var rig: DriverRig?

    /// Uploaded files that must exist: contents by name.
    private var kept: [String: [UInt8]] = [:]
    /// Files that may exist: uploads or deletions with an unknown result.
    private var uncertain: [String: [UInt8]] = [:]
    /// Operations on each file, for the error report.
    private var history: [String: [String]] = [:]
    private var lastFaults: [String] = []
    private var nextName = 0
    /// A picture that existed from the start, while its handle is valid.
    private var file: StoredItem?
    private var (operations, failures, faults, connections, audits) = (0, 0, 0, 0, 0)
    private var before = Footprint()
    private var warm = Footprint()
    private let clock = HurriedClock(100)

    /// Pseudo-random generator for reproducible names and numbers (SplitMix64).
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

    /// Whether the memory size is meaningless because a sanitizer keeps freed memory.
    private static var isSanitized: Bool { unsafe getenv("HOTSHOE_SANITIZER") != nil }

    // MARK: Running

    func run() async throws {
        // The process's permanent threads exist from the first connection on.
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

    /// Performs one operation; one in twenty-five has a fault.
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

    /// Returns the first card, if the driver knows it: a fault while connecting may have hidden it.
    private static func card(of camera: Camera) -> Storage? { camera.storages.first { $0.info.slot == 1 } }

    private func upload(_ camera: Camera) async -> Result<Void, CameraError> {
        // A full card would end the test.
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
            // The listed name may be the result of a fault.
            guard let bytes = kept.removeValue(forKey: item.name) ?? uncertain[item.name] else { return }
            uncertain[item.name] = bytes
            history[item.name]?.append("\(operations): deleted as \(item.info.handle)")
            // The file's real name may differ because of a fault, so that its state becomes uncertain.
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
        // Rendering a picture takes longer than all other operations.
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

    /// Compares the driver's listing with the camera's files, and downloaded files with the uploaded ones.
    private func audit() async throws {
        audits += 1
        note("\(operations): comparing")
        guard let served else { return }
        // Replaces the responder to discard its pending faults. The camera with all its files remains.
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
            // A cancelled deletion may have been performed at any time since.
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

    /// Deletes the captured pictures, which would make every listing longer.
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

    /// Returns the driver's listing of the root of the first card.
    private func listed() async throws -> [StoredItem] {
        try await persistently { [self] in
            guard let card = rig.flatMap({ Self.card(of: $0.camera) }) else {
                throw CameraError(.connectionLost, "there is no card")
            }
            return try await card.items()
        }
    }

    /// Repeats operations that failed because the machine was slower than the hurried clock.
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
        // A failure is reported below, with what is left.
        try? await until("nothing is left") { isClean }
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
        // Tolerance for the allocator, independent of the duration.
        guard grown < 16 << 20 || Self.isSanitized else {
            throw Broken(description: "memory grew by \(grown) bytes")
        }
    }

    private var living: String {
        "cameras \(Camera.liveCameras), simulators \(CameraSimulator.liveSimulators), responders \(IPResponder.liveResponders)"
    }

    /// Figures of the progress.
    var figures: String {
        "\(operations) operations, \(failures) of them ended with an error; \(faults) faults, \(connections) connections, "
            + "\(audits) comparisons; "
    }

    private var isClean: Bool {
        let now = Footprint()
        return Camera.liveCameras == 0 && CameraSimulator.liveSimulators == 0 && IPResponder.liveResponders == 0
            && now.descriptors <= before.descriptors
    }

    /// Records the progress, for the analysis of a hang.
    private func note(_ text: String) { write(text + "\n") }

    func write(_ text: String) {
        guard let report, let file = unsafe fopen(report, "w") else { return }
        unsafe fputs(text, file)
        unsafe fclose(file)
    }
}

/// System resources of a process.
struct Footprint {
    let descriptors = Footprint.entries("/proc/self/fd")
    let threads = Footprint.entries("/proc/self/task")
    let residentBytes = Footprint.resident()

    /// Returns the open sockets: their descriptors, and the ports of both ends.
    static func sockets() -> [String] {
        func port(_ query: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> UInt16? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let failed = unsafe withUnsafeMutableBytes(of: &address) { raw in
                unsafe query(raw.assumingMemoryBound(to: sockaddr.self).baseAddress!, &length)
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
