import BindingModel

/// Objects, their comparison, and streams.
extension RustLibrary {
    func handle(_ handle: HandleType, _ type: LoweredType?, _ writer: inout CodeWriter) {
        guard let lifetime = types.lifetimes[handle.c] else { return }
        let name = types.names.type(handle.c)
        var head = CodeWriter()
        if let type, !handle.holdsProtocol || !RustInterfaces.isImplementable(handle.c, types) {
            document(type.declaration.notes, type.declaration.path, &head)
        } else if handle.holdsProtocol {
            head.line("/// An object of the protocol [`\(types.names.trait(handle.c))`], of the library or of the program.")
        } else {
            head.line("/// \(summary(of: handle))")
        }
        var base: String?
        if case .object(let object)? = type?.declaration.kind, let superclass = object.superclass {
            base = types.library.registry.names[superclass].map(types.names.type)
        }
        var kind = types.isSynchronised(handle) ? "object" : "unsynchronised_object"
        if handle.element != nil { kind = "stream_object" }
        if base != nil { kind = "subclass" }
        writer.block("rt::\(kind)! {") { writer in
            for line in head.text.lines where !line.isEmpty { writer.line(line) }
            if let base { return writer.line("\(name), \(base)") }
            writer.line("\(name), \(handle.c), \(lifetime.retain), \(lifetime.release)")
        }
        writer.line()
        copying(handle, type, name, &writer)
        if let type { description(type, &writer) }
        if type?.has(.describe) != true { writer.line("rt::opaque_debug!(\(name));\n") }
        allMembers(handle.c, type, &writer)
        if let type { comparisons(type, handle.crossing, &writer) }
        sequence(handle, name, &writer)
    }

    private func summary(of handle: HandleType) -> String {
        switch handle.holder {
        case .source: "Source of a stream that the program feeds."
        case .elementStream, .stream: "Elements that arrive over time."
        default: "An object of the library."
        }
    }

    private func copying(_ handle: HandleType, _ type: LoweredType?, _ name: String, _ writer: inout CodeWriter) {
        guard types.canCopy(handle.c) else { return }
        if handle.holder == .mutableValue, let clone = type?.function(of: .clone) {
            writer.block("impl Clone for \(name) {") { writer in
                writer.block("fn clone(&self) -> \(name) {") { writer in
                    writer.block("unsafe {") { writer in
                        writer.line("let mut result = rt::none();")
                        writer.line("rt::must(sys::\(clone.name)(sys::\(handle.c) { bits: rt::bits(self) }, &mut result));")
                        writer.line("rt::owned(result.bits)")
                    }
                }
            }
        } else {
            writer.block("impl Clone for \(name) {") { writer in
                writer.line("/// Another owner of the same object.")
                writer.line("fn clone(&self) -> \(name) { unsafe { rt::retained(rt::bits(self)) } }")
            }
        }
        writer.line()
    }

    /// Writes `Display` for a type that describes its values, and `Debug` for an object of it.
    func description(_ type: LoweredType, _ writer: inout CodeWriter) {
        guard let describe = type.function(of: .describe), let function = immediate(describe) else { return }
        let name = types.names.type(type.c)
        let isObject = type.crossing?.shape == .handle
        for trait in isObject ? ["Display", "Debug"] : ["Display"] {
            writer.block("impl std::fmt::\(trait) for \(name) {") { writer in
                writer.block("fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {") { writer in
                    let body = function.body()
                    let value = function.selfForm == "self" ? "let this = *self;" : "let this = self;"
                    writer.line("\(value)")
                    writer.block("let text: String = unsafe {", "};") { writer in
                        for line in body { writer.line(Self.renamed(line)) }
                    }
                    writer.line("formatter.write_str(&text)")
                }
            }
            writer.line()
        }
    }

    /// A statement in which the receiver is a variable.
    static func renamed(_ line: String, _ name: String = "this") -> String {
        line.replacing(/\bself\b/, with: name)
    }

    private func immediate(_ function: LoweredFunction) -> RustFunction? {
        try? RustFunction(LoweredCallable(companions: [], form: .immediate(function)), types: types, receiver: .this)
    }

