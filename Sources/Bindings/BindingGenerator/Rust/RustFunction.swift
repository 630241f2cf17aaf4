import BindingModel

/// The signature of a function in Rust, and the statements that call the C function.
struct RustFunction {
    struct Parameter {
        let name: String
        /// The type of the argument; of one that may be left out, that of the builder's member.
        var type: String
        /// The value that the builder keeps; nil for an argument that every call has.
        var option: String?
        /// The value that the builder stores for its argument.
        var stored = "Some(value)"
        let documentation: String
    }

    /// Where the receiver of the C function comes from.
    enum Receiver {
        /// There is none.
        case none
        /// The value of a method.
        case this
        /// The first argument.
        case argument
        /// The object behind a function of the library.
        case closure
    }

    let types: RustTypes
    let convert: RustConversions
    let call: LoweredCallable
    let receiver: Receiver
    /// `&self`, `&mut self`, `self`; empty for none.
    var selfForm = ""
    var parameters: [Parameter] = []
    /// The type of the result, without `Result` and `Operation`.
    var value = "()"
    var lifetime: String?
    private var passed: [String] = []
    private var before: [String] = []
    private var contexts: [String] = []
    private var forgotten: [String] = []
    private var after: [String] = []
    private var output: Crossing?
    private var hasError = false
    private let isFailable: Bool
    /// Whether a builder has the arguments that a call may leave out.
    private let hasBuilder: Bool
    private var names: Set<String> = []
    private var lastValue: (name: String, index: Int)?

    init(
        _ call: LoweredCallable,
        types: RustTypes,
        receiver: Receiver,
        isFailable: Bool = false,
        hasBuilder: Bool = true
    ) throws(RustOmission) {
        (self.types, self.call, self.receiver) = (types, call, receiver)
        (self.isFailable, self.hasBuilder) = (isFailable, hasBuilder)
        convert = RustConversions(types: types)
        for parameter in call.function.parameters { try add(parameter) }
        if let taking = call.taking {
            for parameter in taking.parameters {
                switch parameter.role {
                case .result(let crossing): output = crossing
                case .replaced: throw RustOmission(reason: "an asynchronous function that changes its receiver")
                default: break
                }
            }
        }
        try addResult()
    }

    var isAwaited: Bool { call.isAwaited }
    var isFallible: Bool { call.isFallible }

    /// The arguments that a call may leave out.
    var options: [Parameter] { parameters.filter { $0.option != nil } }
    var required: [Parameter] { parameters.filter { $0.option == nil } }

    /// What a call returns.
    var returns: String {
        if isAwaited { return "Operation<\(value)>" }
        return isFallible ? "Result<\(value), Error>" : value
    }

    // MARK: Parameters

    private mutating func unique(_ wanted: String) -> String {
        var name = RustNames.value(wanted)
        while !names.insert(name).inserted { name += "_" }
        return name
    }

    private mutating func add(_ parameter: LoweredParameter) throws(RustOmission) {
        switch parameter.role {
        case .receiver(let crossing): try receive(parameter, crossing)
        case .changedReceiver(let crossing):
            let own = try receiverName(parameter, "&mut \(try types.owned(crossing))", form: "&mut self")
            before.append("let mut receiver_ = \(convert.lend(crossing, types.borrow(crossing, own)));")
            passed.append("&mut receiver_")
            after.append("*\(own) = \(convert.take(crossing, "receiver_"));")
        case .value(let crossing, let presence): try value(parameter, crossing, presence, isPointer: false)
        case .pointer(let crossing, let presence): try value(parameter, crossing, presence, isPointer: true)
        case .changed(let crossing):
            let own = unique(parameter.origin?.name ?? parameter.name)
            parameters.append(
                Parameter(name: own, type: "&mut \(try types.owned(crossing))", documentation: parameter.documentation)
            )
            if crossing.shape == .handle { return passed.append("&mut sys::\(crossing.c) { bits: arena.object(\(own)) }") }
            before.append("let mut c_\(own) = \(convert.lend(crossing, types.borrow(crossing, own)));")
            passed.append("&mut c_\(own)")
            after.append("*\(own) = \(convert.take(crossing, "c_\(own)"));")
        case .replaced(let crossing, let isReceiver): try replaced(parameter, crossing, isReceiver)
        case .callback(let isOptional): try callback(parameter, isOptional)
        case .context, .release: break
        case .queue: queue(parameter)
        case .memory(let crossing, let isMutable):
            if crossing.representation == .number(.bool) { throw RustOmission(reason: "memory of truth values") }
            let own = unique(parameter.origin?.name ?? parameter.name)
            lastValue = (own, parameters.count)
            let element = types.native(crossing.representation)
            parameters.append(
                Parameter(name: own, type: "&\(isMutable ? "mut " : "")[\(element)]", documentation: parameter.documentation)
            )
            passed.append(isMutable ? "\(own).as_mut_ptr()" : "\(own).as_ptr()")
        case .count: passed.append("\(lastValue?.name ?? "").len()")
        case .operation:
            before.append("let mut operation_ = rt::none();")
            passed.append("&mut operation_")
        case .error:
            hasError = true
            before.append("let mut error_ = std::ptr::null_mut();")
            passed.append("&mut error_")
        case .result(let crossing):
            output = crossing
            before.append("let mut result_ = rt::none();")
            passed.append("&mut result_")
        case .timeout, .functions: throw RustOmission(reason: "a parameter of a kind that Rust does not have")
        }
    }

