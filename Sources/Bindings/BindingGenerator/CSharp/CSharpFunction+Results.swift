import BindingModel

/// The results of a function, and its statements.
extension CSharpFunction {
    mutating func results() throws(CSharpOmission) {
        var texts: [String] = []
        var annotated: [String] = []
        for output in outputs {
            let isBorrowed = types.interface.ownership(output.crossing) == .borrowed
            if isBorrowed, !isOwnerKept || call.isAwaited {
                throw CSharpOmission(reason: "borrowed bytes without an owner in C#")
            }
            texts.append(isBorrowed ? "NativeBytes" : try types.type(output.crossing))
            annotated.append(isBorrowed ? "NativeBytes" : try types.type(output.crossing, form: .annotated))
        }
        (returns, annotatedReturns) = (joined(texts), joined(annotated))
    }

    /// The type of a function that returns values of types.
    private func joined(_ texts: [String]) -> String {
        let result: String
        switch texts.count {
        case 0: result = "void"
        case 1: result = texts[0]
        default: result = "(\(zip(texts, outputs).map { "\($0) \($1.label)" }.joined(separator: ", ")))"
        }
        return call.isAwaited ? CSharpTypes.task(result) : result
    }

    /// The type of the result of an asynchronous call in the function that takes it.
    var taken: String {
        guard let output = outputs.first else { return "bool" }
        return (try? types.type(output.crossing, form: .unnamed)) ?? "object"
    }

    func result(_ output: (crossing: Crossing, variable: String, label: String)) -> String? {
        if case .borrowed = types.interface.ownership(output.crossing) {
            return "new NativeBytes(Retained(), \(output.variable))"
        }
        return nil
    }

    func returning() -> [String] {
        if outputs.count == 1 {
            let output = outputs[0]
            if let borrowed = result(output) { return ["return \(borrowed);"] }
            return freeing(output.crossing, output.variable) { "return \($0);" }
        }
        if outputs.isEmpty { return [] }
        var lines: [String] = []
        for (index, output) in outputs.enumerated() {
            let type = (try? types.type(output.crossing)) ?? "object"
            if case .none = types.interface.ownership(output.crossing) {
                lines.append("\(type) output\(index) = \(convert.take(output.crossing, output.variable));")
            } else {
                lines.append("\(type) output\(index);")
                lines += freeing(output.crossing, output.variable) { "output\(index) = \($0);" }
            }
        }
        lines.append("return (\(outputs.indices.map { "output\($0)" }.joined(separator: ", ")));")
        return lines
    }

    /// The statement with which functions begin that may be the first ones of the library: see `Loader_.IsLoaded`.
    static let loaded = "if (!Loader_.IsLoaded) { throw Loader_.Missing(); }"

    /// The statements of the function: `taker` is the function that takes the result of an asynchronous call, and `made` makes the
    /// last statement of a constructor.
    func body(taker: String = "", made: ((String) -> String)? = nil) -> [String] {
        var lines: [String] = []
        func indent(_ text: [String]) -> [String] { text.map { $0.isEmpty ? "" : "    \($0)" } }
        let native = "Native_.\(call.function.name)(\(passed.joined(separator: ", ")))"
        var core = ["int status_ = \(native);"]
        core += keptObjects.map { "global::System.GC.KeepAlive(\($0));" }
        core.append(hasError ? "Failure_.Check(status_, error_);" : "Failure_.Check(status_);")
        core += after
        if call.isAwaited {
            core.append("return Operations_.Run<\(taken)>(operation_, \(taker), cancellationToken);")
        } else if let made, let output = outputs.first {
            core.append(made(output.variable))
        } else {
            core += returning()
        }
        for block in blocks.reversed() { core = [block, "{"] + indent(core) + ["}"] }
        lines = before + contexts + core
        if needsArena { lines = ["using (Arena_ arena_ = new Arena_())", "{"] + indent(lines) + ["}"] }
        return (isOwnerKept ? [] : [Self.loaded]) + checks + lines
    }

    var keptObjects: [String] { kept }

    /// The statements that return the result of an asynchronous call, and the type of the result.
    func taking() -> (type: String, lines: [String])? {
        guard let function = call.taking else { return nil }
        var arguments: [String] = []
        var lines = ["void* error_ = null;"]
        for parameter in function.parameters {
            switch parameter.role {
            case .operation: arguments.append("operation")
            case .result(let crossing):
                let native = types.native(crossing.representation)
                lines.append("\(native) result_ = default(\(native));")
                arguments.append("&result_")
            case .error: arguments.append("&error_")
            default: break
            }
        }
        lines.append("int status_ = Native_.\(function.name)(\(arguments.joined(separator: ", ")));")
        lines.append("Failure_.Check(status_, error_);")
        lines += outputs.isEmpty ? ["return true;"] : returning()
        return (taken, lines)
    }

    // MARK: Documentation

    /// The documentation of a parameter.
    static func remarked(_ parameter: LoweredParameter) -> String {
        let remarks = parameter.remarks.compactMap { remark -> String? in
            switch remark {
            case .consumed: "Consumed: the object is invalid after the call, also if that fails with an error."
            case .nullIsDefault(let value?): "The default is \(value)."
            case .nullIsNone: "Null for none."
            case .nullIsDefault(nil), .argumentsAreBorrowed, .mayBeNull: nil
            }
        }
        return ([parameter.documentation] + remarks).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
