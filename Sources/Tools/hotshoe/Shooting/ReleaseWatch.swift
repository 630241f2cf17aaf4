import CameraModel
import HotShoeSupport

/// Collects the names of the files that a camera makes, starting before a release. **Thread-safe.**
final class ReleaseWatch: Sendable {
    /// The names, which the observation holds as well.
    private final class Names: Sendable {
        let list = Guarded<[String]>([])
    }

    private let names = Names()
    private let subscription: Subscription

    init(_ camera: Camera) {
        subscription = camera.observe { [names] event in
            switch event {
            case .itemAdded(let item) where item.kind != .folder: names.list.withLock { $0.append(item.name) }
            case .transferOffered(let offer) where offer.item == nil: names.list.withLock { $0.append(offer.fileName) }
            default: break
            }
        }
    }

    deinit { cancel() }

    /// Ends the watch; the names remain available.
    func cancel() { subscription.cancel() }

    /// The files that the camera reported.
    var files: [String] { names.list.withLock { $0 } }

    /// The message about a picture that a signal interrupted. Pure.
    static func text(picture number: Int, files: [String], isCopying: Bool) -> String {
        let copy = isCopying ? " and was not copied completely" : ""
        switch files.count {
        case 0: return "Picture \(number) was released, but the camera had not saved it yet. Look for it with `hotshoe files`."
        case 1: return "Picture \(number), \(files[0]), is on the camera's card\(copy)."
        default:
            let copies = isCopying ? " and not all of it was copied" : ""
            return "Picture \(number) is on the camera's card\(copies): \(files.joined(separator: ", "))."
        }
    }
}
