import CameraModel
import CameraRecords
import FoundationEssentials
import HotShoeSupport

/// The state of a series of pictures, stored in a file so that the series can be resumed. Pure except for ``load(_:)`` and
/// ``save(to:)``.
///
/// Times are wall-clock times: picture `n` is due at `start + n × interval`, also after an interruption. Pictures that were due
/// in between are missed, and not taken later.
struct SeriesState: Codable, Equatable, Sendable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    let start: Int64
    /// In milliseconds.
    let interval: Int64
    /// Number of pictures of the whole series; nil for no limit.
    let count: Int?
    /// The picture that is due next, counted from 0.
    var next: Int
    /// Number of pictures that were taken.
    var taken: Int
    /// The picture that is being taken, counted from 0; nil between two pictures.
    var current: Int?

    /// Skips the pictures that were due before `now`, and returns their number.
    mutating func resume(at now: Int64) -> Int {
        guard interval > 0, now > start else { return 0 }
        let due = Int((now - start + interval - 1) / interval)
        let missed = max(0, min(due, count ?? due) - next)
        next += missed
        return missed
    }

    /// Whether every picture was taken or missed.
    var isOver: Bool { count.map { next >= $0 } ?? false }

    /// The message for a series that is over now, and whose file is continued with the same interval and count; nil otherwise.
    func summary(of path: String, interval wanted: Duration?, _ wantedCount: Int?) -> String? {
        guard wanted == .milliseconds(interval), wantedCount == count, let count else { return nil }
        var state = self
        let late = state.resume(at: CameraDate.now().millisecondsSince1970 ?? 0)
        guard state.isOver else { return nil }
        let missed = late > 0 ? "; the others were missed" : ""
        let interrupted = interruption.map { " One more: \($0)." } ?? ""
        return "The series in \(path) is over: \(taken) of \(count) pictures were taken\(missed).\(interrupted) "
            + "Delete the file to begin another."
    }

    /// A clause about the picture that was being taken when the program ended; nil if there was none.
    var interruption: String? {
        current.map { number in
            "picture \(number + 1) was being taken when the program ended: it may be on the card, and was not copied"
        }
    }

    /// Loads the state from a file; returns nil if the file does not exist.
    static func load(_ path: String) throws(CommandFailure) -> SeriesState? {
        guard FreeName.exists(path) else { return nil }
        let source = try LocalSource(path)
        guard source.size <= 4096, let bytes = try? source.read(4096, progress: { _ in }),
            let state = try? JSONDecoder().decode(SeriesState.self, from: Data(bytes)), state.interval >= 0, state.next >= 0
        else {
            throw CommandFailure(.storage, path, "This is not the state of a series. Name another file, or delete this one.")
        }
        return state
    }

    /// Replaces the file in one step: an interruption leaves the old state or the new one.
    func save(to path: String) throws {
        let text = try JSONLine.of(self)
        try NewFile.replace(path, with: Array(text.utf8))
    }
}
