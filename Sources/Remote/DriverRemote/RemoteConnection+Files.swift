import CameraMessages
import CameraModel
import HTTPTransport
import HotShoeSupport
import JSONText

extension RemoteConnection: FileDriver {
    /// Maximum size of a file that is written to a card: the server keeps it in memory.
    private static let uploadLimit: UInt64 = 128 << 20

    private func file(_ item: ItemInfo.Handle) -> String { "files/\(item.number)" }

    private func folderMember(_ folder: ItemInfo.Handle?) -> JSONValue? { folder.map { .string(String($0.number)) } }

    func listFolder(_ folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) async throws(CameraError) -> [ItemInfo] {
        let query = folder.map { "?folder=\($0.number)" } ?? ""
        let list = try await call("GET", "storages/\(storage.number)/items\(query)", for: .listFolder, within: .seconds(3600))
        guard let items: [ItemInfo] = list.forms() else { throw Self.invalidAnswer(.listFolder) }
        return items
    }

    func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        try value(await call("GET", "\(file(item))/item", for: .loadMetadata), .loadMetadata)
    }

    func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await server.bytes("GET", "\(path)/\(file(item))/thumbnail", for: .loadThumbnail)
    }

    func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await server.bytes("GET", "\(path)/\(file(item))/preview", for: .loadPreview)
    }

    func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        try value(await call("GET", "\(file(item))/exif", for: .loadEXIF), .loadEXIF)
    }

    func download(
        _ item: ItemInfo.Handle,
        from offset: UInt64,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        try await pass(from: offset, .download, consume) { _ in
            var request = HTTPRequest("GET", "/api/v1/\(path)/\(file(item))", timeLimit: nil)
            if offset > 0 { request.fields = ["Range: bytes=\(offset)-"] }
            request.silenceLimit = RemoteServer.cameraTimeLimit
            return request
        }
    }

    /// Passes the pieces of an answer on; without the first `offset` bytes if the server has ignored the range.
    ///
    /// - Parameters:
    ///   - offset: Number of bytes that the consumer has.
    ///   - operation: The operation, for errors.
    ///   - consume: The consumer of the bytes.
    ///   - repetitions: How often the request is made again, with longer and longer pauses, when the connection breaks.
    ///   - request: Makes the request.
    /// - Throws: The failure of the server, of the connection, or of the consumer.
    private func pass(
        from offset: UInt64,
        _ operation: CameraOperation,
        _ consume: @escaping ChunkHandler,
        repetitions: Int = 0,
        _ request: (_ isRepeated: Bool) -> HTTPRequest
    ) async throws(CameraError) {
        var position = offset
        for attempt in 0...repetitions {
            let result: Result<Void, CameraError>
            do throws(BrokenConnection) {
                result = try await pass(HTTPPieces(server.client, request(attempt > 0)), from: &position, operation, consume)
            } catch {
                guard attempt < repetitions, error.isTemporary, !Task.isCancelled else {
                    throw CameraError(error.error, operation)
                }
                Log.write(.info, "remote", "\(operation) is requested again: \(error.error)")
                await time.sleep(for: .seconds(1 << (2 * attempt)))
                continue
            }
            return try result.get()
        }
    }

    /// The failure of receiving an answer.
    private struct BrokenConnection: Error {
        let error: HTTPError

        /// Whether the answer may be whole when it is requested again.
        var isTemporary: Bool {
            switch error.kind {
            case .ended, .timedOut, .unreachable, .otherScheme: true
            case .libraryMissing, .untrusted, .invalidAnswer, .cancelled: false
            }
        }
    }

    /// Returns the result of the server and of the consumer.
    private func pass(
        _ pieces: HTTPPieces,
        from position: inout UInt64,
        _ operation: CameraOperation,
        _ consume: @escaping ChunkHandler
    ) async throws(BrokenConnection) -> Result<Void, CameraError> {
        defer { pieces.cancel() }
        let offset = position
        var problem: [UInt8] = []
        var surplus = offset
        while true {
            let (head, next) = try await self.next(pieces)
            let status = head.status
            guard status == 200 || status == 206 else {
                if let next, problem.count + next.count <= 1 << 16 {
                    problem += next
                    continue
                }
                return .failure(CameraError(status: status, problem, operation))
            }
            if status == 206, next != nil, head.rangeStart != offset {
                return .failure(CameraError(.protocolFailure, "The server sent another part of the file.", operation: operation))
            }
            guard let next else { return .success(()) }
            let skipped = status == 200 ? Int(min(surplus, UInt64(next.count))) : 0
            surplus -= UInt64(skipped)
            if skipped == next.count { continue }
            let result = await fileThread.perform { () -> Result<TransferDecision, CameraError> in
                do throws(CameraError) {
                    return .success(try unsafe consume(next.span.bytes.extracting(skipped..<next.count)))
                } catch { return .failure(error) }
            }
            switch result {
            case .failure(let error): return .failure(error)
            case .success(.stop): return .success(())
            case .success: position += UInt64(next.count - skipped)
            }
        }
    }

    private func next(_ pieces: HTTPPieces) async throws(BrokenConnection) -> (head: HTTPHead, bytes: [UInt8]?) {
        do throws(HTTPError) { return try await pieces.next() } catch { throw BrokenConnection(error: error) }
    }

    func delete(_ item: ItemInfo.Handle) async throws(CameraError) {
        try await call("DELETE", "\(file(item))?folders=true", for: .delete)
    }

    func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) {
        try await call("PATCH", file(item), .members(["rating": .integer(Int64(rating))]), for: .setRating)
    }

    func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        try await call("PATCH", file(item), .members(["protected": .bool(isProtected)]), for: .setProtection)
    }

    func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo {
        guard size <= Self.uploadLimit else {
            throw CameraError(
                .tooLarge,
                "A file of more than \(Self.uploadLimit >> 20) MiB cannot be written to a camera on another computer.",
                operation: .upload,
                subject: name
            )
        }
        let content = try await fileThread.perform { () -> Result<[UInt8], CameraError> in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(size))
            do throws(CameraError) {
                while bytes.count < Int(size) {
                    let piece = try source(Int(size) - bytes.count)
                    if piece.isEmpty { break }
                    bytes += piece
                }
            } catch { return .failure(error) }
            return .success(bytes)
        }.get()
        guard content.count == Int(size) else {
            throw CameraError(
                .invalidArgument,
                "The file has \(content.count) of \(size) bytes.",
                operation: .upload,
                subject: name
            )
        }
        let query = folder.map { "&folder=\($0.number)" } ?? ""
        let written = try await server.bytes(
            "PUT",
            "\(path)/uploads/\(RemoteAddress.encoded(name))?storage=\(storage.number)\(query)",
            HTTPRequest.Body(content, type: "application/octet-stream"),
            for: .upload
        )
        guard let json = try? JSONParser.parse(written.span), let handle = json["id"]?.string.flatMap({ UInt64($0) }) else {
            throw Self.invalidAnswer(.upload)
        }
        return try await loadMetadata(of: ItemInfo.Handle(handle))
    }

    func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        let body = JSONValue.members(["name": .string(name), "folder": folderMember(folder)])
        return try value(await call("POST", "storages/\(storage.number)/folders", body, for: .createFolder), .createFolder)
    }

    func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try value(await call("POST", "\(file(item))/move", target(folder, storage), for: .move, within: .seconds(3600)), .move)
    }

    func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try value(await call("POST", "\(file(item))/copy", target(folder, storage), for: .copy, within: .seconds(3600)), .copy)
    }

    private func target(_ folder: ItemInfo.Handle?, _ storage: StorageInfo.Identifier) -> JSONValue {
        .members(["storage": .integer(Int64(storage.number)), "folder": folderMember(folder)])
    }

    func format(_ storage: StorageInfo.Identifier) async throws(CameraError) {
        try await call("DELETE", "storages/\(storage.number)/items", for: .format)
    }
}

extension RemoteConnection: TransferDriver {
    func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        // The server sends nothing before it has the whole picture, and has the last one for a while when it is requested again.
        try await pass(from: 0, .transfer, consume, repetitions: 4) { isRepeated in
            let body = JSONValue.members([
                "representation": .string(representation.rawValue), "again": isRepeated ? .bool(true) : nil,
            ])
            var request = HTTPRequest(
                "POST",
                "/api/v1/\(path)/transfers/\(offer.number)",
                body: HTTPRequest.Body(Array(body.text(depth: 0).utf8), type: "application/json"),
                timeLimit: nil
            )
            request.silenceLimit = .seconds(3600)
            return request
        }
    }

    func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) {
        try await call("DELETE", "transfers/\(offer.number)", for: .transfer)
    }
}