    func comparisons(_ type: LoweredType, _ crossing: Crossing, _ writer: inout CodeWriter) {
        let name = types.names.type(type.c)
        if type.isEnumeration { return }
        if crossing.shape != .handle { description(type, &writer) }
        func compare(_ function: LoweredFunction, _ left: String, _ right: String) -> [String] {
            var lines: [String] = []
            let lent = [left, right].map { convert.lend(crossing, types.borrow(crossing, $0)) }
            if lent[0].contains("arena") { lines.append("let arena = &mut Arena::lent();") }
            lines += ["let left = \(lent[0]);", "let right = \(lent[1]);", "let mut result = false;"]
            let sign = function.parameters.first?.type.isConstantPointer == true ? "&" : ""
            lines.append("rt::must(sys::\(function.name)(\(sign)left, \(sign)right, &mut result));")
            return lines + ["result"]
        }
        if let equal = type.function(of: .equal) {
            writer.block("impl PartialEq for \(name) {") { writer in
                writer.block("fn eq(&self, other: &\(name)) -> bool {") { writer in
                    writer.block("unsafe {") { writer in for line in compare(equal, "self", "other") { writer.line(line) } }
                }
            }
            writer.line()
            if isReflexive(type, crossing) { writer.line("impl Eq for \(name) {}\n") }
        }
        if let hash = type.function(of: .hash), let function = immediate(hash), isReflexive(type, crossing) {
            writer.block("impl std::hash::Hash for \(name) {") { writer in
                writer.block("fn hash<H: std::hash::Hasher>(&self, state: &mut H) {") { writer in
                    writer.line(function.selfForm == "self" ? "let this = *self;" : "let this = self;")
                    writer.block("let value: i64 = unsafe {", "};") { writer in
                        for line in function.body() { writer.line(Self.renamed(line)) }
                    }
                    writer.line("state.write_i64(value);")
                }
            }
            writer.line()
        }
        if let less = type.function(of: .less), isReflexive(type, crossing) {
            writer.block("impl PartialOrd for \(name) {") { writer in
                writer.block("fn partial_cmp(&self, other: &\(name)) -> Option<std::cmp::Ordering> {") { writer in
                    writer.line("Some(self.cmp(other))")
                }
            }
            writer.line()
            writer.block("impl Ord for \(name) {") { writer in
                writer.block("fn cmp(&self, other: &\(name)) -> std::cmp::Ordering {") { writer in
                    writer.block("let is_less = |left: &\(name), right: &\(name)| unsafe {", "};") { writer in
                        for line in compare(less, "left", "right") { writer.line(line) }
                    }
                    writer.line("if is_less(self, other) { return std::cmp::Ordering::Less; }")
                    writer.line("if is_less(other, self) { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Equal }")
                }
            }
            writer.line()
        }
    }

    /// Whether each value equals itself: a number that is none does not.
    private func isReflexive(_ type: LoweredType, _ crossing: Crossing) -> Bool {
        if !type.has(.equal) { return false }
        if type.has(.hash) || crossing.shape == .handle { return true }
        switch types.interface.content(crossing) {
        case .record(_, let fields): return fields.allSatisfy { types.has(.hashing, $0.crossing) }
        case .variant(_, let cases): return cases.allSatisfy { $0.payload.allSatisfy { types.has(.hashing, $0.crossing) } }
        default: return true
        }
    }

    // MARK: Iteration

