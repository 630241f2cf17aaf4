import CameraModel
import HotShoe

/// Who looks for cameras.
enum Providers {
    /// The ways in which real cameras are found.
    static func real() -> [any CameraProvider] {
        CameraDiscovery.defaultProviders(clientName: "hotshoe")
    }
}
