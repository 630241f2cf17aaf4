import ArgumentParsing

/// Runs the command line in a program that has loaded it as a library, and ends the process. The calling thread waits for signals; it
/// must be the only one that does not block them.
///
/// Declared by `cmake/command_line.c` and by the Python package, because it is in no header.
///
/// - Parameters:
///   - count: number of words.
///   - words: the words after the program's name, terminated strings.
/// - Returns: only if there are no more signals, which does not happen.
@c(hotshoe_command_line)
public func runCommandLine(_ count: Int32, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    unsafe HotShoeCommand.main(RawArguments.of(Int(count), words))
    return ExitCode.internalError.rawValue
}