    /// Writes the iteration over a collection, or over a sequence that is none.
    func iteration(_ c: String, _ own: [RustMember], _ writer: inout CodeWriter) {
        let name = types.names.type(c)
        for member in own {
            if case .trait(.elements, _) = member.member.kind, member.function.value.hasPrefix("Vec<") {
                let element = member.function.value.dropFirst("Vec<".count).dropLast()
                writer.block("impl IntoIterator for &\(name) {") { writer in
                    writer.line("type Item = \(element);")
                    writer.line("type IntoIter = std::vec::IntoIter<\(element)>;")
                    writer.line("fn into_iter(self) -> Self::IntoIter { self.\(member.name)().into_iter() }")
                }
                writer.line()
            }
            if member.member.iteration == .next, member.function.value.hasPrefix("Option<") {
                let element = member.function.value.dropFirst("Option<".count).dropLast()
                writer.block("impl Iterator for \(name) {") { writer in
                    writer.line("type Item = \(element);")
                    let call = "\(name)::\(member.name)(self)"
                    writer.line(
                        "fn next(&mut self) -> Option<\(element)> { \(call)\(member.function.isFallible ? ".ok().flatten()" : "") }"
                    )
                }
                writer.line()
            }
            if member.member.iteration == .begin, member.function.required.isEmpty, let next = next(of: member) {
                writer.block("impl IntoIterator for &\(name) {") { writer in
                    writer.line("type Item = \(next.function.value.dropFirst("Option<".count).dropLast());")
                    writer.line("type IntoIter = \(member.function.value);")
                    writer.line("fn into_iter(self) -> Self::IntoIter { self.\(member.name)() }")
                }
                writer.line()
            }
        }
    }

    /// The function that returns the elements of an iterator, which a member makes.
    private func next(of member: RustMember) -> RustMember? {
        let iterator = member.function.call.function.result?.c ?? ""
        return members.owned[iterator, default: []].first {
            $0.member.iteration == .next && $0.function.value.hasPrefix("Option<")
        }
    }

    // MARK: Streams

    private func sequence(_ handle: HandleType, _ name: String, _ writer: inout CodeWriter) {
        for member in library.allMembers where member.owner?.c == handle.c {
            switch member.kind {
            case .sequence(let sequence): stream(sequence, handle, name, &writer)
            case .source(let yield, let finish): source(handle, name, yield, finish, &writer)
            case .makeSequence(let function): make(function, name, &writer)
            default: break
            }
        }
    }

    private func stream(_ sequence: LoweredSequence, _ handle: HandleType, _ name: String, _ writer: inout CodeWriter) {
        guard let element = try? types.owned(sequence.element) else { return }
        let native = "sys::\(handle.c) { bits: rt::bits(self) }"
        // A type that stands for all sequences of the elements stands for those that fail, too.
        let failure: Failure = if case .stream(_, let own) = handle.holder { own } else { .untyped }
        let item = failure == .never ? element : "Result<\(element), Error>"
        writer.block("impl RawStream for \(name) {") { writer in
            writer.line("type Element = \(element);")
            writer.line("type Item = \(item);")
            writer.line()
            writer.line("fn waker(&self) -> &Arc<rt::WakerCell> { &self.waker }")
            writer.line()
            writer.line("fn ended(&self) -> &std::sync::atomic::AtomicBool { &self.is_ended }")
            writer.line()
            writer.block("fn item(element: Result<\(element), Error>) -> \(item) {") { writer in
                writer.line(failure == .never ? "element.unwrap_or_else(|error| panic!(\"{error}\"))" : "element")
            }
            writer.line()
            writer.block("fn take(&self, limit: Option<i64>) -> (i32, Result<Option<\(element)>, Error>) {") { writer in
                writer.block("unsafe {") { writer in
                    writer.line("let mut result_ = rt::none();")
                    writer.line("let mut error_ = std::ptr::null_mut();")
                    writer.block("let status_ = match limit {", "};") { writer in
                        writer.line("Some(limit) => sys::\(sequence.next.name)(\(native), limit, &mut result_, &mut error_),")
                        writer.line("None => sys::\(sequence.tryNext.name)(\(native), &mut result_, &mut error_),")
                    }
                    writer.line("if let Err(error) = rt::check(status_, error_) { return (status_, Err(error)); }")
                    writer.line("if status_ != 0 { return (status_, Ok(None)); }")
                    writer.line("(status_, Ok(Some(\(convert.result(sequence.element, "result_")))))")
                }
            }
            writer.line()
            writer.block("unsafe fn notify(&self, context: *mut std::os::raw::c_void) -> i32 {") { writer in
                writer.line(
                    "unsafe { sys::\(sequence.onReady.name)(\(native), rt::none(), Some(rt::wake), context, Some(rt::release_wake)) }"
                )
            }
            writer.line()
            writer.line("fn close_raw(&self) { unsafe { sys::\(sequence.close.name)(\(native)); } }")
        }
        writer.line()
    }

