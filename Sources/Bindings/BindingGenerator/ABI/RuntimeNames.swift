import BindingModel

/// Makes the declarations of ``RuntimeInterface`` for a prefix.
struct RuntimeNames {
    typealias Declaration = RuntimeInterface.Declaration

    let prefix: String
    let macro: String
    let status: CType
    let string: CType
    let bytes: CType
    let queue: CType
    /// A pointer to an error that a function reads.
    let readError: CType
    /// A pointer to an error whose ownership passes.
    let ownedError: CType

    init(_ prefix: String) {
        self.prefix = prefix
        macro = prefix.uppercased()
        status = .enumeration("\(prefix)_status")
        string = .structure("\(prefix)_string")
        bytes = .structure("\(prefix)_bytes")
        queue = .structure("\(prefix)_queue")
        readError = .constant(.opaque("\(prefix)_error"))
        ownedError = .pointer(.opaque("\(prefix)_error"))
    }

    // MARK: Declarations

    func structure(_ word: String, _ members: [RuntimeInterface.Member], _ summary: String...) -> Declaration {
        .structure(RuntimeInterface.Structure(name: "\(prefix)_\(word)", members: members, summary: summary))
    }

    /// A handle of an object of the runtime.
    func handle(_ word: String, _ summary: String...) -> Declaration {
        let bits = RuntimeInterface.Member(name: "bits", type: .number(.uint64))
        return .structure(RuntimeInterface.Structure(name: "\(prefix)_\(word)", members: [bits], summary: summary))
    }

    func callback(_ word: String, _ parameters: [RuntimeInterface.Member], _ summary: String) -> Declaration {
        .callback(RuntimeInterface.Callback(name: "\(prefix)_\(word)", parameters: parameters, summary: [summary]))
    }

    /// The pointer that each function of the program receives.
    var context: RuntimeInterface.Member { RuntimeInterface.Member(name: "context", type: .pointer(.void)) }

    /// A function `prefix_owner_stem`, or `prefix_stem` without an owner.
    func function(
        _ owner: String?,
        _ stem: String,
        returns: CType? = nil,
        _ parameters: [LoweredParameter] = [],
        _ summary: String...,
        result: String = "",
        threads: ThreadRule = ThreadRule()
    ) -> Declaration {
        let owner = owner.map { "\(prefix)_\($0)" }
        return .function(
            RuntimeInterface.Function(
                name: "\(owner ?? prefix)_\(stem)",
                owner: owner,
                stem: stem,
                returns: returns ?? status,
                parameters: parameters,
                summary: summary,
                result: result,
                threads: threads
            )
        )
    }

    // MARK: Parameters

    /// An object of the runtime as the receiver of a call.
    func receiver(_ word: String) -> LoweredParameter { .receiver(word, crossing(word)) }

    /// The conversion of an object of the runtime.
    private func crossing(_ word: String) -> Crossing {
        .handle(.void, c: "\(prefix)_\(word)", word: word, .absent)
    }

    /// The pointer to which a function writes an object of the runtime.
    func result(_ word: String, name: String = "result") -> LoweredParameter { .result(name, crossing(word)) }

    /// The pointer to which a function writes a number.
    func result(_ number: CType.Number, name: String = "result", documentation: String = "") -> LoweredParameter {
        .result(name, .number(number), documentation: documentation)
    }

    /// The error of which a function is a member.
    var error: LoweredParameter {
        LoweredParameter(name: "error", type: readError, role: .value(.error(prefix), .optional))
    }

    func value(_ name: String, _ number: CType.Number, documentation: String = "") -> LoweredParameter {
        LoweredParameter(
            name: name,
            type: .number(number),
            role: .value(.number(number), .required),
            documentation: documentation
        )
    }

    /// A text or bytes, by value.
    func value(_ name: String, _ type: CType, _ shape: Crossing.Shape) -> LoweredParameter {
        LoweredParameter(name: name, type: type, role: .value(.memory(shape, type), .optional))
    }

    /// A text or bytes that a function frees.
    func freed(_ name: String, _ type: CType, _ shape: Crossing.Shape) -> LoweredParameter {
        LoweredParameter(name: name, type: .pointer(type), role: .changed(.memory(shape, type)))
    }

    /// A function of the program with its context, and the function that releases this.
    func callback(_ name: String, _ type: String) -> [LoweredParameter] {
        let release =
            "called once with `context` when the function will not be called again, also if this call fails; may be null"
        return [
            .callback(name, type: "\(prefix)_\(type)", isOptional: false), .context(), .release(prefix, documentation: release),
        ]
    }
}

extension Crossing {
    /// A number of the runtime.
    fileprivate static func number(_ number: CType.Number) -> Crossing {
        Crossing(
            type: .void,
            shape: .scalar,
            representation: .number(number),
            word: number.rawValue,
            swiftType: .absent,
            isPlain: true,
            isNullable: false
        )
    }

    /// A text or bytes of the runtime.
    fileprivate static func memory(_ shape: Shape, _ representation: CType) -> Crossing {
        Crossing(
            type: .void,
            shape: shape,
            representation: representation,
            word: shape == .text ? "string" : "bytes",
            swiftType: .absent,
            isPlain: false,
            isNullable: true
        )
    }
}
