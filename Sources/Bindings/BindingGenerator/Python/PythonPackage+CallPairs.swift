import BindingModel

/// Blocks that begin with one call and end with another.
extension PythonPackage {
    /// Writes, for each pair of asynchronous methods that a class has, the function that makes a block of `with` or `async with` of
    /// them. The first may have arguments, all of them optional.
    mutating func callPairs(_ own: [PythonMember], _ c: String, _ scope: Set<String>) {
        for pair in library.library.callPairs { callPair(pair, own, c, scope) }
    }

    private mutating func callPair(_ pair: CallPair, _ own: [PythonMember], _ c: String, _ scope: Set<String>) {
        let names = (made: PythonNames.local(pair.name), begin: PythonNames.local(pair.begin), end: PythonNames.local(pair.end))
        guard let type = self.names.className(c), !scope.contains(names.made), let begin = call(names.begin, own, scope),
            call(names.end, own, scope) != nil
        else { return }
        let parameters = begin.parameters
        let passed = parameters.filter { !$0.isStar }.map { "\($0.name)=\($0.name)" }.joined(separator: ", ")
        writer.line()
        writer.line("def \(names.made)(\((["self"] + parameters.map(\.text)).joined(separator: ", "))) -> _r.Block[\(type)]:")
        writer.indented { writer in
            let ends = "begins with `\(names.begin)()`, and ends with `\(names.end)()`"
            let summary = "A block of ``async with`` or ``with`` that \(ends)."
            writer.line("\"\"\"\(summary)")
            writer.line()
            writer.line("The arguments are those of `\(type).\(names.begin)()`.")
            writer.line("\"\"\"")
            writer.line("return _r.Block(self, lambda: self.\(names.begin)(\(passed)), lambda: self.\(names.end)())")
        }
    }

    /// An asynchronous method that can be called without arguments; nil if there is none with the name.
    private func call(_ name: String, _ own: [PythonMember], _ scope: Set<String>) -> PythonFunction? {
        guard let member = own.first(where: { $0.name == name && $0.kind == .method && $0.taking != nil }) else { return nil }
        let function = PythonFunction(member, types: types, scope: scope, isInterface: false)
        return function.parameters.allSatisfy { $0.isStar || $0.preset != nil } ? function : nil
    }
}
