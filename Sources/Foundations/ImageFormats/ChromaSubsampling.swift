internal import CTurboJPEG

/// Chroma subsampling of a JPEG: the resolution of its colours.
public enum ChromaSubsampling: Sendable, Hashable, CaseIterable {
    /// 4:4:4, colour at full resolution.
    case yuv444
    /// 4:2:2, colour at half the horizontal resolution.
    case yuv422
    /// 4:2:0, colour at half the resolution in both directions; common for live view.
    case yuv420
    /// Greyscale, without colour.
    case gray

    /// Size of one minimum coded unit in pixels.
    var codedUnit: ImageSize {
        switch self {
        case .yuv444, .gray: ImageSize(width: 8, height: 8)
        case .yuv422: ImageSize(width: 16, height: 8)
        case .yuv420: ImageSize(width: 16, height: 16)
        }
    }

    /// The library's number of this case.
    var libraryValue: Int32 {
        switch self {
        case .yuv444: Int32(bitPattern: TJSAMP_444.rawValue)
        case .yuv422: Int32(bitPattern: TJSAMP_422.rawValue)
        case .yuv420: Int32(bitPattern: TJSAMP_420.rawValue)
        case .gray: Int32(bitPattern: TJSAMP_GRAY.rawValue)
        }
    }

    /// Creates a case from the library's number; nil for kinds without a case here (4:4:0, 4:1:1).
    init?(libraryValue: Int32) {
        guard let match = Self.allCases.first(where: { $0.libraryValue == libraryValue }) else { return nil }
        self = match
    }
}
