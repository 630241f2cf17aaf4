/// The names that a vendor gives to its codes. They are separate from the standard's: other vendors use the same numbers with
/// other meanings, so the name of a code depends on the camera's vendor.
public struct VendorNames: Sendable {
    /// Names of operations.
    public let operations: CodeNames
    /// Names of events.
    public let events: CodeNames
    /// Names of responses.
    public let responses: CodeNames
    /// Names of device properties.
    public let properties: CodeNames

    /// Creates the names from texts of the form that ``CodeNames`` parses.
    public init(operations: String = "", events: String = "", responses: String = "", properties: String = "") {
        (self.operations, self.events) = (CodeNames(operations), CodeNames(events))
        (self.responses, self.properties) = (CodeNames(responses), CodeNames(properties))
    }
}

/// Names of codes by number.
public struct CodeNames: Sendable {
    private let byNumber: [UInt32: String]

    /// Parses numbers in hexadecimal and names, which alternate, separated by spaces and line breaks: "9116 GetEvent". The text has
    /// a third of the size of a dictionary literal.
    public init(_ text: String) {
        let words = text.split { $0 == " " || $0 == "\n" }
        let pairs = stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
            UInt32(words[index], radix: 16).map { ($0, String(words[index + 1])) }
        }
        byNumber = Dictionary(pairs) { first, _ in first }
    }

    /// The name of a number; nil if it has none.
    public subscript(number: UInt32) -> String? { byNumber[number] }

    /// The numbers with names, in order.
    public var numbers: [UInt32] { byNumber.keys.sorted() }

    /// The names, in the order of their numbers.
    public var all: [String] { numbers.compactMap { byNumber[$0] } }
}

/// A code to which vendors give names.
public protocol VendorNamedCode: PTPCode {
    /// Returns a vendor's names of codes of this kind.
    static func names(by vendor: VendorNames) -> CodeNames
}

extension VendorNamedCode {
    /// Returns the standard's name, otherwise the vendor's; nil for a code without a name.
    public func name(by vendor: VendorNames) -> String? { name ?? Self.names(by: vendor)[UInt32(truncatingIfNeeded: rawValue)] }

    /// Returns the name, or the number in hexadecimal: "DeviceReady", "0x9299".
    public func description(by vendor: VendorNames) -> String { name(by: vendor) ?? hexadecimal }
}

extension OperationCode: VendorNamedCode {
    /// Returns a vendor's names.
    public static func names(by vendor: VendorNames) -> CodeNames { vendor.operations }
}

extension EventCode: VendorNamedCode {
    /// Returns a vendor's names.
    public static func names(by vendor: VendorNames) -> CodeNames { vendor.events }
}

extension ResponseCode: VendorNamedCode {
    /// Returns a vendor's names.
    public static func names(by vendor: VendorNames) -> CodeNames { vendor.responses }
}

extension DevicePropCode: VendorNamedCode {
    /// Returns a vendor's names.
    public static func names(by vendor: VendorNames) -> CodeNames { vendor.properties }
}