    /// The expression of the receiver: that of a method, or of the first argument.
    private mutating func receiverName(_ parameter: LoweredParameter, _ type: String, form: String) throws(RustOmission) -> String
    {
        guard case .argument = receiver else {
            selfForm = form
            return "self"
        }
        selfForm = ""
        let own = unique(parameter.name)
        parameters.append(Parameter(name: own, type: type, documentation: ""))
        return own
    }

    private mutating func receive(_ parameter: LoweredParameter, _ crossing: Crossing) throws(RustOmission) {
        switch receiver {
        case .closure: return passed.append("sys::\(crossing.c) { bits: function_.bits }")
        case .none: throw RustOmission(reason: "a receiver without a value")
        case .argument:
            if crossing.shape == .handle { throw RustOmission(reason: "an object of another library as receiver") }
        case .this: break
        }
        let isCopied = types.isCopied(crossing)
        selfForm = isCopied ? "self" : "&self"
        if crossing.shape == .handle {
            let holder = types.interface.handle(crossing.c)?.holder
            if call.function.changesReceiver, holder == .mutableValue || holder == .uniqueValue { selfForm = "&mut self" }
            if parameter.isConsumed {
                selfForm = "self"
                forgotten.append("self")
                return passed.append("sys::\(crossing.c) { bits: rt::bits(&self) }")
            }
            return passed.append("sys::\(crossing.c) { bits: rt::bits(self) }")
        }
        let own = try receiverName(parameter, try types.argument(crossing), form: selfForm)
        let lent = convert.lend(crossing, isCopied || own != "self" ? own : types.borrow(crossing, own))
        if parameter.type.isConstantPointer, crossing.shape != .error {
            before.append("let receiver_ = \(lent);")
            passed.append("&receiver_")
        } else {
            passed.append(lent)
        }
    }

    /// The argument's name in an expression: a value that the program gave away is borrowed.
    private func expression(_ own: String, _ crossing: Crossing, isWrapped: Bool) -> String {
        guard case .closure = receiver else { return own }
        if types.isCopied(crossing) { return own }
        if !isWrapped { return types.borrow(crossing, "(&\(own))") }
        let inner = types.borrow(crossing, "value")
        return inner == "value" ? "\(own).as_ref()" : "\(own).as_ref().map(|value| \(inner))"
    }

    private mutating func value(
        _ parameter: LoweredParameter,
        _ crossing: Crossing,
        _ presence: LoweredParameter.Presence,
        isPointer: Bool
    ) throws(RustOmission) {
        let own = unique(parameter.origin?.name ?? parameter.name)
        let isWrapped = presence != .required && !crossing.isOptional
        let mayBeMissing = presence != .required && parameter.origin?.defaultValue != nil
        var isDefaulted = mayBeMissing && hasBuilder
        if case .closure = receiver { isDefaulted = false }
        var type = try types.argument(crossing, lifetime: isDefaulted ? "'a" : "")
        if parameter.isConsumed { type = try types.owned(crossing) }
        if parameter.origin?.isInout == true, crossing.shape == .handle { type = "&mut \(try types.owned(crossing))" }
        lastValue = (own, parameters.count)
        let documentation = Self.documentation(parameter)
        if isDefaulted {
            let isDoubled = presence == .optionalOrDefaulted && crossing.isOptional
            var option = Parameter(name: own, type: type, documentation: documentation)
            if isDoubled {
                option.option = "Option<\(type)>"
            } else if crossing.isOptional {
                // None is the default value, so the builder's argument is a present one.
                option.option = type
                option.type = String(type.dropFirst("Option<".count).dropLast())
            } else {
                option.option = "Option<\(type)>"
            }
            parameters.append(option)
            return pass(parameter, crossing, "arguments.\(own)", isPointer, isMissing: isDoubled || isWrapped, presence)
        }
        parameters.append(Parameter(name: own, type: isWrapped ? "Option<\(type)>" : type, documentation: documentation))
        if parameter.isConsumed {
            forgotten.append(own)
            let bits = "sys::\(crossing.c) { bits: rt::bits(&\(own)) }"
            if !isPointer { return passed.append(bits) }
            before.append("let c_\(own) = \(bits);")
            return passed.append("&c_\(own)")
        }
        pass(parameter, crossing, expression(own, crossing, isWrapped: isWrapped), isPointer, isMissing: isWrapped, presence)
    }