    private func source(
        _ handle: HandleType,
        _ name: String,
        _ yield: LoweredFunction,
        _ finish: LoweredFunction,
        _ writer: inout CodeWriter
    ) {
        guard case .source(let element, _) = handle.holder, let type = try? types.argument(element) else { return }
        let native = "sys::\(handle.c) { bits: rt::bits(self) }"
        let lent = convert.lend(element, "element")
        writer.block("impl \(name) {") { writer in
            writer.line("/// Appends an element. Returns whether the stream has accepted it: false, if it has ended.")
            writer.block("pub fn send(&self, element: \(type)) -> bool {") { writer in
                writer.block("unsafe {") { writer in
                    if lent.contains("arena") { writer.line("let arena = &mut Arena::lent();") }
                    writer.line("let value = \(lent);")
                    let passed = yield.parameters.last?.isPointer == true ? "&value" : "value"
                    writer.line("let status = sys::\(yield.name)(\(native), \(passed));")
                    writer.line("rt::must(status);")
                    writer.line("status == 0")
                }
            }
            writer.line()
            writer.line("/// Ends the stream after its elements: with an error, or complete.")
            writer.block("pub fn finish(&self, error: Option<&Error>) {") { writer in
                writer.block("unsafe {") { writer in
                    writer.line("let arena = &mut Arena::lent();")
                    writer.line("let value = match error { Some(error) => arena.error(error), None => std::ptr::null_mut() };")
                    writer.line("rt::must(sys::\(finish.name)(\(native), value));")
                }
            }
        }
        writer.line()
    }

    private func make(_ function: LoweredFunction, _ name: String, _ writer: inout CodeWriter) {
        guard function.parameters.count == 2, let source = function.parameters[1].crossing else { return }
        let sourceName = types.names.type(source.c)
        writer.block("impl \(name) {") { writer in
            writer.line("/// A stream to pass to the library, and the source through which the program feeds it.")
            writer.block("pub fn channel() -> (\(name), \(sourceName)) {") { writer in
                writer.line("rt::ready();")
                writer.block("unsafe {") { writer in
                    writer.line("let mut stream = rt::none();")
                    writer.line("let mut source = rt::none();")
                    writer.line("rt::must(sys::\(function.name)(&mut stream, &mut source));")
                    writer.line("(rt::owned(stream.bits), rt::owned(source.bits))")
                }
            }
        }
        writer.line()
    }

    // MARK: Errors

    func error(_ type: LoweredType, _ writer: inout CodeWriter) {
        let name = types.names.type(type.c)
        let variant = RustErrors.variant(type, types)
        if !type.has(.describe) {
            writer.block("impl std::fmt::Display for \(name) {") { writer in
                writer.block("fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {") { writer in
                    writer.line("formatter.write_str(&Error::from(self.clone()).message())")
                }
            }
            writer.line()
        }
        writer.block("impl std::error::Error for \(name) {") { writer in
            guard let aggregate = aggregate(of: type), case .variant(_, let cases) = aggregate.content else { return }
            let arms = zip(RustNames.variants(cases.map(\.chosenName)), cases).compactMap { own, each -> String? in
                guard let index = each.payload.firstIndex(where: { RustErrors.isError($0.crossing, types) }) else { return nil }
                return "\(name)::\(own)\(RustVariant(each).pattern) => Some(field\(index)),"
            }
            if arms.isEmpty { return }
            writer.line("#[allow(unused_variables, unreachable_patterns)]")
            writer.block("fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {") { writer in
                writer.block("match self {") { writer in
                    for arm in arms { writer.line(arm) }
                    writer.line("_ => None,")
                }
            }
        }
        writer.line()
        writer.block("impl From<\(name)> for Error {") { writer in
            writer.line("fn from(error: \(name)) -> Error { Error::\(variant)(error) }")
        }
        writer.line()
    }

