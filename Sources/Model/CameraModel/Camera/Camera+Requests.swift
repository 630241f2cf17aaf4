import HotShoeSupport

/// Preconditions of a request, which ``Camera`` checks before the connection receives it.
struct RequestPreconditions {
    var capability: CameraCapabilities = []
    var category: CommandCategories = []
    var group: ExclusiveGroup?
    /// Whether the request is allowed while the camera records video.
    var worksWhileRecording = true
    var needsLiveView = false
    /// Activity that the request starts.
    var starts: SustainedActivity?
    /// Activity that the request stops.
    var stops: SustainedActivity?
    /// Whether the camera must have reported the settings that it accepted.
    var followsSettings = false
}

extension Camera {
    /// Performs one request on a facet of the connection, see ``perform(_:subject:_:_:)``; throws
    /// ``CameraError/Code/notSupported`` if the connection does not have the facet.
    func perform<Facet, Value: Sendable>(
        _ operation: CameraOperation,
        on facet: @escaping @Sendable (any CameraConnection) -> Facet?,
        subject: String? = nil,
        _ preconditions: RequestPreconditions = RequestPreconditions(),
        _ work: @escaping @Sendable (Facet) async throws(CameraError) -> Value
    ) async throws(CameraError) -> Value {
        try await perform(operation, subject: subject, preconditions) { connection throws(CameraError) in
            guard let facet = facet(connection) else { throw .notSupported(operation) }
            return try await work(facet)
        }
    }

    /// Performs one request: checks its preconditions, calls the connection, and fails when the connection ends.
    func perform<Value: Sendable>(
        _ operation: CameraOperation,
        subject: String? = nil,
        _ preconditions: RequestPreconditions = RequestPreconditions(),
        _ work: @escaping @Sendable (any CameraConnection) async throws(CameraError) -> Value
    ) async throws(CameraError) -> Value {
        if Task.isCancelled { throw .cancelled(operation) }
        let (connection, established): (Connection, any CameraConnection)
        do throws(CameraError) {
            (connection, established) = try admit(operation, preconditions)
        } catch {
            var described = error
            described.subject = subject
            throw described
        }
        let (group, stops, followsSettings) = (preconditions.group, preconditions.stops, preconditions.followsSettings)
        let start = preconditions.starts.map { connection.begin($0) }
        return try await race(
            on: connection,
            operation,
            subject: subject,
            whenDone: { if let group { connection.free(group) } }
        ) { [weak self] () async throws(CameraError) -> Value in
            do throws(CameraError) {
                if followsSettings { try await self?.settlePendingValues(operation) }
                let value = try await work(established)
                if let start { connection.finish(start, nil) }
                if let stops { connection.end(stops) }
                return value
            } catch {
                if let start { connection.finish(start, error) }
                throw error
            }
        }
    }

    /// Performs a request that stops an activity, after a start in progress. If the caller is cancelled, returns early and
    /// performs the request nevertheless.
    ///
    /// - Parameters:
    ///   - activity: Activity to stop.
    ///   - operation: Operation, for errors.
    ///   - facet: Facet that stops the activity.
    ///   - preconditions: Preconditions of the request.
    ///   - isReported: Whether the camera reports the activity. If given, the camera's refusal to stop an activity that it does
    ///     not report and this connection has not started is ignored.
    ///   - work: Request on the facet.
    /// - Throws: `cancelled` if the caller is cancelled first; otherwise as ``perform(_:subject:_:_:)``.
    func stop<Facet>(
        _ activity: SustainedActivity,
        _ operation: CameraOperation,
        on facet: @escaping @Sendable (any CameraConnection) -> Facet?,
        _ preconditions: RequestPreconditions,
        ignoringRefusalsUnless isReported: (@Sendable () -> Bool)? = nil,
        _ work: @escaping @Sendable (Facet) async throws(CameraError) -> Void
    ) async throws(CameraError) {
        var preconditions = preconditions
        preconditions.stops = activity
        // Without a connection, the request fails.
        guard let connection = change({ ($0.connection, []) }) else {
            return try await perform(operation, on: facet, preconditions, work)
        }
        let outcome = Promise<Void, CameraError>()
        let hasEnded = connection.beginStop(of: activity)
        connection.perform { [preconditions] in
            await connection.untilAnswered(activity)
            let mayBeActive = isReported.map { $0() || connection.mayBeActive(activity) } ?? true
            let result: Result<Void, CameraError>
            do throws(CameraError) {
                result = .success(try await self.perform(operation, on: facet, preconditions, work))
            } catch {
                result = mayBeActive || !error.isRefusal ? .failure(error) : .success(())
            }
            connection.finishStop(of: activity, hasEnded)
            outcome.fulfil(result)
        }
        guard let result = await outcome.resultUnlessCancelled() else { throw .cancelled(operation) }
        try result.get()
    }

