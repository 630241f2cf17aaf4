package import BindingModel

/// One parameter of a C function.
package struct LoweredParameter: Hashable {
    package indirect enum Role: Hashable {
        /// The receiver of the call.
        case receiver(Crossing)
        /// The receiver of the call, changed in place.
        case changedReceiver(Crossing)
        /// By value.
        case value(Crossing, Presence)
        /// `const T *`
        case pointer(Crossing, Presence)
        /// `T *`, read and written.
        case changed(Crossing)
        case callback(isOptional: Bool)
        case context
        case release
        case queue
        case result(Crossing)
        case error
        case operation
        case timeout
        /// The table of functions of a protocol that the program implements.
        case functions
        /// `T *`, through which the function writes the changed value of the parameter before it, or of the receiver.
        case replaced(Crossing, isReceiver: Bool)
        /// A pointer to numbers of the program, followed by their count.
        case memory(Crossing, isMutable: Bool)
        case count
    }

    /// Whether the caller passes a value, and what it means if there is none: a null pointer, or the "none" of the C type.
    package enum Presence: Hashable {
        /// The caller passes a value.
        case required
        /// None is nil, a value of the Swift type.
        case optional
        /// None is the default value.
        case defaulted
        /// A null pointer is the default value. The value to which another one points may be none, which is nil.
        case optionalOrDefaulted
    }

    /// What the binding adds to the library's documentation of a parameter. Each language says it in its own words.
    package enum Remark: Hashable {
        /// The call ends the value, also if it fails.
        case consumed
        /// Null means that there is no value.
        case nullIsNone
        /// Null means the default value, which is named if it is a constant: as documentation, with links and code.
        case nullIsDefault(String?)
        /// The arguments of a function of the program are borrowed during its call.
        case argumentsAreBorrowed
        /// A function of the program may be null.
        case mayBeNull
    }

    package var name: String
    package var type: CType
    package var role: Role
    package var documentation: String = ""
    package var remarks: [Remark] = []
    /// Documentation that its function has already, but which names the unit: that of a property, for the result of its getter.
    var remark = ""
    /// Whether the call ends the value: the handle is invalid afterwards.
    package var isConsumed = false
    /// The parameter of the library's function, if it corresponds to one.
    package var origin: Parameter?

    /// Whether the caller may pass a value, or leave it out where the type itself has no "none".
    package var presence: Presence {
        switch role {
        case .value(_, let presence), .pointer(_, let presence): presence
        default: .required
        }
    }

    /// Whether "none" stands for a missing value, and is not one that the conversion accepts.
    package var isMissingIfNone: Bool {
        switch role {
        case .value(let crossing, let presence): presence == .defaulted || presence == .optional && !crossing.isOptional
        case .pointer(_, let presence): presence == .defaulted || presence == .optional
        default: false
        }
    }

    /// Whether it is a pointer to a value that its C type has without it.
    package var isPointer: Bool { type.isConstantPointer && crossing?.shape != .error }

    /// The conversion of the value, if it is one of the library's.
    package var crossing: Crossing? {
        switch role {
        case .receiver(let crossing), .changedReceiver(let crossing), .changed(let crossing), .result(let crossing): crossing
        case .value(let crossing, _), .pointer(let crossing, _), .replaced(let crossing, _), .memory(let crossing, _): crossing
        case .callback, .context, .release, .queue, .error, .operation, .timeout, .functions, .count: nil
        }
    }
}

extension LoweredParameter {
    /// Any error, or null for none.
    package static func anyError(_ prefix: String, documentation: String) -> LoweredParameter {
        LoweredParameter(
            name: "error",
            type: .constant(.opaque("\(prefix)_error")),
            role: .value(.error(prefix), .optional),
            documentation: documentation
        )
    }

    /// An argument of the C program, by value or by pointer.
    package static func argument(_ name: String, _ crossing: Crossing, documentation: String = "") -> LoweredParameter {
        LoweredParameter(
            name: name,
            type: crossing.argument,
            role: crossing.isPassedByPointer
                ? .pointer(crossing, .required) : .value(crossing, crossing.isOptional ? .optional : .required),
            documentation: documentation
        )
    }

    /// The receiver of a call, by value or by pointer.
    package static func receiver(_ name: String, _ crossing: Crossing) -> LoweredParameter {
        LoweredParameter(name: name, type: crossing.argument, role: .receiver(crossing))
    }

    /// The pointer to which the function writes its result.
    package static func result(_ name: String, _ crossing: Crossing, documentation: String = "") -> LoweredParameter {
        LoweredParameter(
            name: name,
            type: .pointer(crossing.representation),
            role: .result(crossing),
            documentation: documentation
        )
    }

    /// The pointer to which the function writes an error.
    package static func error(_ prefix: String, name: String = "error", documentation: String) -> LoweredParameter {
        LoweredParameter(
            name: name,
            type: .pointer(.pointer(.opaque("\(prefix)_error"))),
            role: .error,
            documentation: documentation
        )
    }

    /// The error of a call that can fail.
    package static func failure(_ prefix: String) -> LoweredParameter {
        .error(prefix, documentation: "receives the error if the function fails, freed by the caller; may be null")
    }

    /// A limit of a wait, in nanoseconds.
    package static func timeout(_ name: String, documentation: String = "") -> LoweredParameter {
        LoweredParameter(name: name, type: .number(.int64), role: .timeout, documentation: documentation)
    }

    /// The queue on which a function is called.
    package static func queue(_ prefix: String, name: String = "queue", documentation: String = "") -> LoweredParameter {
        LoweredParameter(name: name, type: .structure("\(prefix)_queue"), role: .queue, documentation: documentation)
    }

    /// A function of the program.
    package static func callback(_ name: String, type: String, isOptional: Bool, origin: Parameter? = nil) -> LoweredParameter {
        LoweredParameter(name: name, type: .function(type), role: .callback(isOptional: isOptional), origin: origin)
    }

    /// The pointer that each function of the program receives.
    package static func context(_ name: String = "context", documentation: String = "") -> LoweredParameter {
        LoweredParameter(name: name, type: .pointer(.void), role: .context, documentation: documentation)
    }

    /// The function that releases a context.
    package static func release(_ prefix: String, name: String = "release", documentation: String = "") -> LoweredParameter {
        LoweredParameter(name: name, type: .function("\(prefix)_release"), role: .release, documentation: documentation)
    }
}
