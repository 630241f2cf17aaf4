/// What the support of a body rests on.
public enum SupportLevel: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// A report of such a camera was compared with what the driver does.
    case seenOnCamera = "seen on a camera"
    /// The formats, lists and values are those of dumps of real cameras; the behaviour is from descriptions.
    case layoutsFromDump = "layouts from a real camera's dump"
    /// Neither was available.
    case descriptionsOnly = "written from descriptions only"

    /// The level in words.
    public var description: String { rawValue }
}
