package import CameraModel
package import DriverPTP
import HotShoeSupport
package import PTP

/// The pictures that a camera keeps in its memory until they are transferred or declined. **Thread-safe.**
///
/// The facet of a vendor's connection for transfers. The lower half of an offer's number is the object's handle; the upper half
/// distinguishes pictures that have the same handle one after the other.
package final class OfferedTransfers: TransferDriver {
    private let standard: StandardConnection
    private let pieceSize: UInt64?
    /// Whether the transfer of a picture removes it, because no operation does.
    private let isRemovedByTransfer: Bool
    private let complete: @Sendable (ObjectHandle) async throws(CameraError) -> Void

    private struct State {
        var offers: [TransferOffer.Identifier: TransferOffer] = [:]
        /// Offers whose picture the camera is removing: another one may have its handle already.
        var completing: Set<TransferOffer.Identifier> = []
        /// Pictures whose bytes were fetched before they were offered.
        var kept: [TransferOffer.Identifier: [UInt8]] = [:]
        /// Number of announced pictures.
        var count: UInt32 = 0
        /// Number of announced pictures that are not described yet. Some have the same handle one after the other.
        var announced = 0
        /// The newest announcement, which waits for the one before it.
        var last: Task<Void, Never>?
    }

    /// Guards the offers.
    private let state = Guarded(State())

    /// Maximum number of stored offers; a camera has room for fewer.
    private static let limit = 256
    /// Maximum number of announced pictures that wait to be described.
    private static let announcedLimit = 1024
    /// Maximum number of bytes of all pictures that are kept here.
    private static let keptLimit: UInt64 = 1 << 28

    /// Creates a facet without offers.
    ///
    /// - Parameters:
    ///   - standard: Performs the downloads, and reports to the host and to the picture that is being taken.
    ///   - pieceSize: Size of a piece, in bytes, that every camera of the vendor supplies from its memory; nil if a picture is transferred
    ///     as a whole.
    ///   - isRemovedByTransfer: Whether the transfer removes a picture, because no operation does; nil if that is so where pictures are
    ///     transferred as a whole.
    ///   - complete: Reports the transfer as complete, so that the camera frees its memory.
    package init(
        _ standard: StandardConnection,
        inPiecesOf pieceSize: UInt64?,
        isRemovedByTransfer: Bool? = nil,
        complete: @escaping @Sendable (ObjectHandle) async throws(CameraError) -> Void
    ) {
        (self.standard, self.pieceSize, self.complete) = (standard, pieceSize, complete)
        self.isRemovedByTransfer = isRemovedByTransfer ?? (pieceSize == nil)
    }

    /// Stores an offer of the camera, and reports it to the host and to the picture that is being taken. Ignores a repeated
    /// offer.
    package func add(_ offer: TransferOffer) {
        let (isNew, hasRoom) = state.withLock { state in
            let (isNew, hasRoom) = (state.offers[offer.identifier] == nil, state.offers.count < Self.limit)
            if isNew, hasRoom { state.offers[offer.identifier] = offer }
            return (isNew, hasRoom)
        }
        guard isNew else { return }
        guard hasRoom else {
            let reason = "More than \(Self.limit) pictures wait to be fetched."
            return standard.report(unreadable: Self.handle(offer.identifier), offer.fileName, CameraError(.tooLarge, reason))
        }
        standard.host.update([.transferOffered(offer)])
        standard.shots.add(offer)
    }

    /// Requests the ObjectInfo of a picture in the camera's memory and offers it, after those that were announced before. Ignores a
    /// repeated announcement.
    ///
    /// - Parameters:
    ///   - handle: Handle of the picture.
    ///   - isOnlyCopy: Whether the picture is lost when the offer is declined.
    ///   - moreFollow: Returns whether the camera has no room for another file of the same picture before this one is removed. This one
    ///     is then fetched, up to 256 MiB in all, and offered from this computer's memory.
    package func announce(
        _ handle: ObjectHandle,
        isOnlyCopy: Bool,
        moreFollow: @escaping @Sendable () -> Bool = { false }
    ) {
        let hasRoom = state.withLock { state in
            guard state.announced < Self.announcedLimit else { return false }
            state.announced += 1
            return true
        }
        guard hasRoom else {
            let reason = "More than \(Self.announcedLimit) announced pictures wait to be described."
            return standard.report(unreadable: handle, nil, CameraError(.tooLarge, reason))
        }
        inOrder { offers in
            _ = await offers.offer(handle, isOnlyCopy: isOnlyCopy, moreFollow: moreFollow)
            offers.state.withLock { $0.announced -= 1 }
        }
    }

    /// Fetches a picture into this computer's memory, up to 256 MiB in all, and offers it, after those that were announced before. Returns
    /// whether the camera has removed it; otherwise the offer, if there is one, is that of the picture in the camera.
    package func fetch(_ handle: ObjectHandle, isOnlyCopy: Bool) async -> Bool {
        let isFetched = Promise<Bool, Never>()
        inOrder { offers in
            isFetched.fulfil(.success(await offers.offer(handle, isOnlyCopy: isOnlyCopy) { true }))
        }
        guard case .success(true)? = await isFetched.resultUnlessCancelled() else { return false }
        return true
    }

    /// Offers a picture. Returns whether it was fetched before.
    private func offer(
        _ handle: ObjectHandle,
        isOnlyCopy: Bool,
        moreFollow: @escaping @Sendable () -> Bool
    ) async -> Bool {
        let number = state.withLock { state -> UInt64? in
            let isOpen = state.offers.keys.contains {
                Self.handle($0) == handle && !state.completing.contains($0) && state.kept[$0] == nil
            }
            defer { state.count &+= 1 }
            return isOpen ? nil : UInt64(state.count) << 32 | UInt64(handle.rawValue)
        }
        guard let number, let item = await standard.described(handle) else { return false }
        var isKept = false
        if moreFollow(), let size = item.size, let bytes = await fetch(handle, size) {
            state.withLock { $0.kept[TransferOffer.Identifier(number)] = bytes }
            isKept = true
        }
        let name = item.name
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].uppercased() } ?? ""
        add(
            TransferOffer(
                identifier: TransferOffer.Identifier(number),
                fileName: name,
                created: item.created,
                available: [.init(representation: .original, predictedSize: item.size, fileExtension: ending)],
                isOnlyCopy: isOnlyCopy,
                mustBeExecuted: true,
                item: nil
            )
        )
        return isKept
    }

    /// Fetches a picture and removes it from the camera's memory; nil if it is empty or too large, if it cannot be offered, or if
    /// that fails.
    private func fetch(_ handle: ObjectHandle, _ size: UInt64) async -> [UInt8]? {
        let (present, hasRoom) = state.withLock { state in
            (state.kept.values.reduce(0) { $0 + UInt64($1.count) }, state.offers.count < Self.limit)
        }
        guard hasRoom, size > 0, size <= Self.keptLimit, present <= Self.keptLimit - size else { return nil }
        let bytes = Guarded<[UInt8]>([])
        do throws(CameraError) {
            let isWhole = try await standard.download(handle, size: size, inPiecesOf: pieceSize) { piece in
                unsafe piece.withUnsafeBytes { memory in bytes.withLock { unsafe $0.append(contentsOf: memory) } }
                return .proceed
            }
            guard isWhole else { return nil }
            try await complete(handle)
        } catch {
            Log.write(.warning, "transfers", "a picture could not be fetched before the next one: \(error)")
            return nil
        }
        return bytes.withLock { $0 }
    }

    /// Calls `body` when all announced pictures have been offered.
    package func afterAnnouncements(_ body: @escaping @Sendable () -> Void) { inOrder { _ in body() } }

    private func inOrder(_ work: @escaping @Sendable (OfferedTransfers) async -> Void) {
        state.withLock { state in
            let before = state.last
            state.last = Task { [weak self] in
                await before?.value
                if let self { await work(self) }
            }
        }
    }

    private static func handle(_ offer: TransferOffer.Identifier) -> ObjectHandle {
        ObjectHandle(rawValue: UInt32(truncatingIfNeeded: offer.number))
    }

    /// Removes all offers and returns their objects that are in the camera's memory, in the order of their numbers.
    package func popAll() -> [ObjectHandle] {
        let left = state.withLock { state in
            defer { (state.offers, state.kept) = ([:], [:]) }
            return state.offers.keys.filter { state.kept[$0] == nil }.sorted { $0.number < $1.number }
        }
        return left.map(Self.handle)
    }

    package func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        let (handle, known) = try open(offer)
        guard representation == .original else {
            throw CameraError(.noData, "The camera offers only the original.", operation: .transfer)
        }
        if let bytes = state.withLock({ $0.kept[offer] }) {
            if try await Self.pass(bytes, consume) { withdraw(offer) }
            return
        }
        // Without a size nothing would be received, and the camera would then remove the picture.
        let size = await size(of: known, handle)
        guard size > 0 else {
            throw CameraError(
                .protocolFailure,
                "The camera does not report the size of the picture, which stays in its memory.",
                operation: .transfer
            )
        }
        // A stopped transfer remains available.
        guard try await standard.download(handle, size: size, inPiecesOf: pieceSize, consume) else { return }
        try await complete(offer, handle)
    }

    /// Size of a picture in bytes; requested if the offer lacks it, 0 if the camera does not report it.
    private func size(of offer: TransferOffer, _ handle: ObjectHandle) async -> UInt64 {
        if let size = offer.available.first?.predictedSize, size > 0 { return size }
        return await standard.described(handle)?.size ?? 0
    }

    package func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) {
        let (handle, known) = try open(offer)
        if state.withLock({ $0.kept[offer] != nil }) { return withdraw(offer) }
        // Without an operation that removes it, the picture is fetched and discarded.
        if isRemovedByTransfer {
            _ = try await standard.download(handle, size: await size(of: known, handle), inPiecesOf: nil) { _ in .proceed }
        }
        try await complete(offer, handle)
    }

    /// Passes bytes to a consumer, which may block its thread. Returns `false` if it stops.
    private static func pass(_ bytes: [UInt8], _ consume: @escaping ChunkHandler) async throws(CameraError) -> Bool {
        let promise = Promise<Bool, CameraError>()
        LibraryCallbackQueue.shared.enqueue(
            CallbackWork {
                let span = bytes.span
                do throws(CameraError) {
                    let decision = try consume(unsafe span.bytes)
                    promise.fulfil(.success(decision == .proceed))
                } catch { promise.fulfil(.failure(error)) }
            }
        )
        return try await promise.result().get()
    }

    private func open(_ offer: TransferOffer.Identifier) throws(CameraError) -> (ObjectHandle, TransferOffer) {
        guard let known = state.withLock({ $0.offers[offer] }) else {
            throw CameraError(.notFound, "The camera does not offer this picture any more.", operation: .transfer)
        }
        return (Self.handle(offer), known)
    }

    private func complete(_ offer: TransferOffer.Identifier, _ handle: ObjectHandle) async throws(CameraError) {
        state.withLock { _ = $0.completing.insert(offer) }
        defer { state.withLock { _ = $0.completing.remove(offer) } }
        try await complete(handle)
        withdraw(offer)
    }

    private func withdraw(_ offer: TransferOffer.Identifier) {
        let wasOpen = state.withLock { state in
            state.kept[offer] = nil
            return state.offers.removeValue(forKey: offer) != nil
        }
        if wasOpen { standard.host.update([.transferWithdrawn(offer)]) }
    }
}
