import BindingModel

/// `connected()`, for classes that connect and disconnect.
extension PythonPackage {
    /// Writes `connected()` for a class with the asynchronous methods `connect`, with any optional arguments, and `disconnect`, which
    /// needs none: a block of `with` or `async with` that begins with the one and ends with the other.
    mutating func connected(_ own: [PythonMember], _ c: String, _ scope: Set<String>) {
        guard let name = names.className(c), !scope.contains("connected"), let connect = call("connect", own, scope),
            call("disconnect", own, scope) != nil
        else { return }
        let parameters = connect.parameters
        let passed = parameters.filter { !$0.isStar }.map { "\($0.name)=\($0.name)" }.joined(separator: ", ")
        writer.line()
        writer.line("def connected(\((["self"] + parameters.map(\.text)).joined(separator: ", "))) -> _r.Connected[\(name)]:")
        writer.indented { writer in
            writer.line("\"\"\"Connects at the start of a block of ``async with`` or ``with``, and disconnects at its end.")
            writer.line()
            writer.line("The arguments are those of `\(name).connect()`.")
            writer.line("\"\"\"")
            writer.line("return _r.Connected(self, lambda: self.connect(\(passed)), lambda: self.disconnect())")
        }
    }

    /// An asynchronous method that can be called without arguments; nil if there is none with the name.
    private func call(_ name: String, _ own: [PythonMember], _ scope: Set<String>) -> PythonFunction? {
        guard let member = own.first(where: { $0.name == name && $0.kind == .method && $0.taking != nil }) else { return nil }
        let function = PythonFunction(member, types: types, scope: scope, isInterface: false)
        return function.parameters.allSatisfy { $0.isStar || $0.preset != nil } ? function : nil
    }
}
