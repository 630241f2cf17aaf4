import Sockets

extension [SocketAddress] {
    /// Connects to the addresses in their order, until one answers.
    ///
    /// - Throws: The error of `connect` of the last address, or at once one of an address that has answered.
    func firstAnswer<Connection>(
        _ connect: (SocketAddress) async throws(IPConnectError) -> Connection
    ) async throws(IPConnectError) -> Connection {
        var failure: IPConnectError?
        for address in self {
            do throws(IPConnectError) { return try await connect(address) } catch {
                switch error {
                case .unreachable, .timedOut: failure = error
                default: throw error
                }
            }
        }
        throw failure ?? .unknownHost("")
    }
}
