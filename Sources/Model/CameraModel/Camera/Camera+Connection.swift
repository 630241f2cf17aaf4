import HotShoeSupport

extension Camera {
    /// Time for a connection to disconnect. After it the camera stops waiting for it.
    private static let disconnectLimit: Duration = .seconds(10)

    /// Connects to the camera. Has no effect when the camera is already connected.
    ///
    /// - Parameters:
    ///   - options: whether to set the camera's clock, and the time limit.
    ///   - authenticate: answers the camera's authentication requests; without it, connecting to a camera that requires
    ///     authentication fails.
    /// - Returns: warnings about this connection, which ``warnings`` also lists; empty if there are none.
    /// - Throws: ``CameraError/Code/busy`` while another call is connecting or disconnecting,
    ///   ``CameraError/Code/authenticationFailed``, ``CameraError/Code/connectionRefused``, ``CameraError/Code/timedOut``,
    ///   ``CameraError/Code/cancelled`` (also when the authentication was cancelled), ``CameraError/Code/firmwareTooOld`` …
    @discardableResult
    public func connect(
        _ options: ConnectOptions = ConnectOptions(),
        authenticate: AuthenticationHandler? = nil
    ) async throws(CameraError) -> [ConnectionWarning] {
        let start = change { shared -> (ConnectStart, [CameraEvent]) in
            switch shared.state.connection {
            case .connected: return (.done(shared.state.warnings), [])
            case .connecting, .waitingForUser, .disconnecting: return (.busy, [])
            case .notConnected:
                let (number, events) = shared.state.beginConnecting()
                let connection = Connection(number: number, authenticationHandler: authenticate)
                shared.connection = connection
                return (.begin(connection, after: shared.unwinding), events)
            }
        }
        switch start {
        case .done(let warnings): return warnings
        case .busy:
            throw CameraError(
                .busy,
                "The camera is being connected or disconnected already. Try again in a moment.",
                operation: .connect
            )
        case .begin(let connection, let unwinding): return try await establish(connection, options, after: unwinding)
        }
    }

    private enum ConnectStart {
        case done([ConnectionWarning])
        case busy
        case begin(Connection, after: Unwinding)
    }

    private func establish(
        _ connection: Connection,
        _ options: ConnectOptions,
        after unwinding: Unwinding
    ) async throws(CameraError) -> [ConnectionWarning] {
        let deadline = options.timeout.map { limit in
            let timer = time.makeTimer { [weak self] in
                self?.failConnecting(
                    connection,
                    CameraError(.timedOut, "The camera did not connect in time. Is it switched on, and in reach?")
                )
            }
            timer.arm(at: time.now + limit)
            return timer
        }
        defer { deadline?.disarm() }
        do throws(CameraError) {
            let (info, warnings) = try await connectDriver(connection, options, after: unwinding)
            // The connection may have ended after the driver returned.
            let failure = change { shared -> (CameraError?, [CameraEvent]) in
                if let failure = connection.failure { return (failure, []) }
                guard shared.connection === connection, shared.state.connection != .disconnecting else {
                    return (CameraError(.notConnected, "The camera was disconnected in the meantime."), [])
                }
                return (nil, shared.state.finishConnecting(info, warnings))
            }
            if var failure {
                failure.operation = .connect
                throw failure
            }
            connection.endQuestions(.accepted)
            return warnings
        } catch {
            abandon(connection, .connectFailed(error.code), error: error)
            connection.endQuestions(.cancelled)
            throw error
        }
    }

    /// Calls the driver's `connect`, after the previous connection has disconnected.
    private func connectDriver(
        _ connection: Connection,
        _ options: ConnectOptions,
        after unwinding: Unwinding
    ) async throws(CameraError) -> (CameraInfo, [ConnectionWarning]) {
        let host = CameraHost(camera: self, connection: connection.number)
        let driver = driver
        return try await race(on: connection, .connect, whenDone: { connection.driverIsDone.fulfil(.success(())) }) {
            () async throws(CameraError) -> (CameraInfo, [ConnectionWarning]) in
            guard await unwinding.resultUnlessCancelled() != nil, connection.reachDriver() else { throw .cancelled(.connect) }
            let established = try await driver.connect(options, host: host)
            connection.establish(established)
            var warnings = established.warnings
            if options.synchronizesClock, let warning = await Self.synchronizeClock(of: established) { warnings.append(warning) }
            return (established.info, warnings)
        }
    }

    /// Disconnects from the camera, and returns when that has ended.
    ///
    /// Releases a shutter button that this connection holds, fully or halfway pressed, and stops a recording that it started,
    /// see ``DisconnectOptions``. Calls in progress throw ``CameraError/Code/notConnected``.
    ///
    /// Never fails: after ten seconds it stops waiting for a camera that does not answer. Concurrent calls wait for the same
    /// end. Has no effect when the camera is not connected. Cancelling the task does not keep the camera connected.
    public func disconnect(_ options: DisconnectOptions = DisconnectOptions()) async {
        let powersOff = options.powersOff && capabilities.contains(.powerOff)
        let (connection, previous, unwinding) = change { shared -> ((Connection?, Unwinding, Unwinding), [CameraEvent]) in
            switch shared.state.connection {
            case .notConnected, .disconnecting: return ((nil, shared.unwinding, shared.unwinding), [])
            case .connecting, .waitingForUser, .connected:
                let (previous, unwinding) = (shared.unwinding, Unwinding())
                shared.unwinding = unwinding
                return ((shared.connection, previous, unwinding), shared.state.move(to: .disconnecting))
            }
        }
        guard let connection else {
            _ = await unwinding.result()
            // The first call publishes the final state. Wait for it, so that this caller may connect immediately.
            for await state in connectionStates where state != .disconnecting { break }
            return
        }
        let reason: DisconnectReason = powersOff ? .poweredOffByRequest : .requested
        liveViewHub.end(.disconnected(reason))
        connection.fail(CameraError(.notConnected, "The camera was disconnected in the meantime."))
        let left = Unwinding()
        let leaving = DisconnectOptions(powersOff: powersOff, leavesRecording: options.leavesRecording)
        leaveDriver(connection, leaving, after: previous, left)
        _ = await left.result()
        await liveViewHub.untilLeft()
        change { shared in
            guard shared.connection === connection else { return ((), []) }
            shared.connection = nil
            return ((), shared.state.end(reason))
        }
        // Published after the state, so that a waiting caller reads `notConnected`.
        unwinding.fulfil(.success(()))
    }