    /// Passes an argument. With `isMissing`, the expression is an option of one.
    private mutating func pass(
        _ parameter: LoweredParameter,
        _ crossing: Crossing,
        _ expression: String,
        _ isPointer: Bool,
        isMissing: Bool,
        _ presence: LoweredParameter.Presence
    ) {
        let local = "c_\(before.count)_\(Words.snake(parameter.name))"
        if !isPointer {
            let lent =
                isMissing
                ? "match \(expression) { Some(value) => \(convert.lend(crossing, "value")), None => rt::none() }"
                : convert.lend(crossing, expression)
            // Functions of the program are made last: the library releases them.
            before.append("let \(local) = \(lent);")
            return passed.append(local)
        }
        if isMissing {
            before.append(
                "let \(local) = match \(expression) { Some(value) => Some(\(convert.lend(crossing, "value"))), None => None };"
            )
            return passed.append("rt::pointer(&\(local))")
        }
        if presence == .optional, crossing.isOptional {
            before.append("let \(local) = \(convert.lend(crossing, expression));")
            return passed.append(
                "if \(local).has_value { &\(local) } else { std::ptr::null() }"
            )
        }
        before.append("let \(local) = \(convert.lend(crossing, expression));")
        passed.append("&\(local)")
    }

    private mutating func replaced(_ parameter: LoweredParameter, _ crossing: Crossing, _ isReceiver: Bool) throws(RustOmission) {
        before.append("let mut changed_\(after.count) = rt::none();")
        let variable = "changed_\(after.count)"
        passed.append("&mut \(variable)")
        if isReceiver {
            if case .argument = receiver { throw RustOmission(reason: "a changed value of another library") }
            selfForm = "&mut self"
            return after.append("*self = \(convert.result(crossing, variable));")
        }
        guard let (name, index) = lastValue else { throw RustOmission(reason: "a changed value without an argument") }
        if parameters[index].option != nil { throw RustOmission(reason: "a changed value with a default value") }
        parameters[index].type = "&mut \(try types.owned(crossing))"
        after.append("*\(name) = \(convert.result(crossing, variable));")
    }

    private mutating func queue(_ parameter: LoweredParameter) {
        if case .closure = receiver { return passed.append("rt::none()") }
        if !hasBuilder { return passed.append("rt::none()") }
        let own = unique(parameter.origin?.name ?? parameter.name)
        parameters.append(
            Parameter(
                name: own,
                type: "&'a Queue",
                option: "Option<&'a Queue>",
                documentation: "queue on which functions of the program are called, instead of a thread of the library"
            )
        )
        passed.append("match arguments.\(own) { Some(queue) => rt::raw_queue(queue), None => rt::none() }")
    }

    private mutating func callback(_ parameter: LoweredParameter, _ isOptional: Bool) throws(RustOmission) {
        guard let callback = call.function.callback(of: parameter) else {
            throw RustOmission(reason: "a function of the runtime")
        }
        if let reason = RustCallbacks.refusal(callback, types) { throw RustOmission(reason: reason) }
        let own = unique(parameter.origin?.name ?? parameter.name)
        let isScoped = RustCallbacks.isScoped(callback, of: call.function)
        let isDefaulted = isOptional && parameter.origin?.defaultValue != nil && hasBuilder
        let documentation = Self.documentation(parameter)
        let signature = try RustCallbacks.signature(callback, types, isScoped: isScoped)
        var value = own
        if isOptional {
            let lifetime = isDefaulted ? "'a " : ""
            let type = isScoped ? "&\(lifetime)mut dyn \(signature)" : "Box<dyn \(signature) + Send + Sync>"
            var added = Parameter(name: own, type: isDefaulted ? type : "Option<\(type)>", documentation: documentation)
            if isDefaulted {
                added.option = "Option<\(type)>"
                if !isScoped {
                    added.type = "impl \(signature) + Send + Sync + 'static"
                    added.stored = "Some(Box::new(value))"
                }
                value = "arguments.\(own)"
            }
            parameters.append(added)
        } else {
            let bounds = isScoped ? "" : " + Send + Sync + 'static"
            parameters.append(
                Parameter(name: own, type: "\(isScoped ? "mut " : "")impl \(signature)\(bounds)", documentation: documentation)
            )
        }
        let function = "cx::call_\(callback.name)"
        let context = "context_\(contexts.count)"
        if isScoped {
            let reference = isOptional ? "value" : "&mut \(own)"
            let cell = "std::cell::RefCell::new(\(reference) as &mut dyn \(signature))"
            contexts.append(
                isOptional ? "let \(context) = \(value).map(|value| \(cell));" : "let \(context) = Some(\(cell));"
            )
            passed += ["\(context).as_ref().and(Some(\(function)))", "rt::scoped(&\(context))", "None"]
            return
        }
        let boxed = RustCallbacks.boxed(callback, types)
        let made =
            "Box::into_raw(Box::new(\(isOptional ? "value" : "Box::new(\(own)) as \(boxed)"))) as *mut std::os::raw::c_void"
        contexts.append("let \(context) = \(isOptional ? "\(value).map(|value| \(made))" : "Some(\(made))");")
        passed += [
            "\(context).and(Some(\(function)))", "\(context).unwrap_or(std::ptr::null_mut())",
            "Some(rt::release_box::<\(boxed)>)",
        ]
    }

