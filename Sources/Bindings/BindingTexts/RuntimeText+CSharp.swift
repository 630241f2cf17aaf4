extension RuntimeText {
    /// The classes that every library has in C#, in their order.
    package static let cSharp = [
        PackageResources.loading_cs, PackageResources.objects_cs, PackageResources.arena_cs, PackageResources.failures_cs,
        PackageResources.callbacks_cs, PackageResources.implementations_cs, PackageResources.streams_cs,
        PackageResources.values_cs,
    ].map(RuntimeText.init)
}
