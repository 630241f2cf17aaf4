import ArgumentParsing
import CameraModel
import HotShoeSupport
import PictureSaving

/// `hotshoe rig`
enum RigCommand {
    /// An action with the cameras of a rig.
    enum Action: String, CaseIterable, Sendable {
        case status, set, arm, fire, tether, live
    }

    static let file = Argument.required("FILE", .file, "The file that describes the rig; `hotshoe help rigs` shows one.")
    static let action = Argument.required(
        "ACTION",
        .oneOf(Action.allCases.map(\.rawValue)),
        "status, set, arm, fire, tether or live."
    )
    static let settings = Argument.repeating(
        "[ROLE:]PROPERTY=VALUE",
        .rigSetting,
        "With set: what is set, on all cameras or on one. Default: the settings of the file."
    )
    static let count = Option.value(
        "count",
        short: "n",
        .wholeNumber(1...1_000_000),
        named: "N",
        default: 1,
        "With fire: the number of rounds."
    )
    static let interval = Option.value(
        "interval",
        short: "i",
        .seconds(.zero...),
        named: "SECONDS",
        default: .zero,
        "With fire: the time from one round to the next."
    )
    static let armed = Option.flag("arm", "With fire: focus all cameras before each round, and release them when each has focus.")
    static let autofocus = Option.flag("autofocus", "With fire: each camera focuses before it takes its picture.")
    static let lead = Option.value(
        "lead",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        "With fire and arm: release at a time that is this far ahead, which each computer keeps by its own clock, instead of as soon as possible."
    )
    static let clockLimit = Option.value(
        "clock-limit",
        .seconds(.zero...),
        named: "SECONDS",
        default: .milliseconds(10),
        "With --lead: the error that the clock of another computer may have; one that may have more does not release."
    )
    static let anyClock = Option.flag("any-clock", "With --lead: use the clocks of other computers with any error.")
    static let download = Option.value(
        "download",
        short: "d",
        .directory,
        named: "DIR",
        "With fire, arm and tether: copy the pictures into this folder."
    )
    static let pattern = Option.value(
        "pattern",
        short: "p",
        .rigFileNamePattern,
        named: "PATTERN",
        "Names for the files. Default: {round:04}-{role}{ext}, with tether {role}-{original}; `hotshoe help patterns` lists the fields."
    )

    static let command = Command(
        "rig",
        summary: "Use several cameras as one",
        discussion:
            "The file gives each camera a role. status shows what is ready; set changes settings on all cameras, or on none if one refuses; "
            + "fire takes a picture with each camera; arm focuses all, holds that, and takes a round with each line of standard input (the "
            + "Enter key) until its end or Ctrl-C; tether copies what is taken at the cameras; live shows all of them on a page for the "
            + "browser of this computer.\n\n"
            + "Cameras of other computers are those of `hotshoe serve`: camera = http://HOST:8080/CAMERA.",
        arguments: [file, action, settings],
        options: [
            count, interval, armed, autofocus, lead, clockLimit, anyClock, download, pattern, WatchCommand.seconds,
        ],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe rig studio.rig status", "Whether each camera is ready."),
            .init("hotshoe rig studio.rig set iso=400 left:aperture=f/8", "On all cameras, and on one."),
            .init("hotshoe rig studio.rig fire --count 10 --download pictures", "Ten rounds, copied."),
            .init("hotshoe rig studio.rig fire --lead 0.5", "Released by the clocks of all computers."),
        ],
        exitCodes: CameraOptions.exitCodes + [.value, .unavailable, .busy, .storage, .focus, .incomplete]
    ) { context in
        guard context.cameras.isEmpty else {
            throw CommandFailure(.usage, "--camera", "is not used here: the cameras of a rig are in its file.")
        }
        let action = Action(rawValue: context[action]) ?? .status
        try check(action, context)
        try await RigSession.with(context) { session in
            switch action {
            case .status: try await session.printStatus()
            case .set: try await session.set(context[settings])
            case .arm: try await session.armAndWait()
            case .fire: try await session.fire()
            case .tether: try await session.tether()
            case .live: try await session.serve()
            }
        }
    }

    /// The actions that have an option; others have all of them.
    private static let uses: [(OptionSyntax, Set<Action>)] = [
        (count.syntax, [.fire]), (interval.syntax, [.fire]), (armed.syntax, [.fire]), (autofocus.syntax, [.fire]),
        (lead.syntax, [.fire, .arm]), (clockLimit.syntax, [.fire, .arm]), (anyClock.syntax, [.fire, .arm]),
        (download.syntax, [.fire, .arm, .tether]), (pattern.syntax, [.fire, .arm, .tether]),
        (WatchCommand.seconds.syntax, [.tether, .live]),
    ]

    /// Refuses what an action has no use for.
    private static func check(_ action: Action, _ context: CommandContext) throws(CommandFailure) {
        if action != .set, !context[settings].isEmpty {
            throw CommandFailure(.usage, action.rawValue, "takes no settings: `hotshoe rig FILE set PROPERTY=VALUE`.")
        }
        for (option, actions) in uses where context.isGiven(option) && !actions.contains(action) {
            throw CommandFailure(.usage, option.written, "has no meaning with \(action.rawValue).")
        }
        if context[armed], context[autofocus] {
            throw CommandFailure(.usage, "--arm", "contradicts --autofocus: both focus before each picture. Leave one out.")
        }
        for option in [clockLimit.syntax, anyClock.syntax] where context.isGiven(option) && context[lead] == nil {
            throw CommandFailure(.usage, option.written, "needs --lead: without it, cameras are released as soon as possible.")
        }
        if context.isGiven(pattern.syntax), context[download] == nil {
            throw CommandFailure(.usage, "--pattern", "needs --download.")
        }
        guard action == .tether else { return }
        guard context[download] != nil else {
            throw CommandFailure(.usage, "--download", "is missing. Usage: hotshoe rig FILE tether --download DIR")
        }
        guard context[pattern]?.with(role: "").needsRig != true else {
            throw CommandFailure(.usage, "--pattern", "has {round}, which tethering does not count. Use {number}.")
        }
    }
}

/// `[ROLE:]PROPERTY=VALUE`
struct RigSettingChange: Sendable {
    /// Nil for all cameras.
    let role: String?
    let change: SettingChange

    init(role: String?, _ change: SettingChange) { (self.role, self.change) = (role, change) }

    /// Parses "left:iso=400". A value may have colons, a property has none.
    init(_ text: String) throws(ValueProblem) {
        let name = text.prefix { $0 != "=" }
        guard let colon = name.lastIndex(of: ":") else {
            (role, change) = (nil, try SettingChange(text))
            return
        }
        role = String(name[..<colon])
        change = try SettingChange(String(text[text.index(after: colon)...]))
    }
}

extension ValueType where Value == RigSettingChange {
    /// A setting of a rig, "left:iso=400".
    static var rigSetting: Self {
        ValueType(completion: .settings, describe: { $0.change.text }) { text throws(ValueProblem) in try RigSettingChange(text) }
    }
}
