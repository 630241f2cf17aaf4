import CameraModel

/// Who looks for cameras.
enum Providers {
    /// The ways in which real cameras are found.
    ///
    /// None yet: the providers of USB and of the network are added here, and every command that needs a camera then finds theirs.
    static func real() -> [any CameraProvider] { [] }
}