    /// Disconnects; fulfils `left` when the camera is disconnected, or after the time limit.
    private func leaveDriver(
        _ connection: Connection,
        _ options: DisconnectOptions,
        after previous: Unwinding,
        _ left: Unwinding
    ) {
        guard connection.hasReachedDriver else {
            // The previous connection is still disconnecting, or has disconnected: there is nothing to disconnect.
            connection.performEnding {
                _ = await previous.result()
                left.fulfil(.success(()))
            }
            return
        }
        let time = time
        let limit = time.makeTimer { left.fulfil(.success(())) }
        limit.arm(at: time.now + Self.disconnectLimit)
        connection.performEnding { [weak self] in
            _ = await connection.driverIsDone.result()
            if left.current != nil { return await Self.leaveLate(self, connection) }
            if let established = connection.established { await connection.disconnect(established, options, time: time) }
            await connection.endWork()
            limit.disarm()
            left.fulfil(.success(()))
        }
    }

    /// Disconnects a connection that the driver returned after the time limit. A new connection waits for that, unless it has
    /// already begun.
    private static func leaveLate(_ camera: Camera?, _ connection: Connection) async {
        guard let established = connection.established else { return }
        let unwinding = Unwinding()
        camera?.change { shared in
            // The caller that waited for the driver may not have cleared the connection yet.
            if shared.connection == nil || shared.connection === connection,
                shared.state.connectionNumber == connection.number
            {
                shared.unwinding = unwinding
            }
            return ((), [])
        }
        await established.disconnect(DisconnectOptions())
        unwinding.fulfil(.success(()))
    }

    /// Ends a connection that ended without ``disconnect(_:)``: publishes the state first, then disconnects
    /// asynchronously.
    private func abandon(
        _ connection: Connection,
        _ reason: DisconnectReason,
        error: CameraError
    ) {
        let unwindings = change { shared -> ((previous: Unwinding, new: Unwinding)?, [CameraEvent]) in
            guard shared.connection === connection, shared.state.connection != .disconnecting else { return (nil, []) }
            let unwindings = (previous: shared.unwinding, new: Unwinding())
            shared.connection = nil
            shared.unwinding = unwindings.new
            return (unwindings, shared.state.end(reason))
        }
        guard let unwindings else { return }
        liveViewHub.end(.disconnected(reason))
        connection.fail(error)
        leaveDriver(connection, DisconnectOptions(), after: unwindings.previous, unwindings.new)
    }

    /// Fails a connection that is still being established; the `connect` call itself abandons it.
    private func failConnecting(_ connection: Connection, _ error: CameraError) {
        let isConnecting = change { shared -> (Bool, [CameraEvent]) in
            guard shared.connection === connection, !shared.state.connection.isConnected else { return (false, []) }
            // Under the lock, so that the `connect` call can no longer succeed.
            connection.abandon(error)
            return (true, [])
        }
        if isConnecting { connection.fail(error) }
    }

    // MARK: Calls from CameraHost

    func connectionEnded(_ reason: DisconnectReason, connection number: Int) {
        guard let connection = connection(number) else { return }
        let error = CameraError(.connectionLost, reason.sentence)
        failConnecting(connection, error)
        if connectionState == .connected { abandon(connection, reason, error: error) }
    }

    func apply(_ updates: [CameraUpdate], connection number: Int) {
        change { shared in
            guard shared.connection?.number == number else { return ((), []) }
            return ((), updates.flatMap { shared.state.apply($0) })
        }
    }

    /// Handler for authentication requests; nil if the caller of `connect` supplied none.
    func authenticationHandler(connection number: Int) -> AuthenticationHandler? {
        guard let connection = connection(number), let handler = connection.authenticationHandler else { return nil }
        return { [weak self] request in
            guard connection.requestAuthentication(request) else { return request.resolve(.cancelled) }
            self?.showWaiting(true, connection)
            connection.perform { [weak self] in
                _ = await request.resolution()
                self?.showWaiting(false, connection)
            }
            handler(request)
        }
    }

    private func showWaiting(_ isWaiting: Bool, _ connection: Connection) {
        change { shared in
            guard shared.connection === connection, shared.state.connection == (isWaiting ? .connecting : .waitingForUser)
            else { return ((), []) }
            return ((), shared.state.move(to: isWaiting ? .waitingForUser : .connecting))
        }
    }

    private func connection(_ number: Int) -> Connection? {
        change { shared in (shared.connection?.number == number ? shared.connection : nil, []) }
    }
}
