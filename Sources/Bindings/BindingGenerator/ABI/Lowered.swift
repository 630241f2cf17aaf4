package import BindingModel

/// The C interface of a library: all declarations of its header, and the bodies of the thunks.
package struct LoweredLibrary: Sendable {
    package var library: Library
    package var prefix: String
    package var aggregates: [Aggregate]
    package var handles: [HandleType]
    package var types: [LoweredType]
    /// The members of the library, and those of streams and closures, which are in no type's list.
    package let members: [LoweredMember]
    /// The functions of ``members``.
    package let functions: [LoweredFunction]
    package var interfaces: [LoweredInterface]
    package var omissions: [Omission]
    /// The names that the author chose, and other declarations have.
    package var clashes: [String] = []
    /// The registry of all types of the interface.
    package var registry: Registry
    /// A number that changes with each change of the interface.
    package var fingerprint: UInt64 = 0
    /// The division into headers.
    package var topics = HeaderTopics()

    package init(
        library: Library,
        prefix: String,
        aggregates: [Aggregate],
        handles: [HandleType],
        types: [LoweredType],
        members: [LoweredMember],
        interfaces: [LoweredInterface],
        omissions: [Omission],
        clashes: [String],
        registry: Registry
    ) {
        (self.library, self.prefix, self.aggregates, self.handles) = (library, prefix, aggregates, handles)
        (self.types, self.members, self.interfaces, self.omissions) = (types, members, interfaces, omissions)
        (self.clashes, self.registry) = (clashes, registry)
        functions = members.flatMap(\.functions)
        let tables = Dictionary(grouping: interfaces, by: \.c)
        allMembers =
            members.flatMap(\.withCompanions)
            + types.flatMap { type in (type.members + (tables[type.c] ?? []).flatMap(\.members)).flatMap(\.withCompanions) }
        allFunctions =
            functions + types.flatMap { type in type.functions + (tables[type.c] ?? []).flatMap(\.functions) }
    }

    /// All members, each after those of the closures that it needs.
    package let allMembers: [LoweredMember]
    /// All functions, without those of the runtime.
    package let allFunctions: [LoweredFunction]

    /// The asynchronous calls.
    package var awaitedCalls: [AwaitedCall] {
        allMembers.flatMap(\.callables).compactMap { if case .awaited(let call) = $0.form { call } else { nil } }
    }

    /// The functions of sequences, by the C names of their types.
    package var sequences: [String: LoweredSequence] {
        var sequences: [String: LoweredSequence] = [:]
        for member in allMembers {
            if case .sequence(let sequence) = member.kind, let owner = member.owner { sequences[owner.c] = sequence }
        }
        return sequences
    }

    /// The name of a function without that of a type, or without the prefix.
    package func localName(of function: LoweredFunction, in owner: TypeName?) -> String {
        guard let owner, function.name.hasPrefix(owner.c + "_") else { return word(of: function.name) }
        return Naming.local(of: function.name, in: owner.c)
    }

    /// The word after the prefix of a name in C, from which other languages form theirs.
    package func word(of c: String) -> String { Naming.local(of: c, in: prefix) }

    /// The names of all functions that the header declares, sorted.
    package var symbols: [String] {
        let freeing = aggregates.filter { !$0.sharesStructure && !$0.crossing.isPlain }.map { "\($0.crossing.c)_free" }
        return (RuntimeInterface(prefix).functions.map(\.name) + freeing + allFunctions.map(\.name)).sorted()
    }

    /// The names of structures and function types that a function has too.
    var structuresCalledAsFunctions: Set<String> {
        var names = Set(aggregates.map(\.crossing.c) + handles.map(\.c) + interfaces.map(\.table))
        for aggregate in aggregates {
            if case .map(_, _, let entry) = aggregate.content { names.insert(entry) }
            if !aggregate.sharesStructure, !aggregate.crossing.isPlain { names.insert("\(aggregate.crossing.c)_free") }
        }
        for function in allFunctions { names.formUnion(function.callbacks.map(\.name)) }
        return names.intersection(allFunctions.map(\.name))
    }

    /// The name of the Swift module that imports the header.
    var headerModule: String { "C\(prefix.prefix(1).uppercased() + prefix.dropFirst())Header" }
}

/// A type of the library with its functions.
package struct LoweredType: Sendable {
    package var declaration: TypeDeclaration
    /// The C name: `weather_station`.
    package var c: String
    /// The conversion of the type; nil for a protocol that no function returns.
    package var crossing: Crossing?
    package var handle: HandleType?
    package let members: [LoweredMember]
    /// The functions of ``members``.
    package let functions: [LoweredFunction]

    package init(
        declaration: TypeDeclaration,
        c: String,
        crossing: Crossing?,
        handle: HandleType?,
        members: [LoweredMember]
    ) {
        (self.declaration, self.c, self.crossing, self.handle, self.members) = (declaration, c, crossing, handle, members)
        functions = members.flatMap(\.functions)
    }

    /// The function of a trait; nil if the type does not have it.
    package func function(of trait: LoweredMember.Trait) -> LoweredFunction? {
        for case .trait(trait, let call) in members.map(\.kind) { return call.function }
        return nil
    }

    package func has(_ trait: LoweredMember.Trait) -> Bool { function(of: trait) != nil }

    /// The conversions from and to errors of any type; nil if values of the type cannot be thrown.
    package var errors: (from: LoweredFunction, to: LoweredFunction)? {
        for case .errors(let from, let to) in members.map(\.kind) { return (from, to) }
        return nil
    }

    /// The functions that return an object as one of another type, with that type, and whether each object is of it.
    package var casts: [(function: LoweredFunction, target: Crossing, isUpcast: Bool)] {
        members.compactMap { member in
            if case .cast(let function, let to, let isUpcast) = member.kind { (function, to, isUpcast) } else { nil }
        }
    }

    /// The function that returns the case of a recursive enum.
    package var caseKind: LoweredFunction? {
        for case .caseKind(let call) in members.map(\.kind) { return call.function }
        return nil
    }

    /// The function that makes a case of a recursive enum.
    package func maker(ofCase index: Int) -> LoweredFunction? {
        for case .makeCase(index, let call) in members.map(\.kind) { return call.function }
        return nil
    }
}

