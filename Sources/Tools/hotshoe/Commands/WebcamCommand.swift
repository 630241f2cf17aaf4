import ArgumentParsing
import CameraModel

/// `hotshoe webcam`
enum WebcamCommand {
    static let to = Option.value(
        "to",
        .oneOf(WebcamPlan.Kind.allCases.map(\.rawValue)),
        named: "PLACE",
        "Where other programs find the camera: auto, v4l2 (a device of v4l2loopback) or pipewire. Default: auto, the first of both that "
            + "is there; none with --rtsp or --hls."
    )
    static let device = Option.value(
        "device",
        .file,
        named: "PATH",
        "The device of v4l2loopback, such as /dev/video9. Default: the first one that can be written."
    )
    static let rtsp = Option.value(
        "rtsp",
        .text,
        named: "[HOST:]PORT",
        "Serve an RTSP stream. Default of HOST: 127.0.0.1, which only this computer reaches."
    )
    static let hls = Option.value("hls", .directory, named: "FOLDER", "Write an HLS playlist and its segments into this folder.")
    static let rate = Option.value(
        "rate",
        .frameRate(1...240),
        named: "N",
        default: 30,
        "Frame rate, in frames per second, 1 to 240."
    )
    static let size = Option.value(
        "size",
        .pictureSize(16...8192),
        named: "WxH",
        "Size of the pictures, 16 to 8192 a side. Default: that of the camera's first frame."
    )
    static let name = Option.value("name", .text, named: "NAME", "Name of the PipeWire camera. Default: the camera's.")
    static let passwordVariable = "HOTSHOE_RTSP_PASSWORD"

    static let command = Command(
        "webcam",
        summary: "Use a camera as a webcam",
        discussion:
            "Offers live view to other programs: OBS, browsers, video calls. Runs until Ctrl-C or for --seconds; it connects again when the "
            + "camera was unplugged or switched off, and repeats the last picture, darkened, meanwhile. Pictures keep their size and their "
            + "rate: other sizes are scaled, with black borders.\n\n"
            + "A device of v4l2loopback is used where that module of the kernel is loaded, otherwise PipeWire. The program "
            + "hotshoe-webcam of the package with that name makes the pictures.\n\n"
            + "The address of RTSP is rtsp://HOST:PORT/camera. At an address that other computers reach, it needs the user camera and the "
            + "password of \(passwordVariable), or one that is made and printed; the stream is not encrypted.",
        options: [to, device, rtsp, hls, rate, size, name, WatchCommand.seconds],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe webcam", "The only camera, where other programs find it."),
            .init("hotshoe webcam --device /dev/video9", "A certain device."),
            .init("hotshoe webcam --rtsp 8554", "A stream at rtsp://127.0.0.1:8554/camera."),
            .init("hotshoe webcam --hls /var/www/html/live", "A playlist for a web server."),
        ],
        exitCodes: CameraOptions.exitCodes + [.unavailable, .storage, .permission, .incomplete]
    ) { context in
        let request = try request(context)
        let plan = try WebcamPlan(request, WebcamPlaces.found(context.environment.variable))
        let password = RTSPPassword(for: request.rtsp, given: context.environment.variable(passwordVariable))
        try await context.withCamera(for: .stillsShooting, isRequired: false) { camera in
            let name = context[name] ?? camera.displayName
            try await WebcamSession(camera, plan, name: name, password: password, context).run()
        }
    }

    /// The outputs that the options request.
    static func request(_ context: CommandContext) throws(CommandFailure) -> WebcamPlan.Request {
        var request = WebcamPlan.Request()
        request.rate = context[rate]
        request.size = context[size].map { "\($0.width)x\($0.height)" }
        request.device = context[device]
        request.hls = context[hls]
        if let text = context[rtsp] {
            guard let address = ServerAddress(text) else {
                throw CommandFailure(.usage, "--rtsp", "is a port, or HOST:PORT, such as 8554 or 0.0.0.0:8554.")
            }
            request.rtsp = address
        }
        if let kind = context[to] {
            request.kind = WebcamPlan.Kind(rawValue: kind)
        } else if request.device != nil {
            request.kind = .v4l2
        } else if request.rtsp != nil || request.hls != nil {
            request.kind = nil
        }
        if request.device != nil, request.kind == .pipewire {
            throw CommandFailure(.usage, "--device", "contradicts --to pipewire. Leave one out.")
        }
        return request
    }
}
