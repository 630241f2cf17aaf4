/// A live view frame on the third connection of containers over TCP (observed behaviour): UINT32 size of the whole, UINT32 0, a counter
/// of one byte, nine unknown bytes, a picture. Pure.
public enum ContainerFrame {
    /// Size of the header, in bytes.
    public static let headerSize = 18
    /// Maximum size of a frame, in bytes.
    public static let limit = 8 << 20

    /// Returns the size of the frame that begins with these bytes, in bytes; nil if they do not include it.
    ///
    /// - Throws: ``ContainerStreamFailure/invalidLength(_:)`` for a size below that of the header or above ``limit``: the frames after it cannot be found.
    public static func size(in bytes: RawSpan) throws(ContainerStreamFailure) -> Int? {
        guard bytes.byteCount >= 4 else { return nil }
        let length = bytes.littleEndian(at: 0, as: UInt32.self)
        guard length >= UInt32(headerSize), length <= UInt32(limit) else { throw .invalidLength(length) }
        return Int(length)
    }

    /// Returns the header of a frame with a picture of `pictureBytes` bytes.
    public static func header(counter: UInt8, pictureBytes: Int) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(UInt32(clamping: headerSize + pictureBytes))
        writer.integer(UInt32(0))
        writer.integer(counter)
        for _ in 0..<9 { writer.integer(UInt8(0)) }
        return writer.bytes
    }
}
