import Glibc
import HotShoeSupport

extension Camera {
    /// How long a driver may take to leave a camera before it is left to itself.
    private static let disconnectLimit: Duration = .seconds(10)

    /// Connects. Where the camera is connected already, nothing happens.
    ///
    /// - Parameter authenticate: answers the camera's questions; without it a camera that asks cannot be connected to.
    /// - Returns: what is not as it could be; see also ``warnings``.
    /// - Throws: ``CameraError/Code/busy`` while another call is connecting or disconnecting, ``CameraError/Code/authenticationFailed``,
    ///   ``CameraError/Code/connectionRefused``, ``CameraError/Code/timedOut``, ``CameraError/Code/cancelled`` also when the
    ///   authentication was cancelled, ``CameraError/Code/firmwareTooOld`` …
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
            throw CameraError(.busy, "the camera is being connected or disconnected already", operation: .connect)
        case .begin(let connection, let unwinding): return try await establish(connection, options, after: unwinding)
        }
    }

    private enum ConnectStart {
        case done([ConnectionWarning])
        case busy
        case begin(Connection, after: Promise<Void, Never>)
    }

    private func establish(
        _ connection: Connection,
        _ options: ConnectOptions,
        after unwinding: Promise<Void, Never>
    ) async throws(CameraError) -> [ConnectionWarning] {
        let host = CameraHost(camera: self, connection: connection.number)
        let (driver, time) = (driver, time)
        let deadline = options.timeout.map { limit in
            let timer = time.makeTimer {
                connection.fail(CameraError(.timedOut, "the camera did not connect in time; is it awake, and in reach?"))
            }
            timer.arm(at: time.now + limit)
            return timer
        }
        defer { deadline?.disarm() }
        do throws(CameraError) {
            let (info, warnings) = try await race(
                on: connection,
                .connect,
                whenDone: { connection.driverIsDone.fulfil(.success(())) }
            ) {
                () async throws(CameraError) -> (CameraInfo, [ConnectionWarning]) in
                guard await unwinding.resultUnlessCancelled() != nil else { throw .cancelled(.connect) }
                var (info, warnings) = try await driver.connect(options, host: host)
                if options.synchronizesClock, let warning = await Self.synchronizeClock(of: driver) { warnings.append(warning) }
                return (info, warnings)
            }
            let isConnected = change { shared -> (Bool, [CameraEvent]) in
                guard shared.connection === connection else { return (false, []) }
                return (true, shared.state.finishConnecting(info, warnings))
            }
            guard isConnected else {
                throw CameraError(.notConnected, "the camera was disconnected meanwhile", operation: .connect)
            }
            return warnings
        } catch {
            abandon(connection, .connectFailed(error.code), error: error)
            throw error
        }
    }

    private static func synchronizeClock(of driver: any CameraDriver) async -> ConnectionWarning? {
        do throws(CameraError) {
            try await driver.setClock(.now())
            return nil
        } catch {
            return error.code == .notSupported
                ? ConnectionWarning(
                    kind: .clockNotSupported,
                    category: .other,
                    message: "this camera's clock cannot be set from here"
                )
                : ConnectionWarning(
                    kind: .clockNotSet,
                    category: .other,
                    message: "the camera's clock was not set: \(error.message)"
                )
        }
    }

    /// Disconnects, and returns when that is done. Whatever is under way fails with ``CameraError/Code/notConnected``.
    ///
    /// Never fails: a camera that does not answer is left to itself after ten seconds. Several calls wait for the same
    /// end; where the camera is not connected nothing happens. Cancelling the task does not keep the camera connected.
    public func disconnect(_ options: DisconnectOptions = DisconnectOptions()) async {
        let powersOff = options.powersOff && capabilities.contains(.powerOff)
        let (connection, unwinding) = change { shared -> ((Connection?, Promise<Void, Never>), [CameraEvent]) in
            switch shared.state.connection {
            case .notConnected, .disconnecting: return ((nil, shared.unwinding), [])
            case .connecting, .waitingForUser, .connected:
                let unwinding = Promise<Void, Never>()
                defer { shared.unwinding = unwinding }
                return ((shared.connection, unwinding), shared.state.move(to: .disconnecting))
            }
        }
        guard let connection else {
            _ = await unwinding.result()
            // Who disconnected first settles the state a moment later; whoever comes back from here may connect again.
            for await state in connectionStates where state != .disconnecting { break }
            return
        }
        let reason: DisconnectReason = powersOff ? .poweredOffByRequest : .requested
        liveViewHub.end(.disconnected(reason))
        connection.fail(CameraError(.notConnected, "the camera was disconnected meanwhile"))
        leaveDriver(connection, DisconnectOptions(powersOff: powersOff), unwinding)
        _ = await unwinding.result()
        change { shared in
            guard shared.connection === connection else { return ((), []) }
            shared.connection = nil
            return ((), shared.state.end(reason))
        }
    }

    /// Lets the driver leave the camera; fulfils `done` when it has, or when it takes too long.
    private func leaveDriver(_ connection: Connection, _ options: DisconnectOptions, _ done: Promise<Void, Never>) {
        let limit = time.makeTimer { done.fulfil(.success(())) }
        limit.arm(at: time.now + Self.disconnectLimit)
        let driver = driver
        Task {
            _ = await connection.driverIsDone.result()
            await driver.disconnect(options)
            limit.disarm()
            done.fulfil(.success(()))
        }
    }

    /// Ends a connection that was not ended by ``disconnect(_:)``: the state first, the driver in its own time.
    private func abandon(
        _ connection: Connection,
        _ reason: DisconnectReason,
        error: CameraError
    ) {
        let unwinding = change { shared -> (Promise<Void, Never>?, [CameraEvent]) in
            guard shared.connection === connection, shared.state.connection != .disconnecting else { return (nil, []) }
            let unwinding = Promise<Void, Never>()
            shared.connection = nil
            shared.unwinding = unwinding
            return (unwinding, shared.state.end(reason))
        }
        guard let unwinding else { return }
        liveViewHub.end(.disconnected(reason))
        connection.fail(error)
        leaveDriver(connection, DisconnectOptions(), unwinding)
    }

    // MARK: The host's side

    func connectionEnded(_ reason: DisconnectReason, connection number: Int) {
        guard let connection = connection(number) else { return }
        let error = CameraError(.connectionLost, "\(reason); connect again to go on")
        // While connecting, the connecting call itself abandons the connection, when the driver has returned.
        if connectionState == .connected { abandon(connection, reason, error: error) } else { connection.fail(error) }
    }

    func apply(_ updates: [CameraUpdate], connection number: Int) {
        change { shared in
            guard shared.connection?.number == number else { return ((), []) }
            return ((), updates.flatMap { shared.state.apply($0) })
        }
    }

    /// What asks the person who connects; nil when there is nobody to ask.
    func authenticationHandler(connection number: Int) -> AuthenticationHandler? {
        guard let connection = connection(number), let handler = connection.authenticationHandler else { return nil }
        return { [weak self] request in
            self?.showWaiting(true, connection)
            Task {
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

extension CameraDate {
    /// This computer's time and time zone.
    public static func now() -> CameraDate {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        var seconds = time.tv_sec
        var local = unsafe tm()
        unsafe localtime_r(&seconds, &local)
        return CameraDate(
            millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000,
            utcOffsetMinutes: unsafe local.tm_gmtoff / 60
        )
    }
}
