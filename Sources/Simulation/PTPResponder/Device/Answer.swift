public import CameraModel
public import PTP

/// A device's answer to an operation: data, then a response.
public struct Answer: Sendable {
    /// Data of the data phase.
    public enum Payload: Sendable {
        /// No data: the operation has no data phase towards the initiator, or failed.
        case none
        /// Bytes in memory.
        case bytes([UInt8])
        /// Part of a file of the camera.
        case file(FilePayload)
        /// A live view frame.
        case frame(FramePayload)
    }

    /// Response code.
    public var code: ResponseCode
    /// Response parameters.
    public var parameters: Parameters
    /// Data that is sent before the response.
    public var payload: Payload

    /// Creates an answer.
    public init(_ code: ResponseCode, _ parameters: Parameters = [], payload: Payload = .none) {
        self.code = code
        self.parameters = parameters
        self.payload = payload
    }

    /// Called when the answer was sent.
    func sent() { if case .frame(let payload) = payload { payload.source.sent() } }

    package static let ok = Answer(.ok)

    package static func data(_ bytes: [UInt8], _ parameters: Parameters = []) -> Answer {
        Answer(.ok, parameters, payload: .bytes(bytes))
    }

    /// Creates an answer with an encoded dataset.
    package static func dataset(_ dataset: some Dataset) throws(Refusal) -> Answer {
        do throws(DatasetError) { return .data(try dataset.encoded()) } catch { throw Refusal(.generalError) }
    }
}

/// Part of a file of the camera, whose size is known, sent in pieces. **Thread-safe.**
public struct FilePayload: Sendable {
    /// Size of the part, in bytes.
    public let size: UInt64
    /// Whether the first response parameter is the number of bytes sent.
    public let reportsCount: Bool
    private let file: RemoteFile
    private let offset: UInt64

    init(_ file: RemoteFile, from offset: UInt64, size: UInt64, reportsCount: Bool) {
        self.file = file
        self.offset = offset
        self.size = size
        self.reportsCount = reportsCount
    }

    /// Sends the bytes to `consume`: at most ``size``, fewer if the camera supplies fewer.
    ///
    /// - Parameter consume: Receives non-empty pieces on the driver's thread, which it may block.
    /// - Throws: The camera's error.
    public func send(_ consume: @escaping ChunkHandler) async throws(CameraError) {
        if size == 0 { return }
        let remaining = Remaining(size)
        try await file.download(from: offset) { chunk throws(CameraError) in
            let count = Int(min(remaining.bytes, UInt64(chunk.byteCount)))
            if count == 0 { return .proceed }
            remaining.bytes -= UInt64(count)
            let decision = try consume(chunk.extracting(0..<count))
            return remaining.bytes == 0 ? .stop : decision
        }
    }

    /// SAFETY: used only by the download's handler, whose calls never overlap.
    private final class Remaining: @unchecked Sendable {
        var bytes: UInt64

        init(_ bytes: UInt64) { self.bytes = bytes }
    }
}

/// A live view frame between a vendor's header and trailer. The frame's bytes are not copied.
public struct FramePayload: Sendable {
    let head: [UInt8]
    let frame: LiveViewFrame
    let tail: [UInt8]
    /// Source of the frame, which is notified when it was sent.
    let source: Viewfinder

    /// Total size, in bytes.
    public var size: Int { head.count + frame.byteCount + tail.count }

    /// A copy of all bytes.
    public var bytes: [UInt8] { Self.bytes(head, frame, tail) }

    static func bytes(_ head: [UInt8], _ frame: LiveViewFrame, _ tail: [UInt8]) -> [UInt8] {
        let middle = frame.bytes
        var all = head
        unsafe middle.withUnsafeBytes { unsafe all.append(contentsOf: $0) }
        return all + tail
    }
}

/// Error of an operation that the device refuses, with the response.
package struct Refusal: Error {
    package var code: ResponseCode
    package var parameters: Parameters

    package init(_ code: ResponseCode, _ parameters: Parameters = []) {
        self.code = code
        self.parameters = parameters
    }
}
