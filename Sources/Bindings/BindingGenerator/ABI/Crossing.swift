import BindingModel

/// How values of one Swift type cross into C and back.
struct Crossing: Hashable {
    enum Shape: Hashable {
        case void
        /// The same number on both sides: `bool`, integers, `float`, `double`.
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
        /// A number that stands for a case.
        case enumeration
        /// A C structure whose parts cross one by one.
        case aggregate
        /// An error object.
        case error
    }

    var type: BindingType
    var shape: Shape
    /// The C type: `int64_t`, `hotshoe_camera`.
    var c: String
    /// The same as Swift sees it when it imports the header: `Int64`, `hotshoe_camera`.
    var imported: String
    /// What it is called inside other names: `int64`, `camera`, `camera_array`. Conversions are named by it.
    var word: String
    /// The Swift type, with its module: `Swift.Int`, `CameraModel.Camera`.
    var swift: String
    /// Whether there is nothing to free.
    var isPlain: Bool
    /// Whether the C type can say "none" by itself: a null handle, a null string.
    var isNullable: Bool
    /// Whether it already says "none": it crosses an optional.
    var isOptional = false

    /// Whether the conversion from C can be refused.
    var canBeRefused: Bool {
        switch shape {
        case .void, .scalar, .duration, .date, .uuid: false
        case .text, .bytes, .handle, .enumeration, .aggregate, .error: true
        }
    }
}

/// A C structure, or a number type, that stands for a Swift type.
struct Aggregate: Hashable {
    indirect enum Content: Hashable {
        case optional(Crossing)
        case array(Crossing)
        /// An array on the C side, made from a set and into one.
        case set(Crossing)
        case map(key: Crossing, value: Crossing, entry: String)
        case tuple([AggregateField])
        case range(Crossing, isClosed: Bool)
        case record(TypeDeclaration, [AggregateField])
        case variant(TypeDeclaration, [AggregateCase])
    }

    var crossing: Crossing
    var content: Content
    /// Whether the C structure itself is declared with another type.
    var sharesStructure = false
}

struct AggregateField: Hashable {
    /// The member's name in C.
    var name: String
    /// The field's name in Swift, or a tuple element's label or number.
    var swiftName: String
    /// The label in the call that makes the Swift value; nil for none.
    var label: String?
    var crossing: Crossing
    var notes: DeclarationNotes
}

struct AggregateCase: Hashable {
    /// The C name of the constant.
    var constant: String
    /// The name of the union's member; also what its constructor ends in.
    var name: String
    var swiftName: String
    var payload: [AggregateField]
    var notes: DeclarationNotes
}

/// An object that C code holds by a handle.
struct HandleType: Hashable {
    enum Holder: Hashable {
        /// The object itself.
        case object
        /// `ValueBox`: a value that does not change.
        case value
        /// `MutableBox`: a value with members that change it.
        case mutableValue
        /// `BindingStream`, of a type of the library.
        case stream(element: Crossing, failure: Failure)
        /// `ElementStream`: any sequence of such elements.
        case elementStream(element: Crossing, failure: Failure)
        /// `StreamSource`: where C code puts such elements.
        case source(element: Crossing)
        /// `ValueBox` of `any P`.
        case existential
        /// Something of the runtime.
        case runtime
    }

    /// The C type: `hotshoe_camera`.
    var c: String
    var word: String
    /// The Swift type that stands behind it, as it is spelt.
    var swift: String
    var holder: Holder
    var declaration: TypeDeclaration?
    /// The number that its handles carry, and how many subclasses' numbers follow it.
    var number = 0
    var span = 0

    /// Whether it is a function that the library hands out.
    var isClosure: Bool { holder == .value && declaration == nil }

    /// What it delivers, if it is a stream.
    var element: Crossing? {
        switch holder {
        case .stream(let element, _), .elementStream(let element, _): element
        case .object, .value, .mutableValue, .source, .existential, .runtime: nil
        }
    }

    /// The Swift class of the object that the handle table holds.
    var held: String {
        switch holder {
        case .object, .runtime: swift
        case .value, .existential: "ValueBox<\(swift)>"
        case .mutableValue: "MutableBox<\(swift)>"
        case .stream: "BindingStream<\(swift)>"
        case .source(let element): "StreamSource<\(element.swift)>"
        case .elementStream(let element, _): "ElementStream<\(element.swift)>"
        }
    }
}

/// Why something cannot cross.
struct Refusal: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}
