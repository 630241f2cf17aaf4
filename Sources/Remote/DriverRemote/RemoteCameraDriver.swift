package import CameraModel
import HTTPTransport
package import HotShoeSupport
import JSONText

/// Connects to a camera that `hotshoe serve` serves on another computer, or on this one. **Thread-safe.**
///
/// The server keeps its own connection to the camera: disconnecting ends only what this program does. Several programs use the camera at
/// the same time.
package final class RemoteCameraDriver: SharedCameraDriver {
    private let address: RemoteAddress
    private let time: any TimeSource
    /// The name of this program, by which the server distinguishes its pictures and those of other programs. The same in a new connection: a
    /// picture may be complete when the connection that requested it is lost.
    private let client = String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)

    package init(_ address: RemoteAddress, time: any TimeSource) { (self.address, self.time) = (address, time) }

    package func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
        let server = try RemoteServer(address.server)
        do throws(CameraError) {
            let permissions = try await server.permissions()
            let name: String
            if let camera = address.camera { name = camera } else { name = try await server.onlyCamera() }
            let path = "cameras/\(RemoteAddress.encoded(name))"
            let reports = RemoteReports(host, permissions, server, path: path)
            return try await connect(options, reports, server, path: path)
        } catch {
            server.close()
            throw explained(error)
        }
    }

    /// The error, with what to do where the server does not have the camera.
    private func explained(_ error: CameraError) -> CameraError {
        guard error.code == .notFound, let camera = address.camera else { return error }
        let origin = address.server.origin
        return CameraError(
            .notFound,
            "The server has no camera \(camera) now. `hotshoe list -c \(origin)` lists those that it has.",
            operation: .connect,
            subject: address.description
        )
    }

    private func connect(
        _ options: ConnectOptions,
        _ reports: RemoteReports,
        _ server: RemoteServer,
        path: String
    ) async throws(CameraError) -> any CameraConnection {
        let stream = server.client.start(HTTPRequest("GET", "/api/v1/\(path)/changes", timeLimit: nil), reports)
        do throws(CameraError) {
            // Reading what it can do connects it, also at a server that permits no changes.
            try await server.call(
                "GET",
                path,
                for: .connect,
                within: min(options.timeout ?? RemoteServer.cameraTimeLimit, RemoteServer.cameraTimeLimit)
            )
            guard let result = await reports.complete.resultUnlessCancelled() else { throw .cancelled(.connect) }
            return RemoteConnection(try result.get(), server, reports, stream, path: path, client: client, time)
        } catch {
            // What the reports have failed with has ended the request as well.
            let earlier = reports.complete.current
            stream.cancel()
            reports.close()
            if case .failure(let cause)? = earlier { throw cause }
            throw error
        }
    }
}