    /// The error text of a request without a connection: the reason for its end, if neither this program ended it nor connecting failed.
    private static func advice(_ connection: ConnectionState) -> String {
        switch connection {
        case .notConnected(.connectFailed?), .notConnected(nil): break
        case .notConnected(let reason?): if !reason.isExpected { return "\(reason.sentence) Connect again." }
        case .connecting, .waitingForUser, .connected, .disconnecting: break
        }
        return "The camera is not connected. Connect first."
    }

    /// Returns the connection to use, if the state of the camera allows the request.
    private func admit(
        _ operation: CameraOperation,
        _ preconditions: RequestPreconditions
    ) throws(CameraError) -> (Connection, any CameraConnection) {
        let (state, connection) = change { (($0.state, $0.connection), []) }
        guard state.connection == .connected, let connection, let established = connection.established else {
            throw CameraError(.notConnected, Self.advice(state.connection), operation: operation)
        }
        if let (code, message) = preconditions.objection(to: state) { throw CameraError(code, message, operation: operation) }
        if let group = preconditions.group, !connection.claim(group) {
            throw CameraError(
                .busy,
                "The camera is still busy with the previous request. Try again in a moment.",
                operation: operation
            )
        }
        return (connection, established)
    }
}

extension [ConnectionWarning] {
    /// Why this connection does not have all functions of a category, as a sentence; nil if it has.
    package func limit(_ category: ConnectionWarning.Category) -> String? {
        first { $0.kind == .reducedFunctionality && $0.category == category }?.message
    }
}

extension RequestPreconditions {
    /// The functions that concern files.
    private static let files: CameraCapabilities = [
        .fileAccess, .fileDeletion, .fileRating, .fileUpload, .fileProtection, .folderCreation, .fileMoving, .fileCopying,
        .formatting,
    ]

    /// Returns the reason why a connected camera in this state does not allow the request; nil if it does.
    fileprivate func objection(to state: CameraState) -> (CameraError.Code, String)? {
        if !state.capabilities.isSuperset(of: capability) {
            let missing = capability.subtracting(state.capabilities)
            let names = missing.names.joined(separator: ", ")
            let reason = state.warnings.limit(missing.isSubset(of: Self.files) ? .fileAccess : .remoteControl).map { " \($0)" }
            return (.notAvailable, "This camera offers no \(names) over this connection.\(reason ?? "")")
        }
        if !worksWhileRecording && state.recording.isRecording {
            return (.recordingInProgress, "The camera is recording video. Stop the recording first.")
        }
        if !state.categories.isSuperset(of: category) {
            return (.wrongCategory, "The camera is not in use for \(category). Set this command category first.")
        }
        if needsLiveView && !state.liveView.isRunning {
            return (.needsLiveView, "This works only while live view is running. Start live view first.")
        }
        return nil
    }
}

extension Camera {
    /// Returns the error text for unsupported categories: one that the camera never has, or their combination.
    private static func words(
        forUnsupported categories: CommandCategories,
        _ supported: [CommandCategories],
        _ kind: CameraKind
    ) -> String {
        let all = supported.reduce(CommandCategories()) { $0.union($1) }
        let missing: [(CommandCategories, String)] = [
            (.stillsShooting, "take pictures"), (.videoRecording, "record video"), (.fileAccess, "show its files"),
        ]
        guard let (_, what) = missing.first(where: { categories.contains($0.0) && !all.contains($0.0) }) else {
            return categories.refusal
        }
        return kind == .mediaDevice
            ? "This device is a phone, a media player or a camera in its file transfer mode (MTP). It has files, and cannot \(what)."
            : "This camera cannot \(what) by remote control."
    }

    /// The combinations of categories that can be active together on this camera.
    public var supportedCommandCategories: [CommandCategories] { read { $0.supportedCategories } }

    /// Returns whether all of the categories can be active together.
    public func supports(_ categories: CommandCategories) -> Bool {
        supportedCommandCategories.contains { $0.isSuperset(of: categories) }
    }

    /// Activates command categories. When it returns, at least the requested categories are active; has no effect if they
    /// already are.
    ///
    /// - Throws: ``CameraError/Code/needsPhysicalInteraction`` where a dial or switch on the camera selects the category,
    ///   ``CameraError/Code/notSupported`` for a combination that the camera does not support.
    public func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        if connectionState == .connected {
            if commandCategories.isSuperset(of: categories) { return }
            guard supports(categories) else {
                throw CameraError(
                    .notSupported,
                    Self.words(forUnsupported: categories, supportedCommandCategories, info?.kind ?? .camera),
                    operation: .setCommandCategories
                )
            }
        }
        try await perform(.setCommandCategories, RequestPreconditions(group: .categories)) { connection throws(CameraError) in
            try await connection.setCommandCategories(categories)
        }
    }
}
