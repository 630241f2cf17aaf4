public import CameraModel
import HotShoeSupport

/// A pattern for the names of copied files, such as `{date}-{number:04}{ext}`.
///
/// Text outside braces is copied; `{{` and `}}` are single braces, and "/" separates folders. The fields:
///
/// | field | value | example |
/// | --- | --- | --- |
/// | `{name}` | the camera's file name without its extension | `IMG_0001` |
/// | `{ext}` | the extension with its dot | `.JPG` |
/// | `{original}` | the camera's file name | `IMG_0001.JPG` |
/// | `{date}` | the date of the picture | `2026-11-20` |
/// | `{time}` | the time of the picture | `215203` |
/// | `{year}` `{month}` `{day}` `{hour}` `{minute}` `{second}` | parts of both | `2026` `11` `20` `21` `52` `03` |
/// | `{number}`, `{number:04}` | the number of the picture, counted from 1; with a minimum of digits | `7`, `0007` |
/// | `{camera}` | the camera's model | `EOS R5` |
/// | `{serial}` | the camera's serial number | `042021000437` |
/// | `{role}` | the role of the camera in its rig; only for rigs | `left` |
/// | `{round}`, `{round:04}` | the number of the rig's round, counted from 1; only for rigs | `7`, `0007` |
///
/// A pattern with `{number}` skips numbers whose names are taken. Each part of a rendered path is safe as a file name:
/// `RemoteFile.safeName`.
public struct FileNamePattern: Sendable, Hashable, CustomStringConvertible {
    /// Fields of a pattern. See ``FileNamePattern``.
    enum Field: String, CaseIterable {
        case name, ext, original, date, time, year, month, day, hour, minute, second, number, camera, serial, role, round

        /// Whether the field has a number, which may have a width.
        var isNumber: Bool { self == .number || self == .round }
        /// Whether only rigs have the field.
        var isOfRigs: Bool { self == .role || self == .round }
    }

    enum Part: Sendable, Hashable {
        case text(String)
        case field(Field, width: Int)
    }

    /// The text of the pattern.
    public let description: String
    let parts: [Part]

    /// The pattern that keeps the camera's names: `{original}`.
    public static var original: FileNamePattern {
        FileNamePattern(description: "{original}", parts: [.field(.original, width: 0)])
    }

    private init(description: String, parts: [Part]) {
        self.description = description
        self.parts = parts
    }

    /// Parses a pattern.
    ///
    /// - Throws: `CameraError.Code.invalidArgument` for an unknown field, an unmatched brace, a path that is absolute or
    ///   leaves the folder, and a pattern with neither `{ext}` nor `{original}`; the message names the mistake.
    public init(_ text: String) throws(CameraError) {
        do throws(FileNamePatternParser.Problem) {
            parts = try FileNamePatternParser.parse(text)
            description = text
        } catch {
            throw CameraError(.invalidArgument, error.message, subject: text)
        }
    }

    /// Whether the names contain a counter.
    public var hasNumber: Bool {
        parts.contains { if case .field(.number, _) = $0 { true } else { false } }
    }

    /// Whether only rigs have all fields of the pattern.
    package var needsRig: Bool {
        parts.contains { if case .field(let field, _) = $0 { field.isOfRigs } else { false } }
    }

    /// The pattern with the fields of a rig replaced; without a round, only the role.
    package func with(role: String, round: Int? = nil) -> FileNamePattern {
        let parts = parts.map { part -> Part in
            switch part {
            case .field(.role, _): .text(role)
            case .field(.round, let width): round.map { .text($0.zeroPadded(width)) } ?? part
            case .text, .field: part
            }
        }
        return FileNamePattern(description: description, parts: parts)
    }

    /// Checks that no field is of rigs.
    package func checkNoRig() throws(CameraError) {
        guard needsRig else { return }
        throw CameraError(.invalidArgument, "has {role} or {round}, which only a rig has", subject: description)
    }

    /// Returns the path of a file, relative to its folder.
    package func path(for file: FileNameValues, number: Int) -> String {
        let rendered = parts.map { part -> String in
            switch part {
            case .text(let text): text
            // A separator in a value would create a folder.
            case .field(let field, let width):
                String(file.text(of: field, number: number, width: width).map { $0 == "/" ? "_" : $0 })
            }
        }.joined()
        return rendered.split(separator: "/").map { SafeFileName.of(String($0)) }.joined(separator: "/")
    }
}

/// Values of the fields for one file.
package struct FileNameValues: Sendable, Hashable {
    /// The camera's name for the file.
    package var original: String
    package var date: CameraDate
    package var camera: String
    package var serial: String

    package init(original: String, date: CameraDate, camera: String, serial: String) {
        self.original = original
        self.date = date
        self.camera = camera
        self.serial = serial
    }

    /// The name without its extension.
    package var baseName: String { String(original[..<extensionStart]) }

    private var extensionStart: String.Index {
        original.lastIndex(of: ".").flatMap { $0 == original.startIndex ? nil : $0 } ?? original.endIndex
    }

    func text(of field: FileNamePattern.Field, number: Int, width: Int) -> String {
        switch field {
        case .name: baseName
        case .ext: String(original[extensionStart...])
        case .original: original
        case .date: "\(date.year.zeroPadded(4))-\(date.month.zeroPadded(2))-\(date.day.zeroPadded(2))"
        case .time: date.hour.zeroPadded(2) + date.minute.zeroPadded(2) + date.second.zeroPadded(2)
        case .year: date.year.zeroPadded(4)
        case .month: date.month.zeroPadded(2)
        case .day: date.day.zeroPadded(2)
        case .hour: date.hour.zeroPadded(2)
        case .minute: date.minute.zeroPadded(2)
        case .second: date.second.zeroPadded(2)
        case .number: number.zeroPadded(width)
        case .camera: camera
        case .serial: serial
        // Replaced by `with(role:round:)`.
        case .role, .round: ""
        }
    }
}
