package import BindingModel

/// The conversion of values of one Swift type to C and back.
package struct Crossing: Hashable, Sendable {
    package enum Shape: String, Hashable, Sendable {
        case void
        /// The same number in both languages: `bool`, integers, `float`, `double`.
        case scalar
        /// `Duration` as `int64_t` nanoseconds.
        case duration
        /// `Date` as `int64_t` nanoseconds since 1970.
        case date
        /// UTF-8; a string, a single character, or a URL.
        case text
        case bytes
        case uuid
        /// A reference to an object that the library holds.
        case handle
        /// The number of a case.
        case enumeration
        /// A C structure whose parts are converted one by one.
        case aggregate
        /// An error object.
        case error
    }

    package var type: BindingType
    package var shape: Shape
    /// The C type: `int64_t`, `weather_station`.
    package var representation: CType
    /// The word for the type in other names: `int64`, `station`, `station_array`. It is also part of the names of the
    /// conversions.
    package var word: String
    package var swiftType: SwiftType
    /// Whether the value needs no release.
    package var isPlain: Bool
    /// Whether the C type has a "none" value: a null handle, a null string.
    package var isNullable: Bool
    /// Whether the value may be "none", because it represents an optional.
    package var isOptional = false

    /// Whether the value cannot be copied, and is lent or given away with its handle.
    package var isUnique = false

    /// The conversion of an object that C code holds by a handle of this C type.
    package static func handle(_ type: BindingType, c: String, word: String, _ swiftType: SwiftType) -> Crossing {
        Crossing(
            type: type,
            shape: .handle,
            representation: .structure(c),
            word: word,
            swiftType: swiftType,
            isPlain: false,
            isNullable: true
        )
    }

    /// No value.
    package static let void = Crossing(
        type: .void,
        shape: .void,
        representation: .void,
        word: "void",
        swiftType: .void,
        isPlain: true,
        isNullable: false
    )

    /// The conversion of errors of any type.
    package static func error(_ prefix: String) -> Crossing {
        Crossing(
            type: .error,
            shape: .error,
            representation: .pointer(.opaque("\(prefix)_error")),
            word: "error",
            swiftType: .error,
            isPlain: false,
            isNullable: true
        )
    }

    /// Whether C code passes the value by a pointer: a structure with parts of its own.
    package var isPassedByPointer: Bool { shape == .aggregate && !isPlain && !isNullable }

    /// The C type of a parameter with this value.
    package var argument: CType { isPassedByPointer ? .constant(representation) : representation }

    /// Whether it is any value of a type that conforms to a protocol.
    package var isProtocol: Bool { if case .existential = type { true } else { false } }

    /// The type of another library that a simpler type represents, if it is one.
    package var adapted: AdaptedType? {
        if case .adapted(let adapted) = type { adapted } else { nil }
    }

    /// Whether the value is a number of seconds.
    package var isInterval: Bool { adapted == .interval }

    /// Whether a number needs a function for its conversion, because not every number is a value or the value has a label.
    package var isConvertedByFunction: Bool {
        adapted.map { $0.isFailable || $0.label != nil || $0.property != nil } ?? false
    }

    /// Whether the conversion from C can fail.
    package var canBeRefused: Bool {
        if adapted?.isFailable == true { return true }
        return switch shape {
        case .void, .scalar, .duration, .date, .uuid: false
        case .text, .bytes, .handle, .enumeration, .aggregate, .error: true
        }
    }
}

/// A C structure, or a number type, that represents a Swift type.
package struct Aggregate: Hashable {
    package indirect enum Content: Hashable {
        case optional(Crossing)
        case array(Crossing)
        /// An array on the C side, converted from and to a set.
        case set(Crossing)
        case map(key: Crossing, value: Crossing, entry: String)
        case tuple([AggregateField])
        case range(Crossing, isClosed: Bool)
        case record(TypeDeclaration, [AggregateField])
        case variant(TypeDeclaration, [AggregateCase])
    }

    package var crossing: Crossing
    package var content: Content
    /// Whether the C structure itself is declared with another type.
    package var sharesStructure = false
}

package struct AggregateField: Hashable {
    /// The member's name in C.
    package var name: String
    /// The field's name in Swift, or a tuple element's label or number.
    package var swiftName: String
    /// The label in the initialiser of the Swift value; nil for none.
    package var label: String?
    package var crossing: Crossing
    package var notes: DeclarationNotes
    /// The name in other languages, if the author chose one.
    package var foreignName: String?
    /// Whether the field is set after the initialiser.
    package var isAssigned = false
    /// The word of the record of which it is a field; nil for an element of a tuple or of a payload.
    package var owner: String?

    /// The name from which other languages form theirs.
    package var chosenName: String { foreignName ?? swiftName }
}

package struct AggregateCase: Hashable {
    /// The C name of the constant.
    package var constant: String
    /// The name of the union's member; also the suffix of its constructor.
    package var name: String
    package var swiftName: String
    package var payload: [AggregateField]
    package var notes: DeclarationNotes
    /// The name in other languages, if the author chose one.
    package var foreignName: String?

    /// The name from which other languages form theirs.
    package var chosenName: String { foreignName ?? swiftName }
}

/// The type of an object that C code holds by a handle.
package struct HandleType: Hashable {
    package enum Holder: Hashable {
        /// The object itself.
        case object
        /// `ValueBox`: an immutable value.
        case value
        /// `MutableBox`: a value with mutating members.
        case mutableValue
        /// `UniqueBox`: a value that cannot be copied, or a closure that is lent to the program during a call.
        case uniqueValue
        /// `BindingStream`, of a type of the library.
        case stream(element: Crossing, failure: Failure)
        /// `ElementStream`: any sequence of these elements.
        case elementStream(element: Crossing, failure: Failure)
        /// `StreamSource`: the producing side of a stream of these elements.
        case source(element: Crossing, stream: TypeName)
        /// `ValueBox` of `any P`.
        case existential
        /// An object of the runtime.
        case runtime
    }

    /// The C type: `weather_station`.
    package var c: String
    package var word: String
    /// The Swift type behind the handle.
    package var swiftType: SwiftType
    package var holder: Holder
    package var declaration: TypeDeclaration?
    /// The number in its handles, and the number of subclasses whose numbers follow it.
    package var number = 0
    package var span = 0

    /// The name of the C type.
    package var name: TypeName { TypeName(c: c, word: word) }

    /// The conversion of its objects.
    package var crossing: Crossing {
        .handle(declaration.map { .named($0.identifier) } ?? .void, c: c, word: word, swiftType)
    }

    /// Whether it is a closure that the library returns.
    package var isClosure: Bool { (holder == .value || holder == .uniqueValue) && declaration == nil }

    /// The element type, if it is a stream.
    package var element: Crossing? {
        switch holder {
        case .stream(let element, _), .elementStream(let element, _): element
        case .object, .value, .mutableValue, .uniqueValue, .source, .existential, .runtime: nil
        }
    }
}

/// The reason why a declaration has no representation in C.
package struct LoweringError: Error, Hashable {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
}
