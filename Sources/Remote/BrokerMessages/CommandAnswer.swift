package import JSONText

/// The answer of a host to a command. Pure.
package struct CommandAnswer: Sendable, Hashable {
    /// The progress of a command.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        case accepted, done, failed, refused, expired, interrupted

        /// Whether another answer may follow.
        package var isLast: Bool { self != .accepted }
    }

    /// The result of one camera.
    package struct Result: Sendable, Hashable {
        package var camera: String
        /// The names of the files of its picture.
        package var pictures: [String] = []
        /// The error of the camera; nil if it has carried out the command.
        package var error: Failure?

        package init(camera: String, pictures: [String] = [], error: Failure? = nil) {
            (self.camera, self.pictures, self.error) = (camera, pictures, error)
        }
    }

    /// An error, by its code's name and one sentence.
    package struct Failure: Sendable, Hashable {
        package var code: String
        package var message: String

        package init(code: String, message: String) { (self.code, self.message) = (code, message) }
    }

    package var id: String
    package var host: String
    package var status: Status
    /// Why the command was refused, in one sentence.
    package var reason: String?
    /// Whether the command arrived again, and this is its earlier answer.
    package var isRepeated = false
    package var results: [Result] = []

    package init(id: String, host: String, _ status: Status, reason: String? = nil) {
        (self.id, self.host, self.status, self.reason) = (id, host, status, reason)
    }

    package var json: JSONValue {
        .members([
            "id": .string(id), "host": .string(host), "status": .string(status.rawValue),
            "reason": reason.map { .string($0) }, "repeated": isRepeated ? .bool(true) : nil,
            "cameras": results.isEmpty ? nil : .array(results.map(\.json)),
        ])
    }

    /// Parses a message; nil for one that is no answer.
    package init?(_ payload: [UInt8]) {
        guard let json = try? JSONParser.parse(payload.span), let id = json["id"]?.string, let host = json["host"]?.string,
            let status = json["status"]?.string.flatMap(Status.init)
        else { return nil }
        self.init(id: id, host: host, status, reason: json["reason"]?.string)
        isRepeated = json["repeated"] == .bool(true)
        guard let cameras = json["cameras"] else { return }
        guard let results = cameras.array?.map(Result.init), !results.contains(where: { $0 == nil }) else { return nil }
        self.results = results.compactMap(\.self)
    }
}

extension CommandAnswer.Result {
    var json: JSONValue {
        .members([
            "camera": .string(camera), "pictures": pictures.isEmpty ? nil : .array(pictures.map { .string($0) }),
            "error": error.map { .members(["code": .string($0.code), "message": .string($0.message)]) },
        ])
    }

    init?(_ json: JSONValue) {
        guard let camera = json["camera"]?.string else { return nil }
        self.init(camera: camera, pictures: json["pictures"]?.array?.compactMap(\.string) ?? [])
        guard let error = json["error"] else { return }
        guard let code = error["code"]?.string, let message = error["message"]?.string else { return nil }
        self.error = CommandAnswer.Failure(code: code, message: message)
    }
}