    private func allMembers(_ c: String, _ type: LoweredType?, _ writer: inout CodeWriter) {
        implementations(c, type, &writer)
    }
}

/// Writes the error of a library: one of its types, or any other.
struct RustErrors {
    let library: LoweredLibrary
    let types: RustTypes

    /// The case with the errors of a type.
    static func variant(_ type: LoweredType, _ types: RustTypes) -> String {
        let name = types.names.type(type.c)
        let short = name.hasSuffix("Error") && name != "Error" ? String(name.dropLast("Error".count)) : name
        return short == "Other" || short == "Self" ? name : short
    }

    /// Whether a value is an error.
    static func isError(_ crossing: Crossing, _ types: RustTypes) -> Bool {
        if crossing.shape == .error { return true }
        guard case .named(let identifier) = crossing.type, crossing.shape != .enumeration else { return false }
        return types.interface.declaration(identifier)?.isError == true
    }

    func text() -> String {
        var writer = CodeWriter()
        let convert = RustConversions(types: types)
        let all = library.types.filter { $0.declaration.isError && $0.errors != nil }
        let variants = all.map { (Self.variant($0, types), types.names.type($0.c), $0) }
        writer.line("/// The reason for which a call failed.")
        writer.line("#[derive(Clone, Debug)]")
        writer.block("pub enum Error {") { writer in
            for (variant, name, _) in variants {
                writer.line("/// An error of the type [`\(name)`].")
                writer.line("\(variant)(\(name)),")
            }
            writer.line("/// Any other error.")
            writer.line("Other(Failure),")
        }
        writer.line()
        writer.block("impl Error {") { writer in
            writer.line("/// The error with a pointer that another owner keeps.")
            writer.block("pub(crate) unsafe fn copied(error: *const sys::\(library.prefix)_error) -> Error {") { writer in
                writer.block("unsafe {") { writer in
                    for (variant, _, type) in variants {
                        guard let errors = type.errors, let crossing = errors.from.result else { continue }
                        writer.block("{") { writer in
                            writer.line("let mut result = rt::none();")
                            writer.block("if sys::\(errors.from.name)(error, &mut result) == 0 {") { writer in
                                writer.line("return Error::\(variant)(\(convert.result(crossing, "result")));")
                            }
                        }
                    }
                    writer.line("Error::Other(Failure::copied(error))")
                }
            }
            writer.line()
            writer.line("/// The error for the library, which the caller frees.")
            writer.block("pub(crate) unsafe fn to_raw(&self) -> *mut sys::\(library.prefix)_error {") { writer in
                writer.block("unsafe {") { writer in
                    writer.block("match self {") { writer in
                        for (variant, _, type) in variants {
                            guard let errors = type.errors, let crossing = errors.from.result else { continue }
                            let isPointer = errors.to.parameters.first?.isPointer == true
                            let lent = convert.lend(crossing, types.borrow(crossing, "error"))
                            writer.block("Error::\(variant)(error) => {") { writer in
                                if lent.contains("arena") { writer.line("let arena = &mut Arena::lent();") }
                                writer.line("let native = \(lent);")
                                writer.line("let mut result = std::ptr::null_mut();")
                                writer.line("rt::must(sys::\(errors.to.name)(\(isPointer ? "&native" : "native"), &mut result));")
                                writer.line("result")
                            }
                        }
                        writer.line("Error::Other(failure) => failure.to_raw(),")
                    }
                }
            }
        }
        writer.line()
        writer.block("impl std::fmt::Display for Error {") { writer in
            writer.block("fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {") { writer in
                writer.line("formatter.write_str(&self.message())")
            }
        }
        writer.line()
        writer.block("impl std::error::Error for Error {") { writer in
            writer.block("fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {") { writer in
                writer.block("match self {") { writer in
                    for (variant, _, _) in variants {
                        writer.line("Error::\(variant)(error) => std::error::Error::source(error),")
                    }
                    writer.line("Error::Other(failure) => failure.source(),")
                }
            }
        }
        return writer.text
    }
}
