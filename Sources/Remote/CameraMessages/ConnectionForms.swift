package import CameraModel
package import JSONText

extension CameraError.Code {
    /// The code of a number; a violation of the protocol for one that is not known.
    init(_ json: JSONValue?) {
        self = json?.integer.flatMap { Int32(exactly: $0) }.flatMap { Self(rawValue: $0) } ?? .protocolFailure
    }
}

extension ConnectionState: JSONForm {
    package var json: JSONValue {
        switch self {
        case .notConnected(let reason): .members(["state": .string("notConnected"), "reason": reason?.json])
        case .connecting: .members(["state": .string("connecting")])
        case .waitingForUser: .members(["state": .string("waitingForUser")])
        case .connected: .members(["state": .string("connected")])
        case .disconnecting: .members(["state": .string("disconnecting")])
        }
    }

    package init?(_ json: JSONValue) {
        switch json.text("state") {
        case "notConnected":
            guard let reason: DisconnectReason? = json.value("reason") else { return nil }
            self = .notConnected(reason)
        case "connecting": self = .connecting
        case "waitingForUser": self = .waitingForUser
        case "connected": self = .connected
        case "disconnecting": self = .disconnecting
        default: return nil
        }
    }
}

extension DisconnectReason: JSONForm {
    private static let words: [(DisconnectReason, String)] = [
        (.requested, "requested"), (.poweredOffByRequest, "poweredOffByRequest"), (.cameraTurnedOff, "cameraTurnedOff"),
        (.connectionLost, "connectionLost"), (.batteryExhausted, "batteryExhausted"), (.enteredSleep, "enteredSleep"),
        (.takenByAnotherClient, "takenByAnotherClient"), (.protocolFailure, "protocolFailure"),
    ]

    /// A word; for a failure to connect, the number of its code.
    package var json: JSONValue {
        if case .connectFailed(let code) = self { return .int(Int(code.rawValue)) }
        return .string(Self.words.first { $0.0 == self }?.1 ?? "connectionLost")
    }

    package init?(_ json: JSONValue) {
        switch json {
        case .integer: self = .connectFailed(CameraError.Code(json))
        // A reason that is not known is one of a newer server.
        case .string(let word): self = Self.words.first { $0.1 == word }?.0 ?? .connectionLost
        default: return nil
        }
    }
}

extension LiveViewEnd: JSONForm {
    /// A word; for a failure, the number of its code; for a lost connection, an object with the reason.
    package var json: JSONValue {
        switch self {
        case .stopped: .string("stopped")
        case .modeChanged: .string("modeChanged")
        case .batteryLow: .string("batteryLow")
        case .overheated: .string("overheated")
        case .disconnected(let reason): .member("disconnected", reason.json)
        case .failed(let code): .int(Int(code.rawValue))
        }
    }

    package init?(_ json: JSONValue) {
        switch json {
        case .string("modeChanged"): self = .modeChanged
        case .string("batteryLow"): self = .batteryLow
        case .string("overheated"): self = .overheated
        case .string: self = .stopped
        case .integer: self = .failed(CameraError.Code(json))
        case .object:
            guard let reason = json["disconnected"].flatMap({ DisconnectReason($0) }) else { return nil }
            self = .disconnected(reason)
        default: return nil
        }
    }
}

extension CameraMessage.Question: JSONForm {
    package var json: JSONValue {
        let parts: (kind: String, digits: Int?, network: String?, password: String?) =
            switch kind {
            case .confirmOnCamera: ("confirm", nil, nil, nil)
            case .userNameAndPassword: ("password", nil, nil, nil)
            case .numericCode(let count): ("code", count, nil, nil)
            case .joinNetwork(let name, let word): ("network", nil, name, word)
            }
        return .members([
            "kind": .string(parts.kind),
            "digits": parts.digits.map { .int($0) },
            "network": .text(parts.network),
            "password": .text(parts.password),
            "isRetry": .ifTrue(isRetry),
        ])
    }

    package init?(_ json: JSONValue) {
        let kind: AuthenticationRequest.Kind
        switch json.text("kind") {
        case "confirm": kind = .confirmOnCamera
        case "password": kind = .userNameAndPassword
        case "code": kind = .numericCode(digits: min(max(json.int("digits") ?? 0, 0), 64))
        case "network": kind = .joinNetwork(name: json.text("network") ?? "", password: json.text("password") ?? "")
        default: return nil
        }
        self.init(kind: kind, isRetry: json.flag("isRetry"))
    }
}

extension CameraMessage.Identity: JSONForm {
    package var json: JSONValue {
        .members([
            "manufacturer": .string(info.manufacturer),
            "model": .string(info.model),
            "firmwareVersion": .string(info.firmwareVersion),
            "serialNumber": .string(info.serialNumber),
            "kind": .string(info.kind.rawValue),
            "support": .text(info.support?.rawValue),
            "family": .string(family.name),
            "warnings": .listUnlessEmpty(warnings),
        ])
    }

    package init?(_ json: JSONValue) {
        guard let manufacturer = json.text("manufacturer"), let model = json.text("model"),
            let firmwareVersion = json.text("firmwareVersion"), let serialNumber = json.text("serialNumber"),
            let warnings: [ConnectionWarning] = json.values("warnings")
        else { return nil }
        self.init(
            info: CameraInfo(
                manufacturer: manufacturer,
                model: model,
                firmwareVersion: firmwareVersion,
                serialNumber: serialNumber,
                kind: json.text("kind").flatMap { CameraKind(rawValue: $0) } ?? .camera,
                support: json.text("support").flatMap { SupportLevel(rawValue: $0) }
            ),
            family: CameraFamily(json.text("family") ?? CameraFamily.generic.name),
            warnings: warnings
        )
    }
}

extension ConnectionWarning: JSONForm {
    package var json: JSONValue {
        .members(["kind": .string(kind.rawValue), "category": .string(category.rawValue), "message": .string(message)])
    }

    package init?(_ json: JSONValue) {
        guard let message = json.text("message") else { return nil }
        self.init(
            kind: json.text("kind").flatMap { Kind(rawValue: $0) } ?? .reducedFunctionality,
            category: json.text("category").flatMap { Category(rawValue: $0) } ?? .other,
            message: message
        )
    }
}
