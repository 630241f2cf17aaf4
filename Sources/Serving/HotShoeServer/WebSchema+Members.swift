extension WebSchema {
    /// The meaning in one sentence.
    var summary: String {
        switch self {
        case .route: "A row of the table of routes."
        case .parameter: "A parameter of the query, or a member of a body."
        case .session: "The permissions of a session: of this client at this server."
        case .camera: "A camera that was found."
        case .cameraInfo: "Identity and functions of a connected camera."
        case .storage: "A card."
        case .state: "The state of a camera and of its connection."
        case .area: "A focus area, in parts of the picture from 0 to 1."
        case .autoExposure: "The values that automatic exposure has chosen."
        case .question: "The authentication that a camera requests while it is being connected."
        case .property: "A property of a camera."
        case .remedy: "A setting that would let another property be set."
        case .range: "The numbers that a property accepts."
        case .setting: "A setting that was changed."
        case .focus: "The result of focusing."
        case .focusDrive: "A movement of the lens."
        case .point: "A point of the picture, in parts from 0 to 1."
        case .part: "A part of the picture, in parts from 0 to 1."
        case .button: "The shutter button."
        case .picture: "A file of a picture that was taken."
        case .recording: "Recording of video."
        case .series: "A series of pictures."
        case .tethering: "Copying of new pictures to the server."
        case .copy: "A file that tethering has copied."
        case .file: "A file on a card."
        case .metadata: "The EXIF data of a picture."
        case .entry: "An entry of EXIF."
        case .deletion: "What was deleted."
        case .clock: "The camera's clock."
        case .hostClock: "The clock of the server's computer."
        case .problem: "An error (RFC 9457)."
        }
    }

    /// The members, in the order of the answers.
    var members: [Member] {
        switch self {
        case .route: Self.routeMembers
        case .parameter: Self.parameterMembers
        case .session: Self.sessionMembers
        case .camera: Self.cameraMembers
        case .cameraInfo: Self.cameraInfoMembers
        case .storage: Self.storageMembers
        case .state: Self.stateMembers
        case .area: Self.areaMembers
        case .autoExposure: Self.autoExposureMembers
        case .question: Self.questionMembers
        case .property: Self.propertyMembers
        case .remedy: Self.remedyMembers
        case .range: Self.rangeMembers
        case .setting: Self.settingMembers
        case .focus: Self.focusMembers
        case .focusDrive: Self.focusDriveMembers
        case .point: Self.pointMembers
        case .part: Self.pointMembers + Self.partMembers
        case .button: Self.buttonMembers
        case .picture: Self.pictureMembers
        case .recording: Self.recordingMembers
        case .series: Self.seriesMembers
        case .tethering: Self.tetheringMembers
        case .copy: Self.copyMembers
        case .file: Self.fileMembers
        case .metadata: Self.metadataMembers
        case .entry: Self.entryMembers
        case .deletion: Self.deletionMembers
        case .clock: Self.clockMembers
        case .hostClock: Self.hostClockMembers
        case .problem: Self.problemMembers
        }
    }

    private static let routeMembers: [Member] = [
        .init("method", .text, "The method."),
        .init("path", .text, "The path, with parameters in braces."),
        .init("name", .text, "The name of the operation."),
        .init("summary", .text, "The purpose."),
        .maybe("query", .list(.object(.parameter)), "The parameters of the query."),
        .maybe("body", .list(.object(.parameter)), "The members of the body."),
    ]

    private static let parameterMembers: [Member] = [
        .init("name", .text, "The name."),
        .init("values", .text, "The values in words."),
        .init("summary", .text, "The meaning."),
        .init("required", .flag, "Whether it must be present."),
    ]

    private static let sessionMembers: [Member] = [
        .init("tokenNeeded", .flag, "Whether requests need a token."),
        .init("authorized", .flag, "Whether this request had the token, or none is needed."),
        .init("readOnly", .flag, "Whether the server refuses all changes."),
        .init("deletion", .flag, "Whether files can be deleted."),
        .init("saving", .flag, "Whether tethering can copy pictures to the server."),
        .init("version", .text, "The version of HotShoe."),
    ]

    private static let cameraMembers: [Member] = [
        .init("identifier", .text, "Names the camera in paths."),
        .init("name", .text, "The name for display."),
        .maybe("role", .text, "The role of the camera in a rig."),
        .maybe("manufacturer", .text, "The manufacturer."),
        .maybe("model", .text, "The model."),
        .maybe("serialNumber", .text, "The serial number, which names the camera in paths too."),
        .init("family", .text, "The family of cameras, which determines the protocol."),
        .init("transport", .text, "The connection: USB, a network."),
        .init("kind", .text, "The kind of device, such as a camera."),
        .maybe("selector", .text, "The argument --camera of the command line."),
        .maybe("obstacle", .text, "Why the camera cannot be used, as a word."),
        .maybe("obstacleMessage", .text, "Why the camera cannot be used and what to do, as a sentence."),
    ]

    private static let cameraInfoMembers: [Member] = [
        .init("camera", .object(.camera), "The camera."),
        .maybe("kind", .text, "The kind of device, by its functions."),
        .maybe("firmwareVersion", .text, "The firmware version."),
        .maybe("support", .text, "The evidence for the support of this model."),
        .init("categories", .list(.text), "The purposes for which the camera is in use."),
        .init("capabilities", .list(.text), "The functions that the camera offers over this connection."),
        .init("storages", .list(.object(.storage)), "The cards."),
        .init("properties", .integer, "Number of properties."),
        .init("warnings", .list(.text), "Warnings about the connection."),
    ]

    private static let storageMembers: [Member] = [
        .init("name", .text, "The name."),
        .maybe("label", .text, "The label."),
        .maybe("slot", .integer, "The slot, from 1."),
        .maybe("capacity", .integer, "Size in bytes."),
        .maybe("free", .integer, "Free space in bytes."),
        .init("writable", .flag, "Whether files can be written."),
        .init("deletable", .flag, "Whether files can be deleted."),
    ]

    private static let stateMembers: [Member] = [
        .init(
            "connection",
            .choice(["not connected", "connecting", "waiting for a confirmation at the camera", "connected", "disconnecting"]),
            "The state of the connection."
        ),
        .maybe("reason", .text, "Why the last connection ended."),
        .init("recording", .flag, "Whether the camera records video."),
        .maybe("recordedSeconds", .integer, "Duration of the recording in seconds."),
        .maybe("remainingSeconds", .integer, "Remaining time of the recording in seconds."),
        .init("liveView", .flag, "Whether live view runs."),
        .maybe("focusAreas", .list(.object(.area)), "The focus areas."),
        .maybe("autoExposure", .object(.autoExposure), "The values that automatic exposure has chosen."),
        .init("storages", .list(.object(.storage)), "The cards."),
    ]

    private static let areaMembers: [Member] = [
        .init("x", .number, "The left edge."),
        .init("y", .number, "The upper edge."),
        .init("width", .number, "The width."),
        .init("height", .number, "The height."),
        .init("active", .flag, "Whether the area is selected."),
        .init("focused", .flag, "Whether focus was found in the area."),
    ]

    private static let autoExposureMembers: [Member] = [
        .maybe("aperture", .text, "The aperture."),
        .maybe("shutterSpeed", .text, "The shutter speed."),
        .maybe("isoSpeed", .text, "The ISO speed."),
        .init("clipped", .flag, "Whether correct exposure is out of the range of the camera."),
    ]

    private static let questionMembers: [Member] = [
        .init(
            "kind",
            .choice(["confirm", "password", "code", "network"]),
            "A confirmation at the camera, a user name and a password, a code that the camera shows, or a wireless network to join."
        ),
        .init("retry", .flag, "Whether the previous answer was wrong."),
        .maybe("digits", .integer, "Number of digits of the code."),
        .maybe("network", .text, "Name of the wireless network."),
        .maybe("password", .text, "Password of the wireless network."),
    ]

    private static let propertyMembers: [Member] = [
        .init("property", .text, "The name."),
        .maybe("vendorName", .text, "The vendor's name for it."),
        .init(
            "category",
            .choice(["exposure", "capture", "imaging", "configuration", "information", "video", "live view", "other"]),
            "The group."
        ),
        .init("value", .text, "The value; null if it is not known.", nullable: true),
        .maybe("pending", .text, "The value that is being set."),
        .maybe("number", .number, "The value as a number."),
        .maybe("unit", .text, "The unit of the number."),
        .init("settable", .flag, "Whether the property can be set now."),
        .maybe("reason", .text, "Why it cannot be set now, as a sentence."),
        .maybe("remedy", .object(.remedy), "The setting that would let it be set."),
        .maybe("values", .list(.text), "The values that can be set now."),
        .maybe("range", .object(.range), "The numbers that can be set now."),
    ]

    private static let remedyMembers: [Member] = [
        .init("property", .text, "The property to set."),
        .init("values", .list(.text), "Its values that would help, the most suitable one first."),
    ]

    private static let rangeMembers: [Member] = [
        .init("minimum", .integer, "The smallest one."),
        .init("maximum", .integer, "The largest one."),
        .init("step", .integer, "The step between two."),
    ]

    private static let settingMembers: [Member] = [
        .init("property", .text, "The property."),
        .maybe("vendorName", .text, "The vendor's name for it."),
        .maybe("old", .text, "The previous value."),
        .init("value", .text, "The value now."),
        .maybe("number", .number, "The value as a number."),
        .maybe("unit", .text, "The unit of the number."),
    ]

    private static let focusMembers: [Member] = [
        .init("focused", .flag, "Whether focus was found."),
        .init("areas", .list(.integer), "The numbers of the areas in focus, from 1."),
    ]

    private static let focusDriveMembers: [Member] = [
        .init("direction", .choice(["near", "far"]), "The direction."),
        .init("amount", .choice(["small", "medium", "large"]), "Size of a step."),
        .init("steps", .integer, "Number of steps."),
    ]

    private static let pointMembers: [Member] = [
        .init("x", .number, "From the left edge."),
        .init("y", .number, "From the upper edge."),
    ]

    private static let partMembers: [Member] = [
        .init("width", .number, "Width."), .init("height", .number, "Height."),
    ]

    private static let buttonMembers: [Member] = [
        .init("held", .flag, "Whether the server holds it.")
    ]

    private static let pictureMembers: [Member] = [
        .init("picture", .integer, "Number of the picture in this request, from 1."),
        .init("file", .text, "The file name."),
        .maybe("id", .text, "Identifier of the file on its card; missing for a picture that the camera only offers."),
        .maybe("size", .integer, "Size in bytes."),
        .maybe("pixels", .text, "Size in pixels, such as 6000x4000."),
        .init("raw", .flag, "Whether it is a RAW file."),
        .maybe("error", .text, "Why the file cannot be read, though the camera announced it."),
    ]

    private static let recordingMembers: [Member] = [
        .init("recording", .flag, "Whether the camera records.")
    ]

    private static let seriesMembers: [Member] = [
        .init("id", .text, "The identifier."),
        .init("state", .choice(["running", "complete", "stopped", "failed"]), "The state."),
        .init("count", .integer, "Number of pictures that were asked for."),
        .init("interval", .number, "Seconds from one picture to the next; 0 for pictures without a pause."),
        .init("taken", .integer, "Number of pictures that were taken."),
        .init("missed", .integer, "Number of pictures that were missed: the camera was not connected, or did not take them."),
        .init("unreadable", .integer, "Number of files that the camera announced and that cannot be read."),
        .init("elapsed", .number, "Seconds since the first picture was due."),
        .maybe("next", .number, "Seconds until the next picture."),
        .maybe("remaining", .number, "The estimated seconds until the end."),
        .maybe("detail", .text, "The reason for the end or an interruption of the series, as a sentence."),
        .init("pictures", .list(.object(.picture)), "The files of the newest pictures."),
    ]

    private static let tetheringMembers: [Member] = [
        .init("state", .choice(["off", "running", "failed"]), "The state."),
        .maybe("folder", .text, "The folder of the server."),
        .init("files", .list(.object(.copy)), "The newest copies."),
        .init("saved", .integer, "Number of files that were copied."),
        .init("failed", .integer, "Number of files that were not copied."),
        .maybe("detail", .text, "The last failure, as a sentence."),
    ]

    private static let copyMembers: [Member] = [
        .init("name", .text, "The file name at the camera."),
        .init("size", .integer, "Size in bytes."),
    ]

    private static let fileMembers: [Member] = [
        .init("id", .text, "The identifier, while the camera is connected."),
        .init("path", .text, "The card, the folders and the name."),
        .init("name", .text, "The file name."),
        .init("kind", .text, "The kind of file."),
        .maybe("size", .integer, "Size in bytes."),
        .maybe("created", .text, "Date and time."),
        .maybe("rating", .integer, "The rating from 0 to 5."),
        .maybe("pixels", .text, "Size in pixels, such as 6000x4000."),
        .init("protected", .flag, "Whether the file is protected against deletion."),
        .maybe("error", .text, "Why the file cannot be read."),
    ]

    private static let metadataMembers: [Member] = [
        .maybe("path", .text, "The path of the picture."),
        .maybe("manufacturer", .text, "The manufacturer of the camera."),
        .maybe("model", .text, "The model of the camera."),
        .maybe("created", .text, "Date and time."),
        .maybe("exposureTime", .number, "Exposure time in seconds."),
        .maybe("fNumber", .number, "The aperture as an f-number."),
        .maybe("iso", .integer, "The ISO speed."),
        .maybe("exposureCompensation", .number, "The exposure compensation in stops."),
        .maybe("focalLength", .number, "Focal length in millimetres."),
        .maybe("orientation", .integer, "The orientation from 1 to 8."),
        .maybe("pixels", .text, "Size in pixels, such as 6000x4000."),
        .init("entries", .list(.object(.entry)), "All entries."),
    ]

    private static let entryMembers: [Member] = [
        .init("group", .text, "The group, such as EXIF or GPS."),
        .init("tag", .integer, "The number of the tag."),
        .init("name", .text, "The name of the tag."),
        .init("value", .text, "The value."),
    ]

    private static let deletionMembers: [Member] = [
        .init("deleted", .text, "The name of the file or the card.")
    ]

    private static let clockMembers: [Member] = [
        .init("date", .text, "The date in ISO 8601; without an offset where the camera knows none.")
    ]

    private static let hostClockMembers: [Member] = [
        .init("time", .text, "Nanoseconds since 1970-01-01 00:00 UTC."),
        .init("synchronized", .flag, "Whether a daemon disciplines the clock."),
        .init("maximumError", .number, "The largest error that the clock may have, in seconds; 0 if it is not synchronized."),
        .init("estimatedError", .number, "The probable error, in seconds; 0 if it is not synchronized."),
    ]

    private static let problemMembers: [Member] = [
        .init("type", .text, "Identifies the kind of problem."),
        .init("title", .text, "The kind of problem in words."),
        .init("status", .integer, "The status of the answer."),
        .init("detail", .text, "The failure and the remedy, as a sentence."),
        .init("code", .text, "The code, such as notAvailable."),
        .maybe("number", .integer, "The number of a camera's error."),
        .maybe("subject", .text, "The property or file."),
        .maybe("operation", .text, "The operation."),
        .maybe("response", .text, "The response of the camera itself."),
    ]
}
