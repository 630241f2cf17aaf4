/// The frames that a body draws in live view: where it focuses, faces, and what it follows (observed behaviour). Pure.
///
/// UINT16 version in hundredths, 46 bytes that are not known, UINT16 count, 6 bytes, and frames of another kind; then the sections. A section
/// is UINT32 denominators of its columns and rows, UINT16 count, 6 bytes, and frames of 24 bytes. Faces and tracking exist from version
/// 1.01 on. Reading allocates no memory.
package struct SonyFocalFrames: Hashable, Sendable {
    /// Frames of one kind.
    package struct Section: Hashable, Sendable {
        /// Size of the coordinate space.
        package var width: UInt32
        package var height: UInt32
        /// Number of frames.
        package var count: Int
        /// Offset of the first frame in the data.
        package var start: Int
    }

    /// Kind of a section.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
        case focus
        case face
        case tracking
    }

    /// A frame: its middle and its size in the coordinate space of its section.
    package struct Frame: Hashable, Sendable {
        package var kind: Kind
        /// Type in its section: what the body focuses with, or whose face it is.
        package var type: UInt16
        /// 1 not focused, 2 focused, others of focus frames only.
        package var state: UInt16
        /// Selection of a face (1 no, 2 yes), priority of others.
        package var rank: UInt8
        package var x: UInt32
        package var y: UInt32
        package var width: UInt32
        package var height: UInt32

        package init(
            _ kind: Kind,
            type: UInt16,
            state: UInt16,
            rank: UInt8 = 0,
            x: UInt32,
            y: UInt32,
            width: UInt32,
            height: UInt32
        ) {
            (self.kind, self.type, self.state, self.rank) = (kind, type, state, rank)
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// Version in hundredths.
    package let version: UInt16
    package let focus: Section
    /// Faces; nil before version 1.01, and where the section is truncated.
    package let faces: Section?
    /// What the body follows; nil as for ``faces``.
    package let tracking: Section?

    private static let (headSize, sectionSize, frameSize) = (48, 16, 24)
    /// Maximum number of frames of a section that are read; bodies have up to about 700 focus points.
    private static let frameLimit = 1024

    /// Reads the positions of the sections; nil if there is no section.
    package init?(_ bytes: RawSpan, _ block: Range<Int>) {
        let head = block.lowerBound + Self.headSize
        guard head + 8 <= block.upperBound, block.upperBound <= bytes.byteCount else { return nil }
        version = bytes.short(block.lowerBound)
        let first = head + 8 + Int(bytes.short(head)) * Self.frameSize
        guard let focus = Self.section(bytes, first, block.upperBound) else { return nil }
        self.focus = focus
        faces = version >= 101 ? Self.section(bytes, focus.end, block.upperBound) : nil
        tracking = faces.flatMap { Self.section(bytes, $0.end, block.upperBound) }
    }

    private static func section(_ bytes: RawSpan, _ start: Int, _ end: Int) -> Section? {
        guard start + sectionSize <= end else { return nil }
        let section = Section(
            width: bytes.number(start),
            height: bytes.number(start + 4),
            count: Int(bytes.short(start + 8)),
            start: start + sectionSize
        )
        guard section.end <= end, section.count == 0 || section.width > 0 && section.height > 0 else { return nil }
        return section
    }

    /// Number of frames of all sections.
    package var count: Int { Kind.allCases.reduce(0) { $0 + Self.limited(self[$1]) } }

    private static func limited(_ section: Section?) -> Int { min(section?.count ?? 0, frameLimit) }

    /// The section of a kind; nil if there is none.
    package subscript(kind: Kind) -> Section? {
        switch kind {
        case .focus: focus
        case .face: faces
        case .tracking: tracking
        }
    }

    /// Returns a frame by its index, 0 to ``count`` − 1, with its section; nil for another index.
    package func frame(_ index: Int, in bytes: RawSpan) -> (Frame, Section)? {
        var rest = index
        for kind in Kind.allCases {
            let count = Self.limited(self[kind])
            if rest >= 0, rest < count, let section = self[kind] {
                return (Self.frame(kind, bytes, section.start + rest * Self.frameSize), section)
            }
            rest -= count
        }
        return nil
    }

    private static func frame(_ kind: Kind, _ bytes: RawSpan, _ start: Int) -> Frame {
        Frame(
            kind,
            type: bytes.short(start),
            state: bytes.short(start + 2),
            rank: bytes.byte(start + 4),
            x: bytes.number(start + 8),
            y: bytes.number(start + 12),
            width: bytes.number(start + 20),
            height: bytes.number(start + 16)
        )
    }
}

extension SonyFocalFrames.Section {
    /// Offset after the last frame.
    fileprivate var end: Int { start + count * 24 }
}
