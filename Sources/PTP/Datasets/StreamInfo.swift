/// A stream of a device: the data of GetStreamInfo (ISO 15740:2013 § 5.5.8).
public struct StreamInfo: Dataset {
    /// In bytes, of this dataset.
    public var datasetSize: UInt64
    /// In nanoseconds.
    public var timeResolution: UInt64
    /// In bytes, as is everything that follows.
    public var frameHeaderSize: UInt32
    public var frameMaximumSize: UInt32
    public var packetHeaderSize: UInt32
    public var packetMaximumSize: UInt32
    public var packetAlignment: UInt32

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

    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        datasetSize = try reader.integer("StreamInfo.DatasetSize")
        timeResolution = try reader.integer("StreamInfo.TimeResolution")
        frameHeaderSize = try reader.integer("StreamInfo.FrameHeaderSize")
        frameMaximumSize = try reader.integer("StreamInfo.FrameMaxSize")
        packetHeaderSize = try reader.integer("StreamInfo.PacketHeaderSize")
        packetMaximumSize = try reader.integer("StreamInfo.PacketMaxSize")
        packetAlignment = try reader.integer("StreamInfo.PacketAlignment")
    }

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
