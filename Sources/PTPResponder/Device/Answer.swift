public import CameraModel
public import PTP

/// How a device answers an operation.
public struct Answer: Sendable {
    /// What comes before the response.
    public enum Payload: Sendable {
        /// Nothing: the operation has no data for the initiator, or failed.
        case none
        case bytes([UInt8])
        case file(FilePayload)
        case frame(FramePayload)
    }

    public var code: ResponseCode
    public var parameters: Parameters
    public var payload: Payload

    public init(_ code: ResponseCode, _ parameters: Parameters = [], payload: Payload = .none) {
        self.code = code
        self.parameters = parameters
        self.payload = payload
    }

    static let ok = Answer(.ok)

    static func data(_ bytes: [UInt8], _ parameters: Parameters = []) -> Answer {
        Answer(.ok, parameters, payload: .bytes(bytes))
    }

    /// A dataset, as data.
    static func dataset(_ dataset: some Dataset) throws(Refusal) -> Answer {
        do throws(DatasetError) { return .data(try dataset.encoded()) } catch { throw Refusal(.generalError) }
    }
}

/// Part of a file of the camera, of a size that is known beforehand, sent piece by piece. **Thread-safe.**
public struct FilePayload: Sendable {
    /// How many bytes there will be.
    public let size: UInt64
    /// Whether the response's first parameter is how many bytes were sent.
    public let reportsCount: Bool
    private let file: RemoteFile
    private let offset: UInt64

    init(_ file: RemoteFile, from offset: UInt64, size: UInt64, reportsCount: Bool) {
        self.file = file
        self.offset = offset
        self.size = size
        self.reportsCount = reportsCount
    }

    /// Sends the bytes to `consume`, never more than ``size``; fewer where the camera has fewer.
    ///
    /// - Parameter consume: gets pieces that are not empty, on the driver's thread, which it may hold up.
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

    /// SAFETY: touched by the download's handler only, whose calls never overlap.
    private final class Remaining: @unchecked Sendable {
        var bytes: UInt64

        init(_ bytes: UInt64) { self.bytes = bytes }
    }
}

/// A frame of live view with what a maker puts around it: the frame's bytes are not copied.
public struct FramePayload: Sendable {
    let head: [UInt8]
    let frame: LiveViewFrame
    let tail: [UInt8]

    /// How many bytes there are.
    public var size: Int { head.count + frame.byteCount + tail.count }

    /// All of it in memory of its own.
    public var bytes: [UInt8] {
        let middle = frame.bytes
        var all = head
        unsafe middle.withUnsafeBytes { unsafe all.append(contentsOf: $0) }
        return all + tail
    }
}

/// An operation that is not done, and the response that says so.
struct Refusal: Error {
    var code: ResponseCode
    var parameters: Parameters

    init(_ code: ResponseCode, _ parameters: Parameters = []) {
        self.code = code
        self.parameters = parameters
    }
}
