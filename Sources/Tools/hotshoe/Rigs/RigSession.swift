import ArgumentParsing
import CameraModel
import CameraRecords
import CameraRigs
import HotShoe
import HotShoeServer
import HotShoeSupport
import PictureSaving
import Wording

/// A rig whose cameras are connected, for one action of `hotshoe rig`.
struct RigSession {
    private let file: RigFile
    private let rig: Rig
    private let context: CommandContext

    /// Reads the file, finds and connects its cameras, calls `body`, and disconnects in every case.
    static func with(_ context: CommandContext, _ body: (RigSession) async throws -> Void) async throws {
        let path = context[RigCommand.file]
        let text = try InputFile.text(of: path)
        let file: RigFile
        do throws(RigError) { file = try RigFile(parsing: text) } catch { throw CommandFailure(.usage, path, error.message) }
        let selectors = try file.entries.map { entry throws(CommandFailure) in
            do throws(ValueProblem) { return try CameraSelector(entry.camera) } catch {
                throw CommandFailure(.usage, path, "The camera of [\(entry.role)] \(error.message).")
            }
        }
        let arguments = context.arguments.replacing(GlobalOptions.camera.syntax, with: selectors)
        var own = CommandContext(
            table: context.table,
            arguments: arguments,
            output: context.output,
            environment: context.environment
        )
        own.openCamera = nil
        let search = try CameraSearch(own)
        let cameras = try await find(file, selectors, search, own)
        let members = zip(file.entries, cameras).map { RigMember(role: $0.role, camera: $1, releaseLag: $0.releaseLag) }
        let rig: Rig
        do throws(RigError) { rig = try Rig(members) } catch { throw CommandFailure(.usage, path, error.message) }
        let session = RigSession(file: file, rig: rig, context: own)
        do {
            try await session.connect()
            try await body(session)
        } catch {
            await rig.disconnect()
            throw error
        }
        await rig.disconnect()
        withExtendedLifetime(search) {}
    }

    /// Finds the cameras of the file; what is not found is named, all of it.
    private static func find(
        _ file: RigFile,
        _ selectors: [CameraSelector],
        _ search: CameraSearch,
        _ context: CommandContext
    ) async throws -> [Camera] {
        let found = await withTaskGroup(of: (index: Int, camera: Camera?, failure: CommandFailure?).self) { group in
            for (index, selector) in selectors.enumerated() {
                let role = file.entries[index].role
                group.addTask {
                    do {
                        // Before the tuple: Swift 6.3.1 loses `index` in optimized builds if the tuple contains the call.
                        let camera = try await search.chosen(selector)
                        return (index, camera, nil)
                    } catch { return (index, nil, CommandFailure(error).with(role: role)) }
                }
            }
            var found: [(index: Int, camera: Camera?, failure: CommandFailure?)] = []
            for await one in group { found.append(one) }
            return found.sorted { $0.index < $1.index }
        }
        try check(found.compactMap(\.failure), context)
        return found.compactMap(\.camera)
    }

    /// Prints the failures of several cameras, and throws the first one without its text; a single failure is thrown with its text.
    private static func check(_ failures: [CommandFailure], _ context: CommandContext) throws(CommandFailure) {
        guard let first = failures.first else { return }
        if failures.count == 1 { throw first }
        for failure in failures {
            if let text = failure.text { context.output.warn(text) }
        }
        throw CommandFailure(first.code, nil, nil)
    }

    /// Connects all cameras, each with its own questions to the user.
    private func connect() async throws {
        try await each { member, own in try await own.connect(member.camera, for: .stillsShooting) }
        do throws(RigError) { try await rig.connect() } catch { throw failure(error) }
    }

    /// Performs work for all cameras in parallel, each with its role before its lines.
    ///
    /// - Throws: the failure of the first camera in the order of the rig, after all have ended; several are printed before.
    private func each(_ work: @escaping @Sendable (RigMember, CommandContext) async throws -> Void) async throws {
        let shared = context.output.shared
        let failures = await withTaskGroup(of: (index: Int, failure: CommandFailure?).self) { group in
            for (index, member) in rig.members.enumerated() {
                let own = context.with(shared.prefixed(member.role))
                group.addTask {
                    do {
                        try await work(member, own)
                        return (index, nil)
                    } catch { return (index, CommandFailure(error).with(role: member.role)) }
                }
            }
            var failures: [(index: Int, failure: CommandFailure?)] = []
            for await one in group { failures.append(one) }
            return failures.sorted { $0.index < $1.index }.compactMap(\.failure)
        }
        try Self.check(failures, context)
    }

    // MARK: Actions

