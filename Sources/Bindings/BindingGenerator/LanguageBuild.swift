/// The places and programs with which the files of a language are built.
public struct BuildPlace: Sendable {
    /// The name of the library.
    public var library: String
    /// The absolute path of the output folder; `lib` in it has the shared library.
    public var output: String
    /// The path of the folder with the C headers.
    public var headers: String
    /// The path of the folder of the language.
    public var folder: String
    /// The path of a folder for what only the build needs.
    public var scratch: String
    /// Whether the library is optimised.
    public var isRelease: Bool
    /// The command of a compiler for C and C++; nil if the computer has none.
    public var compiler: String?
    /// The variables of the environment.
    public var environment: [String: String]

    /// Creates a place from its paths and programs.
    public init(
        library: String,
        output: String,
        headers: String,
        folder: String,
        scratch: String,
        isRelease: Bool,
        compiler: String?,
        environment: [String: String]
    ) {
        (self.library, self.output, self.headers, self.folder) = (library, output, headers, folder)
        (self.scratch, self.isRelease, self.compiler, self.environment) = (scratch, isRelease, compiler, environment)
    }

    /// The path of the shared library.
    var sharedLibrary: String { "\(output)/lib/lib\(library).so" }
}

/// How the files of a language are checked, compiled and loaded: steps that the generator declares, and its caller takes.
public struct LanguageBuild: Sendable {
    /// A program with its arguments.
    public struct Command: Sendable {
        /// The name of a program on the `PATH`, or its path, and its arguments.
        public let words: [String]
        /// Commands that are tried in this order if the first one fails.
        public var alternatives: [[String]] = []
        /// Seconds after which it is ended, which is a failure; nil for no limit.
        public var limit: Double?
        /// The first line of the message if it fails.
        public let failure: String

        init(_ words: [String], failure: String) { (self.words, self.failure) = (words, failure) }
    }

    /// One step of a build.
    public enum Step: Sendable {
        /// Runs a program.
        case run(Command)
        /// Writes a file, and the folders that contain it.
        case write(path: String, text: String)
        /// Removes a file, if it is there.
        case remove(path: String)
        /// Copies the files of a folder, but not those whose names end with one of the suffixes.
        case copy(folder: String, to: String, except: [String])
    }

    /// The name of the language in messages.
    public let title: String
    /// A program that fails if the computer lacks what the build needs; nothing is built then, and its `failure` is printed.
    public var requirement: Command?
    /// Commands that report errors in the generated files, before anything is compiled.
    public var checks: [Command] = []
    /// The steps before the compilation.
    public var preparation: [Step] = []
    /// The program that compiles the files at the same time as the library; nil if there is none.
    public var compilation: Command?
    /// The steps after the compilation of the files and of the library.
    public var completion: [Step] = []
    /// The steps that load the library as a program of the language does.
    public var loading: [Step] = []

    init(title: String) { self.title = title }
}
