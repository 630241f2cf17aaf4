import ArgumentParsing
import CameraModel
import CameraRecords

/// `hotshoe clock`
enum ClockCommand {
    static let sync = Option.flag("sync", "Set the camera's clock to this computer's.")

    static let command = Command(
        "clock",
        summary: "Show a camera's clock, or set it",
        discussion:
            "Prints the date and time that the camera shows, and the difference to this computer's clock where the camera reports its "
            + "time zone.",
        options: [sync],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe clock --sync", "Set the camera's clock to this computer's.")],
        exitCodes: CameraOptions.exitCodes + [.unavailable]
    ) { context in
        try await context.withCamera { camera in
            if context[sync] { try await context.within(DefaultTimeout.answer, "clock") { try await camera.setClock() } }
            let date: CameraDate
            do {
                date = try await context.within(DefaultTimeout.answer, "clock") { try await camera.readClock() }
            } catch let error as CameraError where error.code == .notSupported && context[sync] {
                return context.output.note("The clock was set. This camera does not report its time.")
            }
            let record = Record(clock: date.description, ahead: secondsAhead(date, of: .now()))
            let difference = record.ahead.map { "  \(text(ahead: $0))" } ?? ""
            try context.print(record, as: "\(date.description, .bold)\(difference)")
            if context[sync] {
                try context.noteLostChanges("The simulated camera starts anew with each command: its clock is reset.")
            }
        }
    }

    /// The number of seconds by which a clock is ahead of another; nil if one of them has no time zone.
    static func secondsAhead(_ date: CameraDate, of other: CameraDate) -> Double? {
        guard let first = date.millisecondsSince1970, let second = other.millisecondsSince1970 else { return nil }
        return Double(first - second) / 1000
    }

    /// "0.3 s ahead of this computer's", "2 h 5 min behind this computer's"
    static func text(ahead seconds: Double) -> String {
        let amount = text(of: seconds.magnitude)
        if amount == "0.0 s" { return "the same as this computer's" }
        return "\(amount) \(seconds > 0 ? "ahead of" : "behind") this computer's"
    }

    /// An amount of time in the units that a person would use for it.
    private static func text(of seconds: Double) -> String {
        guard seconds >= 120, seconds < 1e15 else { return "\(Amounts.decimal(seconds, places: 1)) s" }
        let whole = Int(seconds.rounded())
        let (days, hours, minutes) = (whole / 86400, whole / 3600, whole / 60)
        if days >= 2 { return "\(days) days" }
        if hours >= 1 { return "\(hours) h \(minutes % 60) min" }
        return "\(minutes) min \(whole % 60) s"
    }

    private struct Record: Encodable {
        let clock: String
        let ahead: Double?
    }
}
