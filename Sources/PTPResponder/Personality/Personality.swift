import CameraModel
import PTP
import PTPProperties

/// Which device a camera pretends to be: its operations, properties and numbers.
public struct Personality: Sendable {
    let vendorExtension: VendorExtension
    /// In hundredths.
    let vendorExtensionVersion: UInt16
    let vendorExtensionDescription: String
    let operations: [OperationCode: OperationRow]
    let events: [EventCode]
    let properties: [PropertyRow]
    let formats: FormatTable
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
