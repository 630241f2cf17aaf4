import HotShoe

/// A provider with a scripted behaviour.
final class ScriptedProvider: CameraProvider {
    let identifier: String
    let interfaceVersion: PluginInterface
    private let script: @Sendable (any DiscoverySink) async throws(CameraError) -> Void

    init(
        _ identifier: String,
        version: PluginInterface = .current,
        _ script: @escaping @Sendable (any DiscoverySink) async throws(CameraError) -> Void
    ) {
        self.identifier = identifier
        interfaceVersion = version
        self.script = script
    }

    func discover(_ sink: any DiscoverySink) async throws(CameraError) { try await script(sink) }
}

/// The smallest possible driver.
final class NullDriver: CameraDriver {
    private final class Connection: CameraConnection {
        let info = CameraInfo(manufacturer: "None", model: "Null", firmwareVersion: "0", serialNumber: "0")

        func disconnect(_ options: DisconnectOptions) async {}
    }

    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection { Connection() }
}

func discovered(_ identifier: String, model: String? = nil) -> DiscoveredCamera {
    let description = CameraDescription(
        identifier: CameraIdentifier(identifier),
        family: .generic,
        transport: .network,
        model: model
    )
    return DiscoveredCamera(description) { NullDriver() }
}

/// Returns the error that some work throws; nil if it throws none.
func failure(_ work: () async throws -> Void) async -> CameraError? {
    do {
        try await work()
        return nil
    } catch {
        return error as? CameraError
    }
}

extension CameraDiscovery {
    /// Reads changes until one satisfies a condition.
    func waitFor<Value>(_ pick: (DiscoveryChange) -> Value?) async -> Value? {
        for await change in changes {
            if let value = pick(change) { return value }
        }
        return nil
    }
}
