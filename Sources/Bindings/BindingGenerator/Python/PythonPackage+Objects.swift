import BindingModel

/// The classes of objects.
extension PythonPackage {
    mutating func handle(_ handle: HandleType, _ type: LoweredType?) {
        guard let name = names.className(handle.c) else { return }
        let isError = type?.declaration.isError == true
        let path = type?.declaration.path ?? []
        begin("class \(name)(\(bases(of: handle, type, isError).joined(separator: ", "))):", exporting: name, registering: name)
        indented { package in
            let text = type.map { package.documentation($0.declaration.notes) } ?? package.summary(of: handle)
            package.docstring(text, in: path)
            if !isError { package.writer.line("__slots__ = ()") }
            package.natives(handle)
            package.kinds(type)
            package.members(of: handle.c, in: path, handle: handle)
        }
        if isError { families(name, handle.c) }
    }

    private func bases(of handle: HandleType, _ type: LoweredType?, _ isError: Bool) -> [String] {
        if isError { return ["_r.ObjectError"] }
        var bases =
            type.map { types.interface.bases(of: $0.declaration) }?.compactMap {
                library.registry.names[$0].flatMap(names.className)
            } ?? []
        if case .source(let element, _) = handle.holder {
            return ["_r.Source[\"\(types.annotation(element, isArgument: false, in: []))\"]"]
        }
        if let element = handle.element {
            return ["_r.Stream[\"\(types.annotation(element, isArgument: false, in: []))\"]"]
        }
        if case .interface? = type?.declaration.kind, bases.isEmpty { return ["_r.Interface"] }
        if bases.isEmpty { bases = ["_r.Handle"] }
        return bases
    }

    private func summary(of handle: HandleType) -> [String] {
        switch handle.holder {
        case .source: ["Source of a stream that the program feeds."]
        case .elementStream: ["Elements that arrive over time."]
        default: ["A function of the library."]
        }
    }

    /// The functions of a stream or of its source.
    private mutating func natives(_ handle: HandleType) {
        for member in members.owned[handle.c, default: []] where member.isStream {
            let functions: [LoweredFunction]
            switch member.member.kind {
            case .source(let yield, let finish): functions = [yield, finish]
            case .sequence(let each): functions = [each.next, each.tryNext, each.onReady, each.subscribe, each.close]
            default: continue
            }
            let natives = functions.map { "_n.\(library.word(of: $0.name))" }
            return writer.line("_natives = (\(natives.joined(separator: ", ")))")
        }
    }

    /// The cases of a recursive enumeration.
    private mutating func kinds(_ type: LoweredType?) {
        guard case .variant(let cases, _)? = type?.declaration.kind else { return }
        writer.line()
        writer.line("class Kind(_enum.IntEnum):")
        writer.indented { writer in
            writer.line("\"\"\"The cases.\"\"\"")
            writer.line()
            for (index, each) in cases.enumerated() { writer.line("\(PythonNames.constant(each.chosenName)) = \(index)") }
        }
    }

    /// A class for each code of an error, so that a program can catch one family.
    private mutating func families(_ name: String, _ c: String) {
        guard let (crossing, declaration, cases) = types.interface.type(c).flatMap(types.interface.codes) else { return }
        let codes = names.className(crossing)
        for each in cases {
            let own = PythonNames.caseClass(name, each.chosenName)
            begin("class \(own)(\(name)):", exporting: own)
            indented { package in
                package.docstring(
                    package.documentation(each.notes),
                    in: declaration.path,
                    otherwise: "The code ``\(each.name)``."
                )
            }
        }
        families.append(
            (name, cases.map { "\(codes).\(PythonNames.constant($0.chosenName)): \(PythonNames.caseClass(name, $0.chosenName))" })
        )
    }
}
