package import CameraModel

/// Decides which commands are carried out: each at most once, and none that is late. Pure.
package struct CommandMemory: Sendable {
    /// A decision on a command.
    package enum Decision: Sendable, Hashable {
        /// Carry it out, after it was written to the disk.
        case begin
        /// It was begun before: answer with the last answer; nil if an earlier run of the host has begun it.
        case repeated(CommandAnswer?)
        /// It arrived too late.
        case expired
        /// It is not permitted, for a reason.
        case refused(String)
    }

    /// A command that was begun.
    package struct Entry: Sendable, Hashable {
        package let id: String
        package let expires: ClockTime

        package init(id: String, expires: ClockTime) { (self.id, self.expires) = (id, expires) }
    }

    /// The longest time from now until a command expires.
    package static let horizon = Duration.seconds(3600)
    /// Time after its end in which a command is remembered. A host's clock may be set back by as much.
    package static let margin = Duration.seconds(3600)
    /// The most commands that are remembered; further ones are refused.
    package static let limit = 20_000

    private struct Known {
        let expires: ClockTime
        var answer: CommandAnswer?
    }

    private var known: [String: Known] = [:]

    /// Creates a memory with the commands that an earlier run has begun.
    package init(_ earlier: [Entry] = []) {
        for entry in earlier.suffix(Self.limit) { known[entry.id] = Known(expires: entry.expires) }
    }

    /// Decides on a command that has arrived.
    package mutating func decide(on command: BrokerCommand, isRetained: Bool, at now: ClockTime) -> Decision {
        if let earlier = known[command.id] { return .repeated(earlier.answer) }
        if isRetained {
            return .refused(
                "The broker has kept this command, so that its time is not known. Publish commands without retaining."
            )
        }
        if command.expires < now { return .expired }
        guard command.expires.duration(since: now) <= Self.horizon else {
            return .refused("expires is more than an hour ahead of the clock of this host.")
        }
        if let time = command.time, time.duration(since: now) > Self.horizon {
            return .refused("time is more than an hour ahead of the clock of this host.")
        }
        if known.count >= Self.limit { forget(at: now) }
        guard known.count < Self.limit else { return .refused("Too many commands have arrived in the last hours.") }
        return .begin
    }

    /// Remembers a command that is begun.
    package mutating func begin(_ command: BrokerCommand) { known[command.id] = Known(expires: command.expires) }

    /// Remembers the answer to a command.
    package mutating func answered(_ answer: CommandAnswer) { known[answer.id]?.answer = answer }

    /// Forgets the commands that cannot arrive again.
    package mutating func forget(at now: ClockTime) {
        known = known.filter { Self.isRemembered($0.value.expires, at: now) }
    }

    /// Whether a command that expires at a time must be remembered.
    package static func isRemembered(_ expires: ClockTime, at now: ClockTime) -> Bool {
        now.duration(since: expires) < margin
    }
}
