/// The modules to extract, and their location.
public struct ExtractionRequest: Hashable, Sendable {
    /// The configuration in which a package is built.
    public enum BuildConfiguration: String, Hashable, Sendable {
        case debug, release
    }

    /// A build of the package, for modules that need not be built again.
    public struct Build: Hashable, Sendable {
        /// The folder of the build's products, which has the folder `Modules`.
        public var products: String
        /// The path of the package that was built, to which the names of files are relative.
        public var package: String

        /// Creates the location of a build.
        public init(products: String, package: String) {
            self.products = products
            self.package = package
        }
    }

    /// The name of the library, in lower case.
    public var libraryName: String
    /// The modules whose public API is extracted.
    public var modules: [String]
    /// Modules from which only those types are extracted that the API uses.
    public var supportModules: [String]
    /// The path of the package that contains the modules; `nil` for modules that are built already.
    public var packagePath: String?
    /// Further paths on which the compiler searches for modules.
    public var importPaths: [String]
    /// Further arguments of the compiler, such as `-Xcc`, `-fmodule-map-file=…`.
    public var compilerArguments: [String]
    /// The configuration in which the package is built.
    public var buildConfiguration: BuildConfiguration
    /// The build directory of the package; `nil` for its `.build`.
    public var scratchPath: String?
    /// A build of the package; `nil` if the extraction builds the package.
    public var build: Build?
    /// Generic types with arguments, as Swift source, that are extracted although no declaration uses them: `Page<Int>`.
    public var specializations: [String]
    /// The directory of the toolchain's programs; `nil` for that of the `swift` on the `PATH`.
    public var toolchainPath: String?

    /// Creates a request from its parts.
    public init(
        libraryName: String,
        modules: [String],
        supportModules: [String] = [],
        packagePath: String? = nil,
        importPaths: [String] = [],
        compilerArguments: [String] = [],
        buildConfiguration: BuildConfiguration = .debug,
        scratchPath: String? = nil,
        build: Build? = nil,
        specializations: [String] = [],
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
        self.build = build
        self.specializations = specializations
        self.toolchainPath = toolchainPath
    }
}