/// One C function.
package struct LoweredFunction: Sendable {
    /// The purpose of the function, for the back ends of other languages.
    package enum Purpose: Hashable {
        /// Calls a function of the library.
        case call
        /// Starts an asynchronous call.
        case start
        /// Returns the result of an asynchronous call.
        case result
        /// Starts an asynchronous call and waits for it.
        case wait
        case get
        case set
        case retain
        case release
        case next
        case tryNext
        case descriptor
        case close
        /// Calls a function of the program once when a stream has an item.
        case onReady
        case subscribe
        /// Makes a stream and its source.
        case makeStream
        case yield
        case finishStream
        case equal
        case less
        case hash
        case describe
        case allCases
        /// Returns the number of elements, one of them, or all.
        case count
        case elementAt
        case elements
        /// Returns a copy of a value that can change.
        case clone
        case fromError
        case toError
        case cast
        case complete
        case implement
        case caseKind
        /// Makes a value of the case with this index.
        case makeCase(Int)
        /// Returns the payload of the case with this index.
        case casePayload(Int)
    }

    package var name: String
    package var purpose: Purpose
    /// The function of the library, if there is one.
    package var origin: Member?
    package var parameters: [LoweredParameter]
    /// Types of function pointers that are declared before it.
    package var callbacks: [LoweredCallback] = []
    /// Lines of documentation before the parameters'.
    package var summary: [String]
    /// The documentation of the errors with which it fails.
    package var errors: [String] = []
    package var deprecation: Deprecation?
    /// The operation of the function, for the back end that implements it.
    package var implementation: Implementation
    /// The C type of which it is a member; nil if there is none.
    package var owner: String?
    /// The name without the type, if parameters alone distinguish functions: `set`.
    package var baseStem = ""
    /// The name if labels distinguish functions too: `set`, `set_text_and_until`.
    package var stem = ""
    /// The name if each name must be unique: `cut_string`.
    package var uniqueStem = ""
}

/// The type of a function pointer, through which the library calls the program.
package struct LoweredCallback: Sendable, Hashable {
    package var name: String
    /// The return type of the function: `void`, a status, a plain type.
    package var returns: CType
    /// C parameters: type and name.
    package var parameters: [(type: CType, name: String)]
    package var closure: ClosureType
    package var summary: [String] = []
    /// The conversions of the closure's parameters and result.
    package var arguments: [Crossing] = []
    package var result: Crossing = .void
    /// The value that replaces an invalid result; nil if none is needed.
    package var fallback: Fallback?
    /// How an error of the program becomes one of the closure's type; nil if the closure does not throw.
    package var failure: FailureConversion?
    /// Whether the context is the first parameter; otherwise it is the last.
    package var contextFirst = false
    /// The Swift type of the closure.
    package var swiftType = SwiftType.absent
    /// The C function that completes it, if it is asynchronous.
    package var completer: String?
    /// The member of a protocol that it implements, if any.
    package var origin: Member?

    /// Whether the function returns its result, instead of writing it through a pointer.
    package var returnsResult: Bool { result.shape != .void && closure.failure == .never && returns != .void }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A protocol that C code can implement.
package struct LoweredInterface: Sendable {
    package var declaration: TypeDeclaration
    package var c: String
    /// `weather_sensor_functions`
    package var table: String
    package var requirements: [LoweredRequirement]
    /// The members of the closures among them, and the completions of asynchronous ones.
    package let companions: [LoweredMember]
    /// The function that makes an object which the program implements.
    package let creator: LoweredFunction

    /// The companions and the creator.
    package var members: [LoweredMember] { companions + [LoweredMember(.implementation(creator))] }

    package var functions: [LoweredFunction] { members.flatMap(\.functions) }

    package var callbacks: [LoweredCallback] { requirements.map(\.callback) }

    /// Members that must not be null.
    package var required: Set<String> { Set(requirements.filter(\.isRequired).map(\.callback.name)) }
}

/// A requirement of a protocol that C code can implement.
package struct LoweredRequirement: Sendable {
    package var member: Member
    package var callback: LoweredCallback
    /// The name in C, before it is made distinct from others.
    package var stem: String
    /// The name without the verb of an accessor.
    package var word: String
    package var hasDefault: Bool

    /// Whether the function must not be null: it has no default, and cannot fail.
    package var isRequired: Bool { !hasDefault && callback.closure.failure == .never }
}
