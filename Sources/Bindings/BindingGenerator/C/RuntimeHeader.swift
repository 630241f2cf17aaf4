import BindingTexts

/// The runtime's part of the C header: its declarations, and what only C has, macros and inline functions.
struct RuntimeHeader {
    private let interface: RuntimeInterface
    private let prefix: String
    private let macro: String
    private var writer = CodeWriter()

    private init(_ prefix: String) {
        self.prefix = prefix
        interface = RuntimeInterface(prefix)
        macro = prefix.uppercased()
    }

    /// Returns the C text for a library's prefix.
    static func text(_ prefix: String) -> String {
        var header = RuntimeHeader(prefix)
        header.write()
        return header.writer.text
    }

    /// The names that the text declares.
    static func names(_ prefix: String) -> Set<String> {
        let runtime = RuntimeInterface(prefix)
        return runtime.names.union(["\(prefix)_text", "\(prefix)_abi_matches"])
    }

    private mutating func write() {
        for (index, declaration) in interface.declarations.enumerated() {
            if index > 0, !declaration.isMember(of: interface.declarations[index - 1]) { writer.gap() }
            switch declaration {
            case .statuses(let statuses): self.statuses(statuses)
            case .structure(let structure): self.structure(structure)
            case .opaque(let opaque):
                comment(opaque.summary)
                writer.line("typedef struct \(opaque.name) \(opaque.name);")
            case .callback(let callback): self.callback(callback)
            case .function(let function): self.function(function)
            }
        }
    }

    private mutating func comment(_ lines: [String]) {
        HeaderEmitter.write(Paragraphs(lines).lines(width: CodeWriter.headerWidth - 3), &writer)
    }

    // MARK: Declarations

    private mutating func statuses(_ statuses: [RuntimeInterface.Status]) {
        comment(["Status of a function: 0 for success, above 0 if there is no result, below 0 for a failure."])
        writer.line("typedef int32_t \(prefix)_status;")
        writer.block("enum {", "};") { writer in
            let codes = statuses.enumerated().map { index, status in
                "\(status.constant) = \(status.number)" + (index == statuses.count - 1 ? "" : ",")
            }
            let width = codes.map(\.count).max() ?? 0
            for (code, status) in zip(codes, statuses) {
                let space = String(repeating: " ", count: width - code.count)
                HeaderEmitter.member(code + space, status.summary, depth: 1, &writer)
            }
        }
        writer.line(RuntimeText.cTimes.filled(Placeholders(prefix: prefix)))
    }

    private mutating func structure(_ structure: RuntimeInterface.Structure) {
        comment(structure.summary)
        writer.block("typedef struct \(structure.name) {", "} \(structure.name);") { writer in
            for member in structure.members {
                writer.line(member.type.declaring(member.name) + (member.count.map { "[\($0)]" } ?? "") + ";")
            }
        }
        guard structure.name == "\(prefix)_string" else { return }
        writer.line(RuntimeText.cBorrowedText.filled(Placeholders(prefix: prefix)))
    }

    private mutating func callback(_ callback: RuntimeInterface.Callback) {
        comment(callback.summary)
        let parameters = callback.parameters.map { $0.type.declaring($0.name) }
        HeaderEmitter.declare("typedef void (*\(callback.name))(", parameters, ");", &writer)
    }

    private mutating func function(_ function: RuntimeInterface.Function) {
        if function.name == "\(prefix)_abi_version" {
            writer.line("/** Version of the binding rules of this header; the library must have the same. */")
            writer.line("#define \(macro)_ABI_VERSION \(RuntimeInterface.version)")
        }
        var lines = function.summary
        var tags = function.parameters.filter { !$0.documentation.isEmpty }.map { "@param \($0.name) \($0.documentation)" }
        if !function.result.isEmpty { tags.append("@return \(function.result)") }
        if !tags.isEmpty { lines += [""] + tags }
        comment(lines)
        let parameters = function.parameters.map { $0.type.declaring($0.name) }
        HeaderEmitter.declare("\(macro)_API \(function.returns.declaring(function.name))(", parameters, ");", &writer)
        guard function.name == "\(prefix)_abi_fingerprint" else { return }
        writer.line(RuntimeText.cABIMatches.filled(Placeholders(prefix: prefix)))
    }
}

extension RuntimeInterface.Declaration {
    /// Whether it stands directly after the declaration before it, with the same subject.
    fileprivate func isMember(of before: Self) -> Bool {
        switch (self, before) {
        case (.function(let function), .function(let other)): function.owner != nil && function.owner == other.owner
        case (.function(let function), .structure(let structure)): structure.isHandle && function.owner == structure.name
        case (.function(let function), .opaque(let opaque)): function.owner == opaque.name
        default: false
        }
    }
}