    // MARK: Results

    private mutating func addResult() throws(RustOmission) {
        guard let output else { return }
        if types.interface.ownership(output) == .borrowed {
            guard case .this = receiver, !isAwaited, selfForm == "&self" else {
                throw RustOmission(reason: "borrowed bytes without an owner in Rust")
            }
            value = "&[u8]"
            return
        }
        value = try types.owned(output)
        if isFailable, output.shape == .handle { value = "Option<\(value)>" }
    }

    private var returned: String {
        guard let output else { return "()" }
        if types.interface.ownership(output) == .borrowed { return "rt::lent_bytes(result_)" }
        let made = convert.result(output, "result_")
        return isFailable && output.shape == .handle ? "if result_.bits == 0 { None } else { Some(\(made)) }" : made
    }

    // MARK: Statements

    /// The statements of the function, inside of `unsafe`.
    func body() -> [String] {
        var lines = before + contexts
        if selfForm.isEmpty, !isClosure { lines.insert("rt::ready();", at: 0) }
        let native = "sys::\(call.function.name)(\(passed.joined(separator: ", ")))"
        lines.append("let status_ = \(native);")
        lines += forgotten.map { "std::mem::forget(\($0));" }
        let error = hasError ? "error_" : "std::ptr::null_mut()"
        if let taking = call.taking {
            let started = "Operation::started(status_, \(error), operation_.bits, \(taker(taking)))"
            lines.append(isClosure ? "Box::pin(\(started)) as BoxFuture<'static, Result<\(value), Error>>" : started)
        } else {
            lines.append(isFallible ? "rt::check(status_, \(error))?;" : "rt::must(status_);")
            lines += after
            lines.append(isFallible ? "Ok(\(returned))" : returned)
        }
        if lines.contains(where: { $0.contains("arena") }) { lines.insert("let arena = &mut Arena::lent();", at: 0) }
        return lines
    }

    private var isClosure: Bool { if case .closure = receiver { true } else { false } }

    /// The function that takes the result of an asynchronous call.
    private func taker(_ function: LoweredFunction) -> String {
        var lines: [String] = []
        var arguments: [String] = []
        var error = "std::ptr::null_mut()"
        for parameter in function.parameters {
            switch parameter.role {
            case .operation: arguments.append("sys::\(types.library.prefix)_operation { bits }")
            case .result:
                lines.append("let mut result_ = rt::none();")
                arguments.append("&mut result_")
            case .error:
                lines.append("let mut error_ = std::ptr::null_mut();")
                arguments.append("&mut error_")
                error = "error_"
            default: break
            }
        }
        lines.append("let status_ = sys::\(function.name)(\(arguments.joined(separator: ", ")));")
        lines.append("rt::check(status_, \(error))?;")
        lines.append("Ok(\(returned))")
        return "|bits| unsafe {\n\(lines.map { "    \($0)" }.joined(separator: "\n"))\n}"
    }

    // MARK: Documentation

    static func documentation(_ parameter: LoweredParameter) -> String {
        let remarks = parameter.remarks.compactMap { remark -> String? in
            switch remark {
            case .consumed: "Consumed by the call, also if that fails."
            case .nullIsDefault(let value?): "The default is \(value)."
            case .nullIsNone, .nullIsDefault(nil), .argumentsAreBorrowed, .mayBeNull: nil
            }
        }
        return ([parameter.documentation] + remarks).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
