public import CameraModel
import HotShoeSupport

/// Several cameras that work as one: settings, readiness, focus, release. **Thread-safe.**
///
/// One request at a time; another one is ``RigError/Code/busy``. The cameras can be used directly as well. Releasing the last reference leaves
/// them connected.
public final class Rig: Sendable {
    /// The cameras, in the order in which they were given.
    public let members: [RigMember]

    private struct Shared {
        var machine = RigMachine()
        var rounds = 0
        /// The members whose shutter button is held halfway.
        var held: Set<Int> = []
    }

    /// Guards the state of the requests.
    private let shared = Guarded(Shared())

    /// The most cameras of a rig.
    static let limit = 1000

    /// Creates a rig.
    ///
    /// - Parameter members: 1 to 1,000 cameras, each with another role.
    /// - Throws: ``RigError/Code/invalidArgument``.
    public init(_ members: [RigMember]) throws(RigError) {
        guard (1...Self.limit).contains(members.count) else {
            throw RigError(.invalidArgument, "A rig has 1 to \(Self.limit) cameras.")
        }
        var roles: Set<String> = []
        var cameras: Set<ObjectIdentifier> = []
        for member in members {
            if let problem = Self.problem(ofRole: member.role) { throw RigError(.invalidArgument, problem) }
            guard roles.insert(member.role).inserted else {
                throw RigError(.invalidArgument, "The role \"\(member.role)\" occurs twice.")
            }
            guard cameras.insert(ObjectIdentifier(member.camera)).inserted else {
                throw RigError(.invalidArgument, "The camera of \"\(member.role)\" has another role as well.")
            }
            guard (.zero ... .seconds(10)).contains(member.releaseLag) else {
                throw RigError(.invalidArgument, "The release lag of \"\(member.role)\" is not between 0 and 10 s.")
            }
        }
        self.members = members
    }

    /// The reason why a text cannot be a role; nil if it can.
    static func problem(ofRole role: String) -> String? {
        let isPrintable = role.unicodeScalars.allSatisfy {
            !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 && $0 != "\u{7F}"
        }
        guard (1...64).contains(role.count), isPrintable, !role.contains(where: { "[]/=".contains($0) }) else {
            return "\"\(role.prefix(64))\" is no role: it has 1 to 64 printable characters without [ ] / and =."
        }
        return role == RigFile.everyRole ? "\"\(role)\" is no role: it means all cameras." : nil
    }

    /// The roles, in the order of the cameras.
    public var roles: [String] { members.map(\.role) }

    /// The request in progress, or what is held.
    public var state: RigState { shared.withLock { $0.machine.state } }

    /// Returns the camera with a role; nil if there is none.
    public func camera(_ role: String) -> Camera? { members.first { $0.role == role }?.camera }

    // MARK: Connecting

    /// Connects all cameras, in parallel, and prepares them for taking pictures. Those that are connected are left so.
    ///
    /// - Throws: ``RigError/Code/connecting`` with each camera that could not be connected; the others are connected.
    public func connect(_ options: ConnectOptions = ConnectOptions()) async throws(RigError) {
        let problems = await problems(of: members.indices) { member throws(CameraError) in
            let camera = member.camera
            if camera.connectionState != .connected { try await camera.connect(options) }
            if camera.supports(.stillsShooting) { try await camera.setCommandCategories(.stillsShooting) }
        }
        guard !problems.isEmpty else { return }
        throw RigError(.connecting, "\(problems.count) of \(members.count) cameras could not be connected.", problems)
    }

    /// Disconnects all cameras, in parallel. Shutter buttons that are held are released.
    public func disconnect() async {
        await each(of: members.indices) { _, member in await member.camera.disconnect() }
        shared.withLock { shared in
            shared.held = []
            if shared.machine.state == .armed { shared.machine = RigMachine() }
        }
    }

    /// Whether each camera can take a picture now, by what it reports. Waits for nothing.
    public var readiness: RigReadiness {
        let held = shared.withLock { $0.held }
        return RigReadiness(
            members: members.enumerated().map { index, member in
                RigMemberReadiness(member, isFocused: held.contains(index))
            }
        )
    }

    // MARK: Focusing

    /// Presses the shutter button of each camera halfway, and holds it until ``fire(_:)`` or ``disarm()``. Returns when all have focus.
    ///
    /// A camera without a half-press (``CameraCapabilities/halfPress``) is left as it is.
    ///
    /// - Throws: ``RigError/Code/arming`` with each camera that did not focus; all buttons are released then. ``RigError/Code/busy``,
    ///   ``RigError/Code/cancelled``.
    public func arm() async throws(RigError) {
        try begin { $0.arm() }
        let able = members.indices.filter { members[$0].camera.capabilities.contains(.halfPress) }
        let lost = members.filter { $0.camera.connectionState != .connected }.map { member in
            RigProblem(member.role, CameraError(.notConnected, "The camera is not connected. Connect first."))
        }
        let failed =
            lost.isEmpty
            ? await problems(of: able) { member throws(CameraError) in
                try await member.camera.engageAutoFocus()
            } : lost
        if failed.isEmpty, !Task.isCancelled {
            shared.withLock { shared in
                shared.held = Set(able)
                shared.machine.end()
            }
            return
        }
        await release(able)
        shared.withLock { $0.machine.fail() }
        if failed.allSatisfy({ $0.error.code == .cancelled }) { throw RigError(.cancelled, "Arming was cancelled.") }
        throw RigError(.arming, "\(failed.count) of \(members.count) cameras did not focus.", failed)
    }