    /// `status`: exits with `incomplete` unless all cameras are ready.
    func printStatus() async throws {
        let readiness = rig.readiness
        var table = TextTable([
            .left("ROLE"), .shrinking("CAMERA"), .left("READY"), .left("BATTERY"), .right("SHOTS"), .left("MODE"), .left("CLOCK"),
        ])
        for (member, state) in zip(rig.members, readiness.members) {
            let clock = member.camera.isShared ? try? await member.camera.clockQuality() : nil
            let record = RigStatusRecord(state, member.camera, clock)
            if context.wantsJSON {
                try context.output.json(record)
                continue
            }
            table.add([
                "\(record.role, .bold)", "\(record.camera)",
                record.ready ? "yes" : "\(record.obstacles.joined(separator: ", "))",
                "\(record.battery ?? "–")", "\(record.shotsAvailable.map(String.init) ?? "–")", "\(record.exposureMode ?? "–")",
                member.camera.isShared ? Self.text(clock) : "this one",
            ])
        }
        if !context.wantsJSON { try context.output.table(table) }
        if readiness.hasDifferentModes { context.output.warn("hotshoe: The cameras have different exposure modes.") }
        let missing = readiness.members.filter { !$0.isReady }.map(\.role)
        guard !missing.isEmpty else { return }
        throw CommandFailure(.incomplete, nil, "Not ready: \(missing.joined(separator: ", ")).")
    }

    /// "±3.2 ms"
    private static func text(_ clock: ClockQuality?) -> StyledText {
        guard let clock else { return "not known" }
        return clock.isSynchronized
            ? "±\(Amounts.decimal(clock.maximumError / .milliseconds(1), places: 1)) ms" : "not synchronized"
    }

    /// `set`: the given settings, or those of the file.
    func set(_ given: [RigSettingChange]) async throws {
        let changes = given.isEmpty ? try file.settings.map(Self.change) : given
        guard !changes.isEmpty else {
            throw CommandFailure(
                .usage,
                "set",
                "has nothing to set: name PROPERTY=VALUE, or add `set PROPERTY = VALUE` to the file."
            )
        }
        // A vendor's name means another property with each camera.
        let settings = try changes.flatMap { change throws(CommandFailure) -> [RigSetting] in
            if let role = change.role, !rig.roles.contains(role) {
                throw CommandFailure(.usage, role, "The rig has no such role. It has \(rig.roles.listed(by: "and")).")
            }
            return try rig.members.filter { change.role == nil || change.role == $0.role }.map { member throws(CommandFailure) in
                do throws(CommandFailure) {
                    let property = try change.change.name.property(of: member.camera)
                    return RigSetting(property.identifier, change.change.text, roles: [member.role])
                } catch { throw error.with(role: member.role) }
            }
        }
        do throws(RigError) {
            try await rig.set(settings, timeLimit: context.timeout ?? .seconds(5))
        } catch { throw failure(error) }
        for member in rig.members {
            var printed: Set<PropertyIdentifier> = []
            for setting in settings where setting.roles == [member.role] && printed.insert(setting.property).inserted {
                let value = member.camera.property(setting.property).value?.label ?? "–"
                let record = RigSettingRecord(role: member.role, property: setting.property.description, value: value)
                try context.print(record, as: "\(member.role, .bold)  \(record.property)  \(value)")
            }
        }
        try context.noteLostChanges("The simulated cameras start anew with each command: settings are not kept.")
    }

    private static func change(_ setting: RigFile.Setting) throws(CommandFailure) -> RigSettingChange {
        RigSettingChange(role: setting.role, SettingChange(name: try PropertyName(setting.property), text: setting.value))
    }

    /// `fire`: rounds until the count is reached.
    func fire() async throws {
        let clock = SystemClock.shared
        let start = clock.now
        let schedule = IntervalSchedule(interval: context[RigCommand.interval])
        var totals = Totals()
        try prepareFolder()
        for number in 0..<context[RigCommand.count] {
            await clock.sleep(for: schedule.wait(forPicture: number, now: clock.now - start))
            if Task.isCancelled { break }
            if context[RigCommand.armed] {
                do throws(RigError) { try await rig.arm() } catch { throw failure(error) }
            }
            try await round(&totals)
        }
        try finish(totals, of: context[RigCommand.count])
    }

    /// `arm`: a round with each line of standard input.
    func armAndWait() async throws {
        let input = ScriptInput(0)
        var totals = Totals()
        try prepareFolder()
        while !Task.isCancelled {
            do throws(RigError) { try await rig.arm() } catch { throw failure(error) }
            context.output.note("Focused: \(rig.roles.joined(separator: ", ")). Enter takes a round; Ctrl-D or Ctrl-C ends.")
            guard await input.next({ _ in [] }) != nil else { break }
            try await round(&totals)
        }
        do throws(RigError) { try await rig.disarm() } catch { throw failure(error) }
        try finish(totals, of: totals.rounds)
    }

    /// `tether`: copies from all cameras, each with its role before its lines.
    func tether() async throws {
        guard let folder = context[RigCommand.download] else { return }
        try LocalFolder.prepare(folder)
        let pattern = try context[RigCommand.pattern] ?? FileNamePattern("{role}-{original}")
        try await each { member, own in
            let both: CommandCategories = [.stillsShooting, .fileAccess]
            if member.camera.supports(both) { try await member.camera.setCommandCategories(both) }
            try await TetherSession(member.camera, folder, nil, own, named: pattern.with(role: member.role)).run()
        }
    }

