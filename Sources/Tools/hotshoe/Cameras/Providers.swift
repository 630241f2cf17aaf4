import CameraModel
import HotShoe

/// The providers of cameras.
enum Providers {
    /// The providers of real cameras.
    static func real() -> [any CameraProvider] {
        CameraDiscovery.defaultProviders(clientName: "hotshoe")
    }
}
