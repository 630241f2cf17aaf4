/// What to extract, and where it is.
public struct ExtractionRequest: Hashable, Sendable {
    /// How a package is built.
    public enum BuildConfiguration: String, Hashable, Sendable {
        case debug, release
    }

    /// The name that the library goes by, in lower case.
    public var libraryName: String
    /// The modules whose public API is taken.
    public var modules: [String]
    /// Modules of which only those types are taken that the API refers to.
    public var supportModules: [String]
    /// The package that has the modules; nil for modules that are built already.
    public var packagePath: String?
    /// Where the compiler looks for modules besides.
    public var importPaths: [String]
    /// For the compiler, such as `-Xcc`, `-fmodule-map-file=…`.
    public var compilerArguments: [String]
    public var buildConfiguration: BuildConfiguration
    /// Where the package is built; nil for its `.build`.
    public var scratchPath: String?
    /// The directory of the toolchain's programs; nil for that of the `swift` in use.
    public var toolchainPath: String?

    public init(
        libraryName: String,
        modules: [String],
        supportModules: [String] = [],
        packagePath: String? = nil,
        importPaths: [String] = [],
        compilerArguments: [String] = [],
        buildConfiguration: BuildConfiguration = .debug,
        scratchPath: String? = nil,
        toolchainPath: String? = nil
    ) {
        self.libraryName = libraryName
        self.modules = modules
        self.supportModules = supportModules
        self.packagePath = packagePath
        self.importPaths = importPaths
        self.compilerArguments = compilerArguments
        self.buildConfiguration = buildConfiguration
        self.scratchPath = scratchPath
        self.toolchainPath = toolchainPath
    }
}
