import ArgumentParsing
import CameraModel
import Exposure
import Wording

/// `hotshoe bracket`
enum BracketCommand {
    /// How the exposures differ.
    enum Method: String, CaseIterable {
        case auto, compensation
        case shutterSpeed = "shutter-speed"
        case iso, camera
    }

    static let count = Option.value(
        "count",
        short: "n",
        .wholeNumber(2...15),
        named: "N",
        "Number of exposures. Default: 3."
    )
    static let step = Option.value(
        "step",
        .stops,
        named: "STOPS",
        default: Stops(whole: 1),
        "Distance of two exposures in stops, such as 1, 1/3 or 0.7."
    )
    static let by = Option.value(
        "by",
        .choice as ValueType<Method>,
        named: "WHAT",
        default: .auto,
        "What changes: compensation, shutter-speed, iso, or the bracketing of the camera. auto: compensation if the camera has it in the "
            + "present exposure mode, otherwise the shutter speed."
    )

    static let command = Command(
        "bracket",
        summary: "Take the same picture with several exposures",
        discussion:
            "Takes the pictures from dark to bright, around the present exposure, and then sets the camera back. All values are checked before "
            + "the first picture. Focuses once.\n\n"
            + "--by camera turns the bracketing of the camera on, and releases until it has taken all pictures; the camera determines the step "
            + "if it has no choice of steps.",
        options: [count, step, by] + PictureSession.options,
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe bracket --download hdr", "-1, 0 and +1 stop, copied into the folder hdr."),
            .init("hotshoe bracket --count 5 --step 2 --by shutter-speed", "Five exposures, two stops apart."),
        ],
        exitCodes: CameraOptions.exitCodes + [.value, .focus, .storage, .busy, .unavailable, .incomplete]
    ) { context in
        try await PictureSession.run(context) { session in
            if context[by] == .camera { return try await takeInCamera(&session) }
            let property = try await property(of: session.camera, context[by])
            try await property.settle()
            guard property.settable.isSettable, let base = property.value else { throw SettingAdvice.failure(property) }
            let plan = try BracketPlan(property.state, count: context[count] ?? 3, step: context[step])
            do { try await take(plan, property, &session) } catch {
                await session.restore(property, to: base)
                throw error
            }
            await session.restore(property, to: base)
        }
    }

    private static func take(_ plan: BracketPlan, _ property: Property, _ session: inout PictureSession) async throws {
        for exposure in plan.exposures {
            try await session.set(property, to: exposure.value)
            _ = try await session.takePicture(
                focusing: session.count == 0 && !session.context[ShootCommand.noAutofocus],
                "\(exposure.offset) EV (\(exposure.value.label))",
                exposure: exposure.offset.doubleValue
            )
        }
    }

    private static func property(of camera: Camera, _ method: Method) async throws -> Property {
        switch method {
        case .compensation: return camera.property(.exposureCompensation)
        case .shutterSpeed: return camera.property(.shutterSpeed)
        case .iso: return camera.property(.isoSpeed)
        case .auto, .camera:
            let candidates = [PropertyIdentifier.exposureCompensation, .shutterSpeed].map(camera.property)
            try await candidates[0].settle()
            if let settable = candidates.first(where: \.settable.isSettable) { return settable }
            throw SettingAdvice.failure(candidates[0])
        }
    }

    // MARK: In the camera

    /// The property that turns bracketing on, and its value: the common one, or a vendor's that has a choice of steps.
    private static func switchOn(_ camera: Camera, _ step: Stops) throws(CommandFailure) -> (Property, PropertyValue) {
        let common = camera.property(.bracketing)
        if let on = common.settable.values.first(where: { $0.boolean == true }) { return (common, on) }
        guard let steps = camera.property(for: .bracketingStep), steps.settable.isSettable else {
            throw CommandFailure(
                .unavailable,
                "--by camera",
                "The bracketing of this camera cannot be set now. Use another --by."
            )
        }
        guard let value = steps.settable.values.first(where: { $0.exposureCompensation?.stops == step }) else {
            let offered = steps.settable.values.filter { $0.exposureCompensation?.stops.map { $0 > .zero } ?? false }
            throw CommandFailure(.value, "--step", "The camera brackets by \(offered.map(\.label).listed(by: "or")) stops.")
        }
        return (steps, value)
    }

    /// Releases until the pictures are there: some cameras take all for one release, others one for each.
    private static func takeInCamera(_ session: inout PictureSession) async throws {
        let context = session.context
        let (property, on) = try switchOn(session.camera, context[step])
        let off = property.value
        try await session.set(property, to: on)
        var pictures: Set<String> = []
        let wanted = context[count] ?? 3
        do {
            while pictures.count < wanted, session.count < wanted {
                let isFirst = session.count == 0
                let files = try await session.takePicture(
                    focusing: isFirst && !context[ShootCommand.noAutofocus],
                    "bracket"
                )
                // RAW and JPEG of one exposure are one picture.
                pictures.formUnion(files.map { String($0.name.prefix { $0 != "." }) })
                // A camera that takes several for one release has taken its bracket: the next release would repeat it.
                if isFirst, pictures.count > 1 { break }
            }
        } catch {
            if let off { await session.restore(property, to: off) }
            throw error
        }
        if let off { await session.restore(property, to: off) }
        guard pictures.count != wanted, context[count] != nil || pictures.count < wanted else { return }
        throw CommandFailure(
            .incomplete,
            "--count",
            "The camera took \(pictures.count) exposures, not \(wanted): its own bracketing determines the number. Leave --count out, or "
                + "use another --by."
        )
    }
}

extension ValueType where Value == Stops {
    /// A positive distance in stops.
    static var stops: Self {
        ValueType(describe: { String($0.description.drop { $0 == "+" }) }) { text throws(ValueProblem) in
            guard let stops = ExposureCompensation(text)?.stops, stops > .zero, stops <= Stops(whole: 5) else {
                throw ValueProblem(message: "is not a number of stops; use 1/3 to 5")
            }
            return stops
        }
    }
}
