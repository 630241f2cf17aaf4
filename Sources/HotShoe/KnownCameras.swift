import CameraModel
import HotShoeSupport

/// Where cameras that were found can be reached, for as long as somebody holds one: who does must find it wherever it is next.
/// **Thread-safe.**
final class KnownCameras<Place: AnyObject & Sendable>: Sendable {
    private struct Reference { weak var place: Place? }

    /// Guards who is known.
    private let references = Guarded<[CameraIdentifier: Reference]>([:])
    private let make: @Sendable () -> Place

    init(_ make: @escaping @Sendable () -> Place) { self.make = make }

    /// The place of the camera that has this identifier, or a new one.
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
