import ArgumentParsing
import CameraModel
import CameraRecords

/// `hotshoe rate`
enum RateCommand {
    static let name = Argument.required("NAME", .text, "A file, by name or by path as `hotshoe files` shows it.")
    static let stars = Argument.required("STARS", .wholeNumber(0...5), "Rating from 0 to 5; 0 removes it.")

    static let command = Command(
        "rate",
        summary: "Rate a picture on a camera's card",
        arguments: [name, stars],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe rate IMG_0001.JPG 5", "Five stars.")],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            guard let entry = try await tree.files([context[name]]).found.first else { return }
            let stars = context[stars]
            let item = try await context.within(DefaultTimeout.answer, entry.item.name) {
                try await entry.item.setRating(stars)
                return try await entry.item.loadMetadata()
            }
            let record = FileRecord(item.info, path: entry.path)
            try context.print(
                record,
                as: "\(entry.path)  \(FileRecord.stars(record.rating ?? stars))\(stars == 0 ? "no rating" : "")"
            )
        }
    }
}
