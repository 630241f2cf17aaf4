package import CameraModel
import Exposure
package import JSONText

extension CameraUpdate {
    static let kinds: Set<String> = [
        "capabilities", "categories", "property", "focus", "autoExposure", "recording", "storages", "itemAdded", "itemChanged",
        "itemRemoved", "itemUnreadable", "transferOffered", "transferWithdrawn", "name", "notice",
    ]

    var json: JSONValue {
        switch self {
        case .capabilities(let capabilities): .member("capabilities", capabilities.json)
        case .categories(let active, let supported):
            .member("categories", .members(["active": active.json, "supported": .list(supported)]))
        case .property(let state): .member("property", state.json)
        case .focus(let focus): .member("focus", focus?.json ?? .null)
        case .autoExposure(let exposure): .member("autoExposure", exposure?.json ?? .null)
        case .recording(let state): .member("recording", state.json)
        case .storages(let storages): .member("storages", .list(storages))
        case .itemAdded(let item): .member("itemAdded", item.json)
        case .itemChanged(let item): .member("itemChanged", item.json)
        case .itemRemoved(let handle): .member("itemRemoved", handle.json)
        case .itemUnreadable(let item): .member("itemUnreadable", item.json)
        case .transferOffered(let offer): .member("transferOffered", offer.json)
        case .transferWithdrawn(let identifier): .member("transferWithdrawn", identifier.json)
        case .name(let name): .member("name", .string(name))
        case .notice(let text): .member("notice", .string(text))
        }
    }

    init?(_ kind: String, _ json: JSONValue) {
        switch kind {
        case "capabilities": self.init(json, Self.capabilities)
        case "categories":
            guard let active = json["active"].flatMap({ CommandCategories($0) }),
                let supported: [CommandCategories] = json.values("supported")
            else { return nil }
            self = .categories(active: active, supported: supported)
        case "property": self.init(json, Self.property)
        case "focus": self.init(optional: json, Self.focus)
        case "autoExposure": self.init(optional: json, Self.autoExposure)
        case "recording": self.init(json, Self.recording)
        case "storages":
            guard let storages: [StorageInfo] = json.forms() else { return nil }
            self = .storages(storages)
        case "itemAdded": self.init(json, Self.itemAdded)
        case "itemChanged": self.init(json, Self.itemChanged)
        case "itemRemoved": self.init(json, Self.itemRemoved)
        case "itemUnreadable": self.init(json, Self.itemUnreadable)
        case "transferOffered": self.init(json, Self.transferOffered)
        case "transferWithdrawn": self.init(json, Self.transferWithdrawn)
        case "name", "notice":
            guard let text = json.string else { return nil }
            self = kind == "name" ? .name(text) : .notice(text)
        default: return nil
        }
    }

    private init?<Value: JSONForm>(_ json: JSONValue, _ wrap: (Value) -> Self) {
        guard let value = Value(json) else { return nil }
        self = wrap(value)
    }

    private init?<Value: JSONForm>(optional json: JSONValue, _ wrap: (Value?) -> Self) {
        if json == .null {
            self = wrap(nil)
        } else {
            guard let value = Value(json) else { return nil }
            self = wrap(value)
        }
    }
}

extension CameraCapabilities: JSONForm {
    /// The names of the functions. Names that are not known are functions that this program cannot use.
    package var json: JSONValue { .array(names.map { .string($0) }) }

    package init?(_ json: JSONValue) {
        guard let texts = json.texts else { return nil }
        self.init(names: texts)
    }
}

extension CommandCategories: JSONForm {
    /// The names of the categories.
    package var json: JSONValue { .array(names.map { .string($0) }) }

    package init?(_ json: JSONValue) {
        guard let texts = json.texts else { return nil }
        self.init(names: texts)
    }
}

extension FocusArea: JSONForm {
    /// The position, and 1 for an area that is selected, 2 for one that has focus.
    package var json: JSONValue { .array([rect.json, .int((isActive ? 1 : 0) | (hasFocus ? 2 : 0))]) }

    package init?(_ json: JSONValue) {
        guard let parts = json.array, parts.count == 2, let rect = Rect(parts[0]), let flags = parts[1].integer else {
            return nil
        }
        self.init(rect: rect, isActive: flags & 1 != 0, hasFocus: flags & 2 != 0)
    }
}

extension FocusInfo: JSONForm {
    package var json: JSONValue { .members(["space": space.json, "areas": .list(areas)]) }

    package init?(_ json: JSONValue) {
        guard let space = json["space"].flatMap({ PixelSize($0) }), let areas: [FocusArea] = json.values("areas") else {
            return nil
        }
        self.init(space: space, areas: areas)
    }
}

extension AutoExposure: JSONForm {
    package var json: JSONValue {
        .members([
            "aperture": .text(aperture?.description),
            "shutterSpeed": .text(shutterSpeed?.description),
            "isoSpeed": .text(isoSpeed?.description),
            "isClipped": .ifTrue(isClipped),
        ])
    }

    package init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        self.init(
            aperture: json.text("aperture").flatMap { Aperture($0) },
            shutterSpeed: json.text("shutterSpeed").flatMap { ShutterSpeed($0) },
            isoSpeed: json.text("isoSpeed").flatMap { ISOSpeed($0) },
            isClipped: json.flag("isClipped")
        )
    }
}

extension RecordingState: JSONForm {
    package var json: JSONValue {
        switch timer {
        case .none: .members(["isRecording": .bool(isRecording)])
        case .elapsed(let seconds): .members(["isRecording": .bool(isRecording), "elapsed": .int(seconds)])
        case .remaining(let seconds): .members(["isRecording": .bool(isRecording), "remaining": .int(seconds)])
        }
    }

    package init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        let timer: Timer =
            json.int("elapsed").map { .elapsed(seconds: $0) } ?? json.int("remaining").map { .remaining(seconds: $0) } ?? .none
        self.init(isRecording: json.flag("isRecording"), timer: timer)
    }
}
