import BindingModel

/// Types that have a counterpart in every language, by USR.
enum KnownTypes {
    static let plain: [String: BindingType] = {
        var types: [String: BindingType] = [
            "s:Si": .integer(.int), "s:Su": .integer(.uint), "s:Sb": .bool, "s:Sf": .float, "s:Sd": .double,
            "s:SS": .string, "s:SJ": .character, "s:s8DurationV": .duration, "s:s7RawSpanV": .bytes(.span),
            "s:SW": .bytes(.buffer), "s:s4Voida": .void, "s:s5NeverO": .never,
        ]
        for integer in IntegerType.allCases where integer != .int && integer != .uint {
            types["s:s\(integer.rawValue.utf8.count)\(integer.rawValue)V"] = .integer(integer)
        }
        for module in ["10Foundation", "20FoundationEssentials"] {
            types["s:\(module)4DataV"] = .bytes(.data)
            types["s:\(module)4DateV"] = .date
            types["s:\(module)3URLV"] = .url
            types["s:\(module)4UUIDV"] = .uuid
        }
        return types
    }()

    /// The names of types of the standard library that are no aliases.
    static let names: Set<String> = Set(IntegerType.allCases.map(\.rawValue)).union([
        "Bool", "Float", "Double", "String", "Character", "Duration", "Array", "Set", "Dictionary", "Optional", "Range",
        "ClosedRange", "Result",
    ])

    static let array = "s:Sa"
    static let dictionary = "s:SD"
    static let set = "s:Sh"
    static let optional = "s:Sq"
    static let range = "s:Sn"
    static let closedRange = "s:SN"
    static let span = "s:s4SpanV"
    /// The sequences of the standard library that hide theirs, by USR.
    static let anySequences: [String: String] = [
        "s:s11AnySequenceV": AdaptedType.anySequence, "s:s11AnyIteratorV": AdaptedType.anyIterator,
    ]
    static let task = "s:ScT"
    static let asyncStream = "s:ScS"
    static let asyncThrowingStream = "s:Scs"

    static let asyncSequence = "s:Sci"
    static let asyncIterator = "s:ScI"
    static let error = "s:s5ErrorP"
    static let sendable = "s:s8SendableP"
    static let equatable = "s:SQ"
    static let hashable = "s:SH"
    static let comparable = "s:SL"
    static let customStringConvertible = "s:s23CustomStringConvertibleP"
    static let caseIterable = "s:s12CaseIterableP"
    static let sequence = "s:ST"
    static let collection = "s:Sl"
    static let bidirectionalCollection = "s:SK"
    static let randomAccessCollection = "s:Sk"
    static let mutableCollection = "s:SM"
    static let rangeReplaceableCollection = "s:Sm"
    static let optionSet = "s:s9OptionSetP"
    static let rawRepresentable = "s:SY"
    static let globalActor = "s:12_Concurrency11GlobalActorP"
    static let encodable = "s:SE"
    static let decodable = "s:Se"
    static let coders: Set<String> = ["s:s7DecoderP", "s:s7EncoderP"]

    /// Protocols without requirements.
    static let markers: Set<String> = [
        sendable, error, "s:s16SendableMetatypeP", "s:s8CopyableP", "s:s9EscapableP", "s:s12BitwiseCopyableP",
    ]

    /// Protocols that cannot be the type of a value, because they have associated types.
    static let abstract: Set<String> = [
        asyncSequence, asyncIterator, sequence, collection, bidirectionalCollection, randomAccessCollection, mutableCollection,
        "s:St", rawRepresentable, caseIterable, optionSet, "s:s12IdentifiableP",
    ]

    /// Foundation's `TimeInterval`, an alias of `Double`.
    static let intervals: Set<String> = ["s:10Foundation12TimeIntervala", "s:20FoundationEssentials12TimeIntervala"]

    static let queue = "s:14BindingSupport13CallbackQueueP"
    static let subscriptions: Set<String> = ["s:14BindingSupport12SubscriptionC", "s:14BindingSupport12SubscriptionV"]

    /// The name of the module in a USR: `Clock` of `s:5Clock4FaceV`.
    static func module(of usr: String) -> String? {
        guard usr.hasPrefix("s:") else { return nil }
        let rest = usr.dropFirst(2)
        let digits = rest.prefix { $0.isNumber }
        guard let count = Int(digits), count <= rest.count - digits.count else { return "Swift" }
        return String(rest.dropFirst(digits.count).prefix(count))
    }

    /// The USR of a type of the standard library or of Foundation; `nil` for all other types.
    static func usr(of type: BindingType) -> String? { usrs[type] }

    private static let usrs = Dictionary(plain.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
}
