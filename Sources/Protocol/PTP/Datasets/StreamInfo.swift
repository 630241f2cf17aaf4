/// Description of a stream: the data of GetStreamInfo (ISO 15740:2013 § 5.5.8).
public struct StreamInfo: Dataset {
    /// Size of this dataset, in bytes.
    public var datasetSize: UInt64
    /// Time resolution, in nanoseconds.
    public var timeResolution: UInt64
    /// Size of a frame header, in bytes.
    public var frameHeaderSize: UInt32
    /// Maximum size of a frame, in bytes.
    public var frameMaximumSize: UInt32
    /// Size of a packet header, in bytes.
    public var packetHeaderSize: UInt32
    /// Maximum size of a packet, in bytes.
    public var packetMaximumSize: UInt32
    /// Alignment of packets, in bytes.
    public var packetAlignment: UInt32

    /// Creates a description.
    public init(
        timeResolution: UInt64,
        frameHeaderSize: UInt32,
        frameMaximumSize: UInt32,
        packetHeaderSize: UInt32,
        packetMaximumSize: UInt32,
        packetAlignment: UInt32
    ) {
        datasetSize = 36
        self.timeResolution = timeResolution
        self.frameHeaderSize = frameHeaderSize
        self.frameMaximumSize = frameMaximumSize
        self.packetHeaderSize = packetHeaderSize
        self.packetMaximumSize = packetMaximumSize
        self.packetAlignment = packetAlignment
    }

    /// Reads the dataset.
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        datasetSize = try reader.integer("StreamInfo.DatasetSize")
        timeResolution = try reader.integer("StreamInfo.TimeResolution")
        frameHeaderSize = try reader.integer("StreamInfo.FrameHeaderSize")
        frameMaximumSize = try reader.integer("StreamInfo.FrameMaxSize")
        packetHeaderSize = try reader.integer("StreamInfo.PacketHeaderSize")
        packetMaximumSize = try reader.integer("StreamInfo.PacketMaxSize")
        packetAlignment = try reader.integer("StreamInfo.PacketAlignment")
    }

    /// Writes the dataset.
    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(datasetSize)
        writer.integer(timeResolution)
        writer.integer(frameHeaderSize)
        writer.integer(frameMaximumSize)
        writer.integer(packetHeaderSize)
        writer.integer(packetMaximumSize)
        writer.integer(packetAlignment)
    }
}
