import CameraModel

extension SimulatedFault: LosslessStringConvertible {
    /// `KIND[=VALUE][@WHEN][*COUNT]`, such as "unplug@3s", "busy@set-property*3", "turn=aperture:f/8@1s", "hang@shoot".
    public var description: String {
        var text = kindText
        switch trigger {
        case .always: break
        case .after(let time): text += "@\(Self.text(time))"
        case .during(let operation): text += "@\(operation.rawValue)"
        }
        return count == 1 ? text : text + "*\(count)"
    }

    /// Parses the text of ``description``; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        var rest = text[...]
        var count = 1
        if let star = rest.lastIndex(of: "*") {
            guard let number = Int(rest[rest.index(after: star)...]), (1...1_000_000).contains(number) else { return nil }
            count = number
            rest = rest[..<star]
        }
        var trigger = Trigger.always
        if let at = rest.lastIndex(of: "@") {
            let when = String(rest[rest.index(after: at)...])
            if let operation = CameraOperation(rawValue: when) {
                trigger = .during(operation)
            } else if let time = Self.duration(when) {
                trigger = .after(time)
            } else {
                return nil
            }
            rest = rest[..<at]
        }
        let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = Self.kind(parts[0], parts.count > 1 ? parts[1] : nil) else { return nil }
        self.init(kind, trigger, count: count)
    }

    /// The kinds without a value, by name.
    private static let plain: [(name: String, kind: Kind)] = [
        ("unplug", .vanish(.connectionLost)), ("switch-off", .vanish(.cameraTurnedOff)),
        ("battery-empty", .vanish(.batteryExhausted)), ("sleep", .vanish(.enteredSleep)),
        ("taken", .vanish(.takenByAnotherClient)), ("protocol-failure", .vanish(.protocolFailure)), ("busy", .fail(.busy)),
        ("hang", .hang), ("ignore-setting", .ignoreSetting), ("adjust-setting", .adjustSetting), ("focus-fails", .focusFails),
        ("card-full", .cardFull), ("card-removed", .cardRemoved), ("mode-switch", .liveViewEnds(.modeChanged)),
        ("battery-low", .liveViewEnds(.batteryLow)), ("overheat", .liveViewEnds(.overheated)), ("empty-frames", .emptyFrames),
        ("truncated-frames", .truncatedFrames), ("rgb-frames", .rgbFrames), ("truncated-download", .truncatedDownload),
        ("small-chunks", .smallChunks), ("repeated-events", .repeatedEvents), ("unlisted", .unlisted),
    ]

    /// Names of the kinds for help texts, with an example for those that have a value.
    public static var kindNames: [String] {
        plain.map(\.name) + ["fail=CODE", "delay=500ms", "stalled-frames=2s", "turn=PROPERTY:VALUE"]
    }

    /// Names of the codes for `fail`, in the order of their numbers.
    public static var codeNames: [String] { CameraError.Code.allCases.map(name) }

    private static func kind(_ name: String, _ value: String?) -> Kind? {
        guard let value else { return plain.first { $0.name == name }?.kind }
        switch name {
        case "fail": return CameraError.Code.allCases.first { Self.name($0) == value }.map { .fail($0) }
        case "delay": return duration(value).map { .delay($0) }
        case "stalled-frames": return duration(value).map { .stalledFrames($0) }
        case "turn":
            let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, let property = PropertyIdentifier(parts[0]) else { return nil }
            return .turn(property: property, value: parts[1])
        default: return nil
        }
    }

    private var kindText: String {
        switch kind {
        case .fail(let code) where code != .busy: "fail=\(Self.name(code))"
        case .delay(let time): "delay=\(Self.text(time))"
        case .stalledFrames(let time): "stalled-frames=\(Self.text(time))"
        case .turn(let property, let value): "turn=\(property):\(value)"
        default: Self.plain.first { $0.kind == kind }?.name ?? "unplug"
        }
    }

    /// Converts "focusFailed" to "focus-failed".
    private static func name(_ code: CameraError.Code) -> String { String(code.words.map { $0 == " " ? "-" : $0 }) }

    private static func text(_ time: Duration) -> String {
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }

    /// Parses "3s", "250ms", "1.5s", up to a day.
    private static func duration(_ text: String) -> Duration? {
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Double(text.dropLast(isMilliseconds ? 2 : 1)), number >= 0, number.isFinite else {
            return nil
        }
        let seconds = isMilliseconds ? number / 1000 : number
        return seconds <= 86_400 ? .milliseconds(Int64((seconds * 1000).rounded())) : nil
    }
}