    /// `live`: the page of `hotshoe serve` with the cameras of the rig, for this computer.
    func serve() async throws {
        var options = HotShoeServer.Options()
        options.cameras = rig.members.map(\.camera)
        options.roles = Dictionary(rig.members.map { ($0.camera.identifier, $0.role) }) { first, _ in first }
        options.selects = { _ in false }
        let server: HotShoeServer
        do throws(HotShoeServer.StartError) {
            server = try HotShoeServer(CameraDiscovery(clientName: "hotshoe", providers: []), options)
        } catch { throw CommandFailure(.failure, nil, error.description) }
        try context.print(["url": server.url], as: "\(server.url, .bold)")
        context.output.note("Open this page in a browser of this computer. Ctrl-C ends it.")
        let clock = SystemClock.shared
        let end = context[WatchCommand.seconds].map { clock.now + $0 }
        while !Task.isCancelled, end.map({ clock.now < $0 }) ?? true {
            await clock.sleep(for: min(end.map { $0 - clock.now } ?? .seconds(3600), .seconds(3600)))
        }
        await server.stop()
    }

    // MARK: Rounds

    /// The pictures and copies of all rounds.
    private struct Totals {
        var rounds = 0
        var pictures = 0
        var copies = 0
        var missing: [String] = []
    }

    private func prepareFolder() throws(CommandFailure) {
        if let folder = context[RigCommand.download] { try LocalFolder.prepare(folder) }
    }

    /// Takes one round, copies and prints its pictures.
    private func round(_ totals: inout Totals) async throws {
        var options = RigFireOptions(autofocus: context[RigCommand.autofocus])
        if let lead = context[RigCommand.lead] {
            options.time = ClockTime.now().advanced(by: lead)
            options.clockLimit = context[RigCommand.anyClock] ? nil : context[RigCommand.clockLimit]
        }
        let round: RigRound
        do throws(RigError) { round = try await rig.fire(options) } catch { throw failure(error) }
        var copies: RigCopies?
        if let folder = context[RigCommand.download] {
            copies = await round.save(into: folder, named: context[RigCommand.pattern] ?? .ofRigs)
        }
        totals.rounds += 1
        for picture in round.pictures {
            let record = RigPictureRecord(round, picture, copies)
            let names = record.paths.isEmpty ? record.files : record.paths
            if picture.isComplete { totals.pictures += 1 }
            if let error = record.error {
                totals.missing.append("\(picture.role) of round \(round.number)")
                context.output.warn("hotshoe: Round \(round.number), \(picture.role): \(error)")
                if context.wantsJSON { try context.output.json(record) }
                continue
            }
            let time = Amounts.decimal(record.milliseconds / 1000, places: 2)
            try context.print(record, as: "#\(round.number)  \(picture.role, .bold)  \(names.joined(separator: ", "))  \(time) s")
        }
        totals.copies += copies?.copies.count ?? 0
        for problem in copies?.problems ?? [] {
            totals.missing.append("the copy of \(problem.role) of round \(round.number)")
            context.output.warn("hotshoe: Round \(round.number), \(problem.role): not copied: \(problem.error.message)")
        }
    }

    /// Prints the totals.
    ///
    /// - Throws: the failure that names what is missing.
    private func finish(_ totals: Totals, of count: Int) throws(CommandFailure) {
        let expected = totals.rounds * rig.members.count
        let copied = context[RigCommand.download] == nil ? "" : ", \(totals.copies) files copied"
        context.output.note("\(totals.pictures) of \(expected) pictures in \(totals.rounds) rounds\(copied).")
        if !totals.missing.isEmpty {
            let shown = totals.missing.prefix(20).joined(separator: ", ")
            let others = totals.missing.count > 20 ? " and \(totals.missing.count - 20) others" : ""
            throw CommandFailure(.incomplete, nil, "Missing: \(shown)\(others).")
        }
        if totals.rounds < count, !Task.isCancelled { throw CommandFailure(.incomplete, nil, "Not all rounds were taken.") }
    }

    /// The failure of a rig, with the exit code of its first camera.
    private func failure(_ error: RigError) -> CommandFailure {
        if error.code == .cancelled { return CommandFailure(.interrupted, nil, nil) }
        let code: ExitCode =
            switch error.code {
            case .busy: .busy
            case .invalidArgument: .usage
            case _ where !error.notRestored.isEmpty: .incomplete
            default: error.problems.first.map { ExitCode($0.error.code) } ?? .failure
            }
        for problem in error.problems { context.output.warn("hotshoe: \(problem.description)") }
        for problem in error.notRestored { context.output.warn("hotshoe: Not set back: \(problem.description)") }
        return CommandFailure(code, nil, error.message)
    }
}

extension CommandContext {
    /// The context with another output.
    fileprivate func with(_ output: Output) -> CommandContext {
        CommandContext(table: table, arguments: arguments, output: output, environment: environment, isAction: isAction)
    }
}

extension CommandFailure {
    /// The failure of one camera of a rig.
    fileprivate func with(role: String) -> CommandFailure {
        CommandFailure(code, role, [subject, message].compactMap(\.self).joined(separator: ": "), hint: hint, details: details)
    }
}
