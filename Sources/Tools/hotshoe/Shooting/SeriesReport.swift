import CameraModel
import CameraRecords
import HotShoeSupport

/// Copies and prints the files of the pictures of a series, and counts what is missing. **Thread-safe.**
final class SeriesReport: Sendable {
    private struct Counts {
        /// Number of pictures: a release may make several, and a picture consists of several files.
        var pictures = 0
        var missing = MissingParts()
        /// Number of releases, and of their files.
        var (releases, files) = (0, 0)
    }

    /// Time to wait at the end for files that the camera has announced.
    private static let descriptionLimit = Duration.seconds(61)

    /// Time to wait at the end for the second file of a picture.
    private static let secondFileLimit = Duration.seconds(2)

    let files: SeriesFiles
    private let camera: Camera
    private let saver: FileSaver?
    private let context: CommandContext
    private let total: Int?
    /// Guards the counts.
    private let counts = Guarded(Counts())
    private let time: any TimeSource

    /// Creates a report of a series of `total` pictures; nil for no limit.
    init(
        _ camera: Camera,
        _ saver: FileSaver?,
        _ context: CommandContext,
        _ total: Int?,
        time: any TimeSource = SystemClock.shared
    ) {
        (self.saver, self.context, self.total, self.time) = (saver, context, total, time)
        self.camera = camera
        files = SeriesFiles(camera, listsCards: total != 1 && saver != nil)
    }

    // MARK: Files

    /// Copies and prints the files of a release.
    ///
    /// - Throws: Also if the connection was lost before the camera had described all of them: they are found in the next one.
    func add(
        _ made: [RemoteFile],
        unreadable: [UnreadableItem] = [],
        picture number: Int,
        late delay: Duration?
    ) async throws {
        context.output.clearStatus()
        let interrupted = unreadable.first { $0.code == .connectionLost }
        for lost in unreadable where lost.code != .connectionLost || saver == nil {
            let name = SafeText.of(lost.displayName)
            context.output.warn("hotshoe: \(name) of picture \(number) cannot be read. \(lost.message)")
        }
        files.claim(made)
        files.add(unreadable)
        counts.withLock { $0.releases += 1 }
        if made.isEmpty, unreadable.isEmpty { noteNone(number) }
        try await save(made, number, delay)
        if let delay {
            let seconds = Amounts.decimal(delay / .seconds(1), places: 1)
            context.output.note("Picture \(number) began \(seconds) s late: the previous one took longer than the interval.")
        }
        if saver == nil, let lost = made.first(where: \.isOnlyCopy) {
            counts.withLock { $0.missing.add("the camera keeps no copy of \(SafeText.of(lost.name)): use --download DIR") }
        }
        if let interrupted { throw interrupted.error }
    }

    private func noteNone(_ number: Int) {
        context.output.note("The camera reported no file for this picture.")
        counts.withLock { $0.missing.add("the camera reported no file for picture \(number)") }
    }

    /// Copies and prints the files that were reported after their picture.
    ///
    /// - Parameter isLast: Whether files are copied as well that may belong to a picture that another program is taking.
    /// - Throws: As ``add(_:unreadable:picture:late:)``.
    func copyLate(isLast: Bool = false) async throws {
        guard files.hasLate else { return }
        let late = await files.popLate(isLast: isLast)
        if !late.isEmpty { try await save(late, nil, nil) }
    }

    /// Waits for files that the camera has announced and not described yet, and copies what was reported late.
    func finish() async throws {
        let end = time.now + Self.descriptionLimit
        while !Task.isCancelled, time.now < end, await files.isWaiting() {
            context.output.show(status: ["Waiting for the camera to describe its files …"])
            await time.sleep(for: .milliseconds(100))
        }
        context.output.clearStatus()
        try await copyLate()
        let limit = time.now + Self.secondFileLimit
        while !Task.isCancelled, time.now < limit, mayLackSecondFile {
            await time.sleep(for: .milliseconds(100))
            try await copyLate()
        }
        // What is reported from now on is not waited for: another program may take pictures without a pause.
        let reported = Set(files.waiting)
        let patience = time.now + Self.descriptionLimit
        while !reported.isDisjoint(with: files.waiting) {
            context.output.show(status: ["Waiting for the picture of another program …"])
            await time.sleep(for: .milliseconds(250))
            try await copyLate(isLast: Task.isCancelled || time.now >= patience)
        }
        context.output.clearStatus()
        await files.forgetUnreadableOfOthers()
    }

