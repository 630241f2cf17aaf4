import CameraModel
import HotShoeSupport

/// Collects the files that a camera makes, starting before a release. **Thread-safe.**
final class ReleaseWatch: Sendable {
    private enum File {
        case item(ItemInfo)
        case offer(TransferOffer)
    }

    /// The files, which the observation holds as well.
    private final class Files: Sendable {
        let list = Guarded<[File]>([])
    }

    private let reported = Files()
    private let subscription: Subscription
    private let camera: Camera

    init(_ camera: Camera) {
        self.camera = camera
        subscription = camera.observe { [reported] event in
            switch event {
            case .itemAdded(let item) where item.kind != .folder: reported.list.withLock { $0.append(.item(item)) }
            case .transferOffered(let offer) where offer.item == nil: reported.list.withLock { $0.append(.offer(offer)) }
            default: break
            }
        }
    }

    deinit { cancel() }

    /// Ends the watch; the files remain available.
    func cancel() { subscription.cancel() }

    /// The names of the files that the camera reported, without those of other programs; nil while another program takes a picture: then this
    /// program has not released. Nil also if it is not known whose they are, because the connection is lost.
    func files() async -> [String]? {
        guard let others = await camera.picturesOfOthers(), !others.isTaking else { return nil }
        let reported = reported.list.withLock { $0 }
        return reported.compactMap { file in
            switch file {
            case .item(let item): others.contains(item) ? nil : item.name
            case .offer(let offer): others.contains(offer.identifier) ? nil : offer.fileName
            }
        }
    }

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
