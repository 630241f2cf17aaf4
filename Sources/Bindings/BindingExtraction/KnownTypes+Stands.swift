import BindingModel

// Protocols of the standard library, and the types that stand for a generic parameter that must conform to them.

extension KnownTypes {
    /// A type of the standard library with its conformances.
    struct Stand {
        let type: BindingType
        let usr: String
        let protocols: Set<String>
    }

    static let rangeExpression = "s:SX"
    static let randomNumberGenerator = "s:SG"

    /// The protocols of sequences that arrays conform to.
    static let sequences: Set<String> = byteSequences.union(arraySequences).union([equatable, hashable])

    /// The protocols that sets and dictionaries, texts, and arrays conform to, whatever their elements are.
    static let setSequences: Set<String> = [sequence, collection]
    static let textSequences = setSequences.union([bidirectionalCollection, rangeReplaceableCollection])
    static let arraySequences = textSequences.union([randomAccessCollection, mutableCollection])

    /// The protocols that containers conform to if their elements do.
    static let conditional: Set<String> = [equatable, hashable, encodable, decodable]

    /// The protocols of sequences of bytes.
    static let byteSequences: Set<String> = [
        "s:10Foundation12DataProtocolP", "s:20FoundationEssentials12DataProtocolP", "s:10Foundation15ContiguousBytesP",
        "s:20FoundationEssentials15ContiguousBytesP",
    ]

    /// The protocols of types that are a name with a raw value.
    static let rawNames: Set<String> = [rawRepresentable, equatable, hashable]

    /// In the order in which they are tried.
    static let stands: [Stand] = [
        Stand(
            type: .string,
            usr: "s:SS",
            protocols: values.union([comparable, "s:Sy", "s:s16TextOutputStreamP", "s:s20TextOutputStreamableP"])
        ),
        Stand(type: .double, usr: "s:Sd", protocols: numbers.union(["s:SF", "s:SB", "s:s13SignedNumericP"])),
        Stand(type: .integer(.int), usr: "s:Si", protocols: integers.union(["s:SZ", "s:s13SignedNumericP"])),
        Stand(type: .integer(.uint), usr: "s:Su", protocols: integers.union(["s:SU"])),
    ]

    /// Whether a type that may replace a generic parameter conforms to a protocol of the standard library.
    static func conforms(_ type: BindingType, to protocolUSR: String) -> Bool {
        stands.contains { $0.type == type && $0.protocols.contains(protocolUSR) }
    }

    private static let values: Set<String> = [
        equatable, hashable, customStringConvertible, "s:s28CustomDebugStringConvertibleP", "s:s25LosslessStringConvertibleP",
        "s:SE", "s:Se", "s:s7CVarArgP",
    ]

    private static let numbers: Set<String> = values.union([
        comparable, "s:Sj", "s:s18AdditiveArithmeticP", "s:Sx", "s:s27ExpressibleByIntegerLiteralP",
    ])

    private static let integers: Set<String> = numbers.union(["s:Sz", "s:s17FixedWidthIntegerP"])
}
