import CameraModel
import HotShoeSupport

/// Current locations of discovered cameras, shared by all drivers of a camera: a driver that the program still holds must find
/// the camera at its next location. **Thread-safe.**
final class KnownCameras<Place: AnyObject & Sendable>: Sendable {
    private struct Reference { weak var place: Place? }

    /// Guards the references.
    private let references = Guarded<[CameraIdentifier: Reference]>([:])
    private let make: @Sendable () -> Place

    init(_ make: @escaping @Sendable () -> Place) { self.make = make }

    /// Returns the location object of the camera with this identifier, or a new one.
    func camera(_ identifier: CameraIdentifier) -> Place {
        references.withLock { references in
            if let place = references[identifier]?.place { return place }
            references = references.filter { $0.value.place != nil }
            let place = make()
            references[identifier] = Reference(place: place)
            return place
        }
    }
}
