import ArgumentParsing
import CameraModel
import HotShoe

extension CommandEnvironment {
    /// Loads the plugins of `--plugin`, and adds their providers.
    mutating func addPlugins(_ arguments: ParsedArguments) async throws {
        let names = arguments[GlobalOptions.plugin]
        if names.isEmpty { return }
        let timeout = arguments[GlobalOptions.timeout] ?? DefaultTimeout.plugin
        let plugins = names.map {
            PluginCameraProvider(specification: PythonPlugins.specification($0, variable), timeout: timeout)
        }
        for plugin in plugins { try await plugin.load() }
        providers = { [providers] in providers() + plugins }
    }
}
