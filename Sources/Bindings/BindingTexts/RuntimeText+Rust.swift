extension RuntimeText {
    /// The module that every library has in Rust, in its parts.
    package static let rust = [
        PackageResources.objects_rs, PackageResources.values_rs, PackageResources.failures_rs, PackageResources.callbacks_rs,
        PackageResources.operations_rs, PackageResources.streams_rs,
    ].map(RuntimeText.init)
    /// The program that finds the library for the linker.
    package static let rustBuild = RuntimeText(PackageResources.build_rs)
}
