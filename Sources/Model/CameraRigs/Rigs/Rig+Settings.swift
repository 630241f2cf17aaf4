import CameraModel
import HotShoeSupport

extension Rig {
    /// The values that were set, and those before them. **Thread-safe.**
    private final class Changes: Sendable {
        struct Change: Sendable {
            let property: PropertyIdentifier
            let previous: PropertyValue?
        }

        private let changes = Guarded<[Int: [Change]]>([:])

        /// The changes of each camera, the oldest first.
        var byMember: [Int: [Change]] { changes.withLock { $0 } }

        func add(_ property: PropertyIdentifier, _ previous: PropertyValue?, of member: Int) {
            changes.withLock { $0[member, default: []].append(Change(property: property, previous: previous)) }
        }
    }

    /// A step, with the value of its camera; nil for an optional one that the camera does not have.
    private struct Validated: Sendable {
        let step: SettingTransaction.Step
        let value: PropertyValue?
    }

    /// Sets properties of all cameras, or of none.
    ///
    /// Each setting is validated at each camera before any is set: exposure, drive and focus modes first, and then, with these modes, the others.
    /// If one fails, all cameras get their previous values back, also if the caller is cancelled.
    ///
    /// - Parameters:
    ///   - settings: The settings; of two for the same property of a camera the later one counts.
    ///   - timeLimit: Time for a camera to show a value that it has accepted.
    /// - Throws: ``RigError/Code/refused`` if a camera does not accept a value, ``RigError/Code/setting`` if one failed,
    ///   ``RigError/Code/invalidArgument`` for a role that does not exist, ``RigError/Code/busy``, ``RigError/Code/cancelled``. After a failure,
    ///   ``RigError/notRestored`` has what has another value than before.
    public func set(_ settings: [RigSetting], timeLimit: Duration = .seconds(5)) async throws(RigError) {
        let transaction = try SettingTransaction(settings, roles: roles)
        try begin { $0.set() }
        defer { end() }
        let changes = Changes()
        do throws(RigError) {
            let modes = try await validated(transaction.modes)
            // Values that depend on no mode that changes are refused before anything is set.
            let changing = Set(modes.flatMap(\.self).filter { !isShown($0) }.map(\.step.member))
            _ = try await validated(transaction.others.filter { !changing.contains($0.member) })
            try await apply(modes, timeLimit, changes)
            try await apply(try await validated(transaction.others), timeLimit, changes)
        } catch {
            throw await restore(changes, timeLimit, error)
        }
    }

    /// The values of steps at their cameras.
    private func validated(_ steps: [SettingTransaction.Step]) async throws(RigError) -> [[Validated]] {
        let byMember = members.indices.map { index in steps.filter { $0.member == index } }
        let results = await each(of: members.indices.filter { !byMember[$0].isEmpty }) { index, member in
            var (values, problems): ([Validated], [RigProblem]) = ([], [])
            for step in byMember[index] {
                do throws(CameraError) {
                    values.append(Validated(step: step, value: try await Self.value(of: step, member.camera)))
                } catch {
                    problems.append(RigProblem(member.role, error, property: step.property))
                }
            }
            return (values, problems)
        }
        let problems = results.flatMap(\.1)
        guard problems.isEmpty else {
            if problems.contains(where: { $0.error.code == .cancelled }) { throw Self.cancelled }
            let count = Set(problems.map(\.role)).count
            throw RigError(.refused, "\(count) of \(members.count) cameras do not accept the settings now.", problems)
        }
        return results.map(\.0)
    }

    /// The camera's value for a step; nil for an optional one that the camera does not have.
    private static func value(
        of step: SettingTransaction.Step,
        _ camera: Camera
    ) async throws(CameraError) -> PropertyValue? {
        let property = camera.property(step.property)
        guard camera.connectionState == .connected else {
            throw CameraError(.notConnected, "The camera is not connected. Connect first.", operation: .setProperty)
        }
        if step.isOptional, property.value == nil, !property.settable.isSettable { return nil }
        return try await property.settableValue(for: step.text)
    }

    /// Whether a camera shows a value.
    private func isShown(_ validated: Validated) -> Bool {
        guard let value = validated.value else { return true }
        return members[validated.step.member].camera.property(validated.step.property).value?.matches(value) ?? false
    }

    /// Sets the validated values: cameras in parallel, those of one camera one after the other.
    private func apply(
        _ values: [[Validated]],
        _ timeLimit: Duration,
        _ changes: Changes
    ) async throws(RigError) {
        let byMember = Dictionary(uniqueKeysWithValues: values.filter { !$0.isEmpty }.map { ($0[0].step.member, $0) })
        let problems = await each(of: byMember.keys.sorted()) { index, member -> RigProblem? in
            for validated in byMember[index] ?? [] {
                guard let value = validated.value else { continue }
                let property = member.camera.property(validated.step.property)
                if self.isShown(validated) { continue }
                changes.add(property.identifier, property.value, of: index)
                do throws(CameraError) {
                    try await property.set(value, until: .reflected(timeout: timeLimit))
                } catch { return RigProblem(member.role, error, property: property.identifier) }
            }
            return nil
        }.compactMap(\.self)
        guard !problems.isEmpty else { return }
        if problems.allSatisfy({ $0.error.code == .cancelled }) { throw Self.cancelled }
        throw RigError(.setting, "\(problems.count) of \(members.count) cameras could not be set.", problems)
    }

    private static var cancelled: RigError { RigError(.cancelled, "Setting was cancelled. The previous values were set back.") }

    /// Sets the previous values back, the last ones first, also for a cancelled task. Returns the error with what could not be set back.
    private func restore(_ changes: Changes, _ timeLimit: Duration, _ error: RigError) async -> RigError {
        let byMember = changes.byMember
        if byMember.isEmpty { return error }
        let work = Task {
            await each(of: byMember.keys.sorted()) { index, member -> [RigProblem] in
                var problems: [RigProblem] = []
                for change in (byMember[index] ?? []).reversed() {
                    guard let previous = change.previous else { continue }
                    let property = member.camera.property(change.property)
                    do throws(CameraError) {
                        try await property.set(previous, until: .reflected(timeout: timeLimit))
                    } catch {
                        problems.append(RigProblem(member.role, error, property: change.property))
                    }
                }
                return problems
            }.flatMap(\.self)
        }
        let left = await work.value
        return RigError(error.code, error.message, error.problems, notRestored: left)
    }
}
