import CameraModel
import PTP
import PTPProperties

/// Which device a camera pretends to be: its operations, properties and numbers.
public struct Personality: Sendable, CustomStringConvertible {
    /// By which it is chosen, in lower case with hyphens.
    public let name: String
    /// Who made the device and what it is called; nil for what the camera says of itself.
    public let identity: Identity?
    let vendorExtension: VendorExtension
    /// In hundredths.
    let vendorExtensionVersion: UInt16
    let vendorExtensionDescription: String
    let operations: [OperationCode: OperationRow]
    let events: [EventCode]
    let properties: [PropertyRow]
    let formats: FormatTable
    /// Whether there are properties beyond the rows: the camera's own under its own codes, and its clock as the standard has it.
    var showsOtherProperties = true
    /// Makes what the maker's own operations work with; nil where there are none of that kind.
    var makeMakerBody: (@Sendable (MakerBodyContext) -> any MakerBody)?

    /// Who a device says that it is.
    public struct Identity: Sendable, Hashable {
        public let manufacturer: String
        public let model: String
        /// What stands before the camera's own version.
        var versionPrefix = ""
    }

    /// Number of the vendor extension in hexadecimal, as cameras announce it by `vid` (observed behaviour).
    public var announcedVendor: String { String(vendorExtension.rawValue, radix: 16) }

    /// Its name.
    public var description: String { name }

    /// All that there are.
    public static let all: [Personality] = [.generic] + eosBodies

    /// The one of a name; nil for a name that none has.
    public static func named(_ name: String) -> Personality? { all.first { $0.name == name } }
}

/// One operation: what it needs, and what does it.
struct OperationRow: Sendable {
    typealias Perform = @Sendable (PTPDevice, OperationRequest, RequestData) async throws(Refusal) -> Answer

    let code: OperationCode
    let dataPhase: DataPhase
    let needsSession: Bool
    /// What the camera must be able to.
    let requires: CameraCapabilities
    let perform: Perform

    init(
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        needsSession: Bool = true,
        requires: CameraCapabilities = [],
        _ perform: @escaping Perform
    ) {
        self.code = code
        self.dataPhase = dataPhase
        self.needsSession = needsSession
        self.requires = requires
        self.perform = perform
    }
}

/// What files are, by their names' endings.
struct FormatTable: Sendable {
    let byEnding: [String: ObjectFormatCode]

    /// The format of an item: by its name, else by its kind.
    func format(of item: ItemInfo) -> ObjectFormatCode {
        if item.kind == .folder { return .association }
        return format(ofName: item.name) ?? (item.kind == .image ? .defined : .undefined)
    }

    func format(ofName name: String) -> ObjectFormatCode? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return byEnding[name[name.index(after: dot)...].lowercased()]
    }
}
