import BindingGenerator
import Foundation

/// The folders for the generated files, and the files that they contain.
struct OutputFolder {
    /// A file that could not be written, with the reason.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    private func path(_ file: Generator.File) -> String {
        "\(options.folder(of: file.language))/\(file.path.dropFirst(file.language.folder.count + 1))"
    }

    /// The files that are missing or different, and files that are no longer generated.
    func stale(_ files: [Generator.File]) -> [String] {
        let wanted = files.map { (path($0), $0.text) }
        let changed = wanted.filter { (try? String(contentsOfFile: $0.0, encoding: .utf8)) != $0.1 }.map(\.0)
        return changed + leftOver(files)
    }

    private func leftOver(_ files: [Generator.File]) -> [String] {
        let paths = Set(files.map(path))
        let folders = Set(paths.map { ($0 as NSString).deletingLastPathComponent })
        // Also those of languages that are not generated any more.
        let marks = (Generator.Language.all + Generator.Language.library).flatMap(\.marks)
        return folders.sorted().flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.sorted().map { "\(folder)/\($0)" }.filter { !paths.contains($0) && isGenerated($0, marks) }
        }
    }

    /// Whether a file is one that this tool has written for the library: its first comment has a mark of a language.
    private func isGenerated(_ path: String, _ marks: [FileMark]) -> Bool {
        let marks = marks.filter { $0.suits(path) }
        guard !marks.isEmpty, let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let start = String(decoding: (try? file.read(upToCount: FileMark.length)) ?? Data(), as: UTF8.self)
        return marks.contains { $0.matches(start, of: options.prefix) }
    }

    /// Writes the changed files, and removes files that are no longer generated. Writes nothing if one of them would replace a file
    /// that this tool has not written.
    func write(_ files: [Generator.File]) throws(Failure) {
        for file in files where file.language.marks.contains(where: { $0.suits(file.path) }) {
            try Self.checkReplaceable(path(file))
        }
        for file in files {
            let path = path(file)
            if (try? String(contentsOfFile: path, encoding: .utf8)) == file.text { continue }
            try write(Data(file.text.utf8), to: path)
        }
        for path in leftOver(files) { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Checks that no file of somebody else is at the path of a generated file.
    static func checkReplaceable(_ path: String) throws(Failure) {
        guard let start = try start(ofFile: path), !start.isEmpty, !start.contains(FileMark.generator) else { return }
        throw Failure(
            description:
                "\(path) exists and was not written by hotshoe-bindgen, which does not replace it: move it, or write elsewhere"
        )
    }

    /// The start of a file, in which a mark would be; nil if there is none.
    private static func start(ofFile path: String) throws(Failure) -> String? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath)
        else {
            return nil
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw Failure(description: "\(path) is no file: hotshoe-bindgen does not replace it")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw Failure(description: "\(path) cannot be read: \(text(EACCES))")
        }
        defer { try? file.close() }
        do { return String(decoding: try file.read(upToCount: FileMark.length) ?? Data(), as: UTF8.self) } catch {
            throw Failure(description: "\(path) cannot be read: \(reason(error))")
        }
    }

    /// The list of a library's functions at a path; nil if there is none.
    func signatures(at path: String) throws(Failure) -> String? {
        guard let start = try Self.start(ofFile: path) else { return nil }
        let title = SignatureFile.title(options.prefix)
        guard start.isEmpty || start.hasPrefix(title) else {
            throw Failure(
                description: "\(path) is no list of the functions of \(options.prefix): it does not begin with \"\(title)\""
            )
        }
        do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw Failure(description: "\(path) cannot be read: \(Self.reason(error))")
        }
    }

    /// Checks, before the work, that a report can be written to a path. Creates its folder.
    func prepareReport(at path: String) throws(Failure) {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return try createFolder(of: path)
        }
        if isFolder.boolValue { throw Failure(description: "\(path) is a folder: --report needs the path of a file") }
        if !FileManager.default.isWritableFile(atPath: path) {
            throw Failure(description: "\(path) cannot be written: \(Self.text(EACCES))")
        }
    }

    private func createFolder(of path: String) throws(Failure) {
        let folder = (path as NSString).deletingLastPathComponent
        if folder.isEmpty { return }
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw Failure(description: "\(path) cannot be written: \(Self.reason(error))")
        }
    }

    /// Writes a report. What is no regular file, such as a link, a pipe or a device, is written into, not replaced.
    func write(report data: Data, to path: String) throws(Failure) {
        guard let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType,
            type != .typeRegular
        else { return try write(data, to: path) }
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Failure(description: "\(path) cannot be written: \(Self.text(errno))") }
        do { try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: data) } catch {
            throw Failure(description: "\(path) cannot be written: \(Self.reason(error))")
        }
    }

    private func write(_ data: Data, to path: String) throws(Failure) {
        try createFolder(of: path)
        do { try data.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
            throw Failure(description: "\(path) cannot be written: \(Self.reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError, underlying.domain == NSPOSIXErrorDomain {
            return text(Int32(underlying.code))
        }
        return error.localizedDescription
    }

    private static func text(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