    /// Releases the shutter buttons that are held. Has no effect if none is. Also if the caller is cancelled.
    ///
    /// - Throws: ``RigError/Code/busy``.
    public func disarm() async throws(RigError) {
        guard state != .idle else { return }
        try begin { $0.disarm() }
        await releaseHeld()
        shared.withLock { $0.machine.end() }
    }

    /// Releases the buttons that this rig holds.
    private func releaseHeld() async {
        let held = shared.withLock { shared in
            defer { shared.held = [] }
            return shared.held
        }
        await release(held.sorted())
    }

    /// Releases buttons, also of cameras that failed to press them.
    private func release(_ indices: [Int]) async {
        await each(of: indices) { _, member in try? await member.camera.disengageAutoFocus() }
    }

    // MARK: Taking pictures

    /// Takes one picture with each camera, and returns when each has stored its files or failed.
    ///
    /// Cameras are released at the time of the options, or immediately; one with a longer ``RigMember/releaseLag`` is requested earlier. No request is
    /// repeated. An armed rig keeps the focus that it has, and is idle afterwards.
    ///
    /// - Returns: The pictures and the errors of all cameras.
    /// - Throws: ``RigError/Code/busy``. A failure of a camera is in the result.
    public func fire(_ options: RigFireOptions = RigFireOptions()) async throws(RigError) -> RigRound {
        let isArmed = shared.withLock { $0.machine.state == .armed }
        try begin { $0.fire() }
        let number = shared.withLock { shared in
            shared.rounds += 1
            return shared.rounds
        }
        let longest = members.map(\.releaseLag).max() ?? .zero
        let shoot = ShootOptions(
            autofocus: options.autofocus && !isArmed,
            timeLimit: options.timeLimit,
            clockLimit: options.clockLimit
        )
        let pictures = await each(of: members.indices) { _, member in
            await Self.picture(member, shoot, at: options.time, after: longest - member.releaseLag)
        }
        await releaseHeld()
        shared.withLock { $0.machine.end() }
        return RigRound(number: number, pictures: pictures)
    }

    /// Takes the picture of one camera: at a time, or after a delay.
    private static func picture(
        _ member: RigMember,
        _ options: ShootOptions,
        at time: ClockTime?,
        after delay: Duration
    ) async -> RigPicture {
        var options = options
        options.time = time?.advanced(by: .zero - member.releaseLag)
        if time == nil, delay > .zero { await member.camera.time.sleep(for: delay) }
        let requested = options.time ?? .now()
        do throws(CameraError) {
            let shot = try await member.camera.shoot(options)
            return RigPicture(role: member.role, shot: shot, error: nil, requested: requested, answered: .now())
        } catch {
            return RigPicture(role: member.role, shot: nil, error: error, requested: requested, answered: .now())
        }
    }

    // MARK: Parts of requests

    /// Begins a request.
    func begin(_ start: (inout RigMachine) -> Bool) throws(RigError) {
        let (isStarted, state) = shared.withLock { shared in
            let state = shared.machine.state
            return (start(&shared.machine), state)
        }
        if !isStarted { throw RigError(.busy, "The rig is \(state.rawValue). Wait for the end, or disarm it first.") }
    }

    /// Ends a request.
    func end() { shared.withLock { $0.machine.end() } }

    /// Performs work for some cameras in parallel, and returns the results in the order of the indices.
    @discardableResult
    func each<Value: Sendable>(
        of indices: some Sequence<Int>,
        _ work: @escaping @Sendable (Int, RigMember) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: (Int, Value).self) { group in
            for index in indices {
                let member = members[index]
                group.addTask { (index, await work(index, member)) }
            }
            var values: [(Int, Value)] = []
            for await value in group { values.append(value) }
            return values.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Performs work for some cameras in parallel, and returns what failed.
    func problems(
        of indices: some Sequence<Int>,
        _ work: @escaping @Sendable (RigMember) async throws(CameraError) -> Void
    ) async -> [RigProblem] {
        await each(of: indices) { _, member -> RigProblem? in
            do throws(CameraError) {
                try await work(member)
                return nil
            } catch { return RigProblem(member.role, error) }
        }.compactMap(\.self)
    }
}
