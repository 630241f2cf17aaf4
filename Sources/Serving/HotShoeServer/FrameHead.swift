import HotShoe

/// The head of a frame for clients, whose numbers have their most significant byte first:
///
/// | offset | bytes | content |
/// | --- | --- | --- |
/// | 0 | 4 | "HSF1" |
/// | 4 | 2 | size of the head, 48 and 12 for each focus area: the offset of the JPEG in a message |
/// | 6 | 2 | number of focus areas, at most 255 |
/// | 8 | 8 | number of the frame |
/// | 16 | 8 | time of the frame on the clock of the camera's driver, in microseconds |
/// | 24 | 2, 2 | width and height of the picture in pixels |
/// | 28 | 2 | tilt to the right in hundredths of a degree, 0…35999; 65535 if it is not known |
/// | 30 | 2 | tilt upwards in hundredths of a degree, −9000…9000; 32767 if it is not known |
/// | 32 | 1 | orientation: 0 landscape, 1 portrait right, 2 portrait left, 3 upside down |
/// | 33 | 1 | 1 if the picture shows only a part of the field of view |
/// | 34 | 2 | aperture that automatic exposure has chosen, in hundredths of an f-number; 0 if it has chosen none |
/// | 36 | 4 | exposure time that it has chosen, in microseconds; 0 if it has chosen none |
/// | 40 | 4 | ISO speed that it has chosen; 0 if it has chosen none |
/// | 44 | 4 | 0 |
///
/// Each focus area: left, top, width and height as 16-bit parts of the coordinate space, where 65535 is the whole of it; then
/// 16 bits of flags, 1 for an area that is selected and 2 for one that has focus; then 16 bits that are zero.
enum FrameHead {
    static func bytes(of frame: LiveViewFrame, _ exposure: AutoExposure?) -> [UInt8] {
        let info = frame.info
        let areas = frame.focusAreas.prefix(255)
        var head = Array("HSF1".utf8)
        head.reserveCapacity(48 + 12 * areas.count)
        head.add(48 + 12 * areas.count, bytes: 2)
        head.add(areas.count, bytes: 2)
        head.add(Int(truncatingIfNeeded: frame.sequenceNumber), bytes: 8)
        let time = frame.timestamp.components
        head.add(Int(clamping: time.seconds) &* 1_000_000 &+ Int(time.attoseconds / 1_000_000_000_000), bytes: 8)
        head.add(clamped(Double(frame.size.width), 0...0xFFFF), bytes: 2)
        head.add(clamped(Double(frame.size.height), 0...0xFFFF), bytes: 2)
        head.add(info.rollDegrees.map { clamped($0 * 100, 0...35_999) } ?? 0xFFFF, bytes: 2)
        head.add(info.pitchDegrees.map { clamped($0 * 100, -9000...9000) } ?? 0x7FFF, bytes: 2)
        head.append(orientation(info.orientation))
        head.append(info.isZoomed ? 1 : 0)
        head.add(exposure?.aperture?.fNumber.map { clamped($0 * 100, 0...0xFFFF) } ?? 0, bytes: 2)
        let seconds = exposure?.shutterSpeed?.seconds
        head.add(seconds.map { clamped($0 * 1_000_000, 0...0xFFFF_FFFF) } ?? 0, bytes: 4)
        let speed = exposure?.isoSpeed?.speed.map(Double.init)
        head.add(speed.map { clamped($0, 0...0xFFFF_FFFF) } ?? 0, bytes: 4)
        head.add(0, bytes: 4)
        for area in areas { head.add(area, in: info.space) }
        return head
    }

    private static func orientation(_ orientation: LiveViewOrientation) -> UInt8 {
        switch orientation {
        case .landscape: 0
        case .portraitRight: 1
        case .portraitLeft: 2
        case .upsideDown: 3
        }
    }

    /// A number that is rounded and within a range; the lower bound for one that is not finite.
    static func clamped(_ number: Double, _ range: ClosedRange<Int>) -> Int {
        guard number.isFinite else { return range.lowerBound }
        return Int(min(max(number, Double(range.lowerBound)), Double(range.upperBound)).rounded())
    }
}

extension [UInt8] {
    /// Appends the low bytes of a number, the most significant first.
    fileprivate mutating func add(_ number: Int, bytes: Int) {
        for index in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }

    fileprivate mutating func add(_ area: FocusArea, in space: PixelSize) {
        add(Self.part(area.rect.x, of: space.width), bytes: 2)
        add(Self.part(area.rect.y, of: space.height), bytes: 2)
        add(Self.part(area.rect.width, of: space.width), bytes: 2)
        add(Self.part(area.rect.height, of: space.height), bytes: 2)
        add((area.isActive ? 1 : 0) | (area.hasFocus ? 2 : 0), bytes: 2)
        add(0, bytes: 2)
    }

    /// A length as a part of a whole, from 0 to 65535.
    private static func part(_ length: Double, of whole: Int) -> Int {
        whole > 0 ? FrameHead.clamped(length / Double(whole) * 65535, 0...65535) : 0
    }
}