    /// Whether a picture may have another file, which the camera reports after the picture is complete: not if the camera's setting is
    /// one format.
    private var mayLackSecondFile: Bool {
        let counts = counts.withLock { $0 }
        guard saver != nil, counts.releases > 0, counts.files < 2 * counts.releases else { return false }
        return camera.imageQuality.value?.label.contains("+") ?? true
    }

    /// Copies the files that the camera made while it was not connected. Returns their number.
    func copyMade() async throws -> Int {
        guard saver != nil else { return 0 }
        guard let count = try await files.reconnected() else {
            let reason =
                "the cards had not been listed before the connection was lost, and may have pictures that were not copied"
            counts.withLock { $0.missing.add(reason) }
            return 0
        }
        try await copyLate()
        return count
    }

    private func save(_ made: [RemoteFile], _ number: Int?, _ delay: Duration?) async throws {
        do {
            let saved = try await saver?.save(made, .newFile) ?? []
            finish(made)
            for (index, file) in made.enumerated() {
                let copy = index < saved.count ? saved[index] : nil
                if copy?.isRepeated == true { continue }
                let record = ShotRecord(file, copy, picture: number, late: delay.map { $0 / .seconds(1) })
                try context.print(record, as: line(record, copy, number))
            }
        } catch let error as CameraError {
            guard await error.concernsOneFile(of: camera) else { throw error }
            finish(made)
            context.output.warn("hotshoe: \(CommandFailure(error).message ?? "")")
            counts.withLock { counts in for file in made { counts.missing.add(file: file.name) } }
        }
    }

    private func finish(_ made: [RemoteFile]) {
        files.finish(made)
        counts.withLock { counts in
            counts.pictures += Self.pictures(made)
            counts.files += made.count
        }
    }

    /// Number of pictures among files: a JPEG and its RAW file differ in the extension only.
    private static func pictures(_ files: [RemoteFile]) -> Int {
        Set(files.map { file in file.name.lastIndex(of: ".").map { String(file.name[..<$0]) } ?? file.name }).count
    }

    // MARK: The end

    /// Adds a clause about what is missing.
    func add(_ remark: String) { counts.withLock { $0.missing.add(remark) } }

    /// Adds pictures that were not taken.
    func add(missed count: Int, _ when: String) {
        guard count > 0 else { return }
        counts.withLock { $0.missing.add("\(count) picture\(count == 1 ? " was" : "s were") missed \(when)") }
    }

    /// Names the files whose copy an error has ended.
    func nameUnfinished() {
        guard saver != nil else { return }
        for fate in files.fates { context.output.warn("hotshoe: \(fate)") }
    }

    /// Throws a failure that names what is missing.
    func end() throws(CommandFailure) {
        var missing = counts.withLock { $0.missing }
        for name in files.lost + files.unfinished { missing.add(file: name) }
        if let failure = missing.failure(saver == nil ? "not readable" : "not copied") { throw failure }
    }

    func summarize(_ releases: Int, _ late: Int, _ gap: ShootingSeries.Gap, isComplete: Bool) {
        let pictures = max(releases, counts.withLock { $0.pictures })
        let text = "\(pictures) picture\(pictures == 1 ? "" : "s") taken"
        let several = pictures == releases ? "" : " with \(releases) release\(releases == 1 ? "" : "s")"
        let of = isComplete ? "" : " of \(total ?? 0)"
        let away = Amounts.decimal(gap.duration / .seconds(1), places: 1)
        let missed = gap.duration == .zero ? "" : ", \(gap.pictures) missed in \(away) s without the camera"
        context.output.note("\(text)\(several)\(of)\(late == 0 ? "" : ", \(late) of them late")\(missed).")
    }

    private func line(_ record: ShotRecord, _ copy: FileSaver.Saved?, _ number: Int?) -> StyledText {
        let position = number.map { number in total == 1 ? "" : total.map { "\(number)/\($0)  " } ?? "\(number)  " } ?? ""
        var text: StyledText = "\(position, .dim)\(record.file, .bold)"
        if let pixels = record.pixels { text += "  \(pixels)" }
        if let copy {
            text += "  \(copy.path)  \(copy.amount)"
        } else {
            if let size = record.size { text += "  \(Amounts.bytes(Int64(clamping: size)))" }
            if let storage = record.storage { text += "  on \(storage)" }
        }
        return text
    }
}

extension CameraError {
    /// Whether another file may be copied: the connection and this computer's disk are in order.
    func concernsOneFile(of camera: Camera) async -> Bool {
        switch code {
        case .fileSystem: false
        // The user's, not the camera's.
        case .cancelled where Task.isCancelled: false
        default: await !camera.hasEnded(after: self)
        }
    }
}
