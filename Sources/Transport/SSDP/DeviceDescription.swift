/// The elements of a device description (UPnP Device Architecture 1.1, § 2.3). Received without authentication, and can be forged.
public struct DeviceDescription: Hashable, Sendable {
    /// An element that contains text.
    public struct Element: Hashable, Sendable {
        /// Name without its namespace prefix.
        public let name: String
        /// Text without blanks at its ends.
        public let text: String
    }

    /// The elements with text, in the order of the document, at most 256.
    public let elements: [Element]

    /// Reason why a description could not be parsed.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// The document declares a document type, and thereby could declare entities.
        case declaresDocumentType
        /// The document is nested too deeply.
        case tooDeep
        /// The document is not well-formed; the parser's message and the line.
        case malformed(String, line: Int)

        /// The reason as part of a sentence.
        public var description: String {
            switch self {
            case .declaresDocumentType: "its description declares a document type"
            case .tooDeep: "its description is nested too deeply"
            case .malformed(let message, let line): "its description is not valid XML (\(message), line \(line))"
            }
        }
    }

    /// Parses a document. Declarations of document types are refused, so that no entity is expanded; see docs/ssdp.md for limits.
    public init(_ document: some Collection<UInt8>) throws(Failure) {
        elements = try XMLElements(document).elements
    }

    /// Creates a description from the elements of two documents.
    init(_ first: DeviceDescription, _ second: DeviceDescription) { elements = first.elements + second.elements }

    /// Returns the text of the first element with a name; nil if there is none.
    public subscript(name: String) -> String? { elements.first { $0.name == name }?.text }

    /// Name for display.
    public var friendlyName: String? { self["friendlyName"] }
    /// Vendor.
    public var manufacturer: String? { self["manufacturer"] }
    /// Model.
    public var modelName: String? { self["modelName"] }
    /// Serial number.
    public var serialNumber: String? { self["serialNumber"] }
}
