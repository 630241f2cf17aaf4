package import PTP

/// Focus points of a body, the value of FocusInfoEx (0xD1D3; observed behaviour).
///
/// Format: the length in bytes as UINT32, and the length minus four as UINT16; version, number of points, number in use,
/// width and height of the sensor and of the picture, all UINT16; then for all points their heights, widths, x positions and
/// y positions; one bit per point for the selected ones; 0xFFFF. ``areas(hasFocus:)`` describes the meaning of the numbers.
package struct FocusInfoEx: Dataset {
    /// A focus point.
    package struct Point: Hashable, Sendable {
        package var width: UInt16
        package var height: UInt16
        package var x: Int16
        package var y: Int16
        /// Whether the point is selected.
        package var isSelected: Bool

        package init(x: Int16, y: Int16, width: UInt16, height: UInt16, isSelected: Bool) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.isSelected = isSelected
        }
    }

    package var version: UInt16
    /// Number of points in use, counted from the first.
    package var pointsInUse: UInt16
    package var sensorWidth: UInt16
    package var sensorHeight: UInt16
    package var imageWidth: UInt16
    package var imageHeight: UInt16
    package var points: [Point]

    /// Creates a value without points, as bodies report it between two attempts to focus.
    package init() {
        (version, pointsInUse) = (0, 0)
        (sensorWidth, sensorHeight, imageWidth, imageHeight) = (0, 0, 0, 0)
        points = []
    }

    /// Size of the fields before the points, in bytes.
    private static let headSize = 20
    /// Size of a point without its selection bit, in bytes.
    private static let pointSize = 8

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        let start = reader.offset
        let present = reader.remaining
        let length = try reader.integer("FocusInfoEx.Length", as: UInt32.self)
        self.init()
        // A value without points may consist of the length only.
        if length == 0 { return }
        guard length >= UInt32(Self.headSize) else {
            throw DatasetError("FocusInfoEx.Length", at: start, .unexpectedNumber(UInt64(length)))
        }
        guard UInt64(length) <= UInt64(present) else {
            throw DatasetError("FocusInfoEx.Length", at: start, .endsEarly(neededBytes: UInt64(length), presentBytes: present))
        }
        try reader.skip(2, "FocusInfoEx.ShortLength")
        version = try reader.integer("FocusInfoEx.Version")
        let countStart = reader.offset
        let count = Int(try reader.integer("FocusInfoEx.NumberOfPoints", as: UInt16.self))
        pointsInUse = try reader.integer("FocusInfoEx.PointsInUse")
        sensorWidth = try reader.integer("FocusInfoEx.SensorWidth")
        sensorHeight = try reader.integer("FocusInfoEx.SensorHeight")
        imageWidth = try reader.integer("FocusInfoEx.ImageWidth")
        imageHeight = try reader.integer("FocusInfoEx.ImageHeight")
        // Checks the size before memory is allocated for the points.
        let needed = count * Self.pointSize + (count + 7) / 8
        let left = Int(length) - Self.headSize
        guard needed <= left else {
            throw DatasetError(
                "FocusInfoEx.NumberOfPoints",
                at: countStart,
                .endsEarly(neededBytes: UInt64(needed), presentBytes: left)
            )
        }
        try readPoints(&reader, count)
    }

    private mutating func readPoints(_ reader: inout DatasetReader, _ count: Int) throws(DatasetError) {
        points = Array(repeating: Point(x: 0, y: 0, width: 0, height: 0, isSelected: false), count: count)
        for index in 0..<count { points[index].height = try reader.integer("FocusInfoEx.Heights") }
        for index in 0..<count { points[index].width = try reader.integer("FocusInfoEx.Widths") }
        for index in 0..<count { points[index].x = try reader.integer("FocusInfoEx.X") }
        for index in 0..<count { points[index].y = try reader.integer("FocusInfoEx.Y") }
        let mask = try reader.raw("FocusInfoEx.Selected", count: (count + 7) / 8)
        for index in 0..<count { points[index].isSelected = mask[index / 8] >> UInt8(index % 8) & 1 == 1 }
    }

    /// Maximum number of points that the 16-bit length permits.
    private static let pointLimit = 8063

    package func write(to writer: inout DatasetWriter) throws(DatasetError) {
        guard points.count <= Self.pointLimit else {
            throw DatasetError("FocusInfoEx.NumberOfPoints", at: 8, .tooManyElements(count: points.count, limit: Self.pointLimit))
        }
        var mask = [UInt8](repeating: 0, count: (points.count + 7) / 8)
        for (index, point) in points.enumerated() where point.isSelected { mask[index / 8] |= 1 << UInt8(index % 8) }
        let length = Self.headSize + points.count * Self.pointSize + mask.count + 2
        writer.integer(UInt32(length))
        writer.integer(UInt16(length - 4))
        for number in [version, UInt16(points.count), pointsInUse, sensorWidth, sensorHeight, imageWidth, imageHeight] {
            writer.integer(number)
        }
        for point in points { writer.integer(point.height) }
        for point in points { writer.integer(point.width) }
        for point in points { writer.integer(point.x) }
        for point in points { writer.integer(point.y) }
        writer.raw(mask)
        writer.integer(UInt16.max)
    }
}
