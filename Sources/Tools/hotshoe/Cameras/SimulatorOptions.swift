import ArgumentParsing
import CameraModel
import PTPResponder
import SimulatedCamera

/// The options that configure a simulated camera.
enum SimulatorOptions {
    static let simulated = Option.flag("simulated", "Use a simulated camera: the same as --camera sim.")
    static let fault = Option.repeating(
        "fault",
        .fault,
        named: "SPEC",
        "Inject a fault, such as unplug@3s, busy@set-property*3 or hang@shoot. `hotshoe help faults` lists all faults."
    )
    static let storage = Option.value(
        "storage",
        .directory,
        named: "DIR",
        "Folder used as the camera's first card; it keeps the pictures. Created if it is missing."
    )
    static let press = Option.repeating(
        "press",
        .seconds,
        named: "SECONDS",
        "Press the shutter button on the body this many seconds after the first connection."
    )
    static let seed = Option.value("seed", .wholeNumber(0...), named: "N", default: 1, "Random seed of the scene.")
    static let speed = Option.value(
        "speed",
        .choice as ValueType<Speed>,
        named: "SPEED",
        default: .fast,
        "Speed at which the camera carries out operations."
    )
    static let pictureSize = Option.value(
        "picture-size",
        .pictureSize,
        named: "WxH",
        default: PixelSize(width: 6000, height: 4000),
        "Size of its pictures in pixels."
    )
    static let liveViewSize = Option.value(
        "live-view-size",
        .pictureSize,
        named: "WxH",
        default: PixelSize(width: 960, height: 640),
        "Size of its live view in pixels, at most 4096 a side."
    )
    static let liveViewRate = Option.value(
        "live-view-rate",
        .wholeNumber(0...1000),
        named: "FPS",
        default: 30,
        "Frame rate of its live view, in frames per second; 0 means a frame for each request."
    )
    static let liveView = Option.value("live-view", .directory, named: "DIR", "Folder of JPEG files to show as live view.")
    static let authentication = Option.value(
        "authentication",
        .choice as ValueType<Authentication>,
        named: "KIND",
        default: .none,
        "Authentication that the camera requires of a client."
    )

    /// The options that configure the simulated camera once it is selected.
    static let describing: [any DeclaredOption] = [
        fault, storage, press, seed, speed, pictureSize, liveViewSize, liveViewRate, liveView, authentication,
    ]

    static let group = OptionGroup("Options of the simulated camera", [simulated] + describing)

    enum Speed: String, CaseIterable {
        case instant, fast, slow
    }

    enum Authentication: String, CaseIterable {
        case none, confirm, password, code
    }

    // The expected answers to the simulated camera's authentication.
    static let userName = "hotshoe"
    static let password = "viewfinder"
    static let code = "4711"
}

// MARK: - Making cameras

extension CommandContext {
    /// Whether a simulated camera is requested.
    ///
    /// Using its options without requesting it is an error, because a real camera would ignore them.
    var wantsSimulatedCamera: Bool {
        get throws(CommandFailure) {
            if self[SimulatorOptions.simulated] {
                switch camera {
                case .network, .ownNetwork, .served, .usb:
                    throw CommandFailure(.usage, "--simulated", "contradicts --camera, which names a real camera. Leave one out.")
                case .simulated, .named, nil: return true
                }
            }
            if case .simulated = camera { return true }
            if let given = SimulatorOptions.describing.map(\.syntax).first(where: isGiven) {
                throw CommandFailure(.usage, given.written, "works only with --simulated.")
            }
            return false
        }
    }

    /// The simulated cameras that the options describe.
    func makeSimulators(count: Int = 1) throws(CommandFailure) -> [CameraSimulator] {
        let folders = self[SimulatorOptions.storage].map { [$0] } ?? []
        return try makeSimulators(count: count, faults: self[SimulatorOptions.fault]) { _ in folders }
    }

    /// Like ``makeSimulators(count:)``, with given faults and folders.
    ///
    /// `identity` is the manufacturer and model of the cameras; nil for those of the simulator. `folders` returns the folders for
    /// the cards of a camera by its number, counted from 1.
    func makeSimulators(
        count: Int,
        faults: [SimulatedFault],
        as identity: Personality.Identity? = nil,
        folders: (Int) -> [String]
    ) throws(CommandFailure) -> [CameraSimulator] {
        try (1...max(1, count)).map { number throws(CommandFailure) in
            let digits = String(number)
            var configuration = try simulatorConfiguration(faults, folders(number))
            configuration.serialNumber = "SIM-" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
            if let identity { (configuration.manufacturer, configuration.model) = (identity.manufacturer, identity.model) }
            if count == 1, let number = requestedSerialNumber { configuration.serialNumber = number }
            let simulator = CameraSimulator(configuration)
            // Each command creates a new camera: in this mode aperture, ISO and compensation can be set.
            simulator.turn(.exposureMode, to: "A")
            return simulator
        }
    }

    /// Prints once that changes to a simulated camera are lost when the command ends.
    func noteLostChanges(_ text: StyledText) throws(CommandFailure) {
        if try wantsSimulatedCamera { output.note(text) }
    }

    /// The serial number in the selector, which the simulated camera adopts.
    private var requestedSerialNumber: String? {
        switch camera {
        case .simulated(let serialNumber): serialNumber
        case .named(let name) where name.utf8.starts(with: "SIM-".utf8) && name.utf8.count == 8: name
        default: nil
        }
    }

    private func simulatorConfiguration(
        _ faults: [SimulatedFault],
        _ folders: [String]
    ) throws(CommandFailure) -> CameraSimulator.Configuration {
        var configuration = CameraSimulator.Configuration()
        configuration.cards[0].samplePictures = 3
        for (slot, folder) in folders.enumerated() {
            try LocalFolder.prepare(folder)
            let card = CameraSimulator.Card(label: "", folder: folder)
            if configuration.cards.indices.contains(slot) {
                configuration.cards[slot] = card
            } else {
                configuration.cards.append(card)
            }
        }
        if let folder = self[SimulatorOptions.liveView] {
            guard LocalFolder.exists(folder) else {
                throw CommandFailure(.storage, folder, "There is no such folder. --live-view takes a folder of JPEG files.")
            }
            configuration.liveViewSource = .folder(folder)
        }
        configuration.seed = UInt64(self[SimulatorOptions.seed])
        configuration.pictureSize = self[SimulatorOptions.pictureSize]
        configuration.liveViewSize = self[SimulatorOptions.liveViewSize]
        let rate = self[SimulatorOptions.liveViewRate]
        configuration.liveViewRate = rate == 0 ? nil : Double(rate)
        configuration.faults = faults
        configuration.shutterPresses = self[SimulatorOptions.press]
        configuration.speed = self[SimulatorOptions.speed].speed
        configuration.authentication = self[SimulatorOptions.authentication].authentication(
            confirmedAfter: self[SimulatorOptions.speed] == .instant ? .zero : .seconds(2)
        )
        return configuration
    }
}

extension SimulatorOptions.Speed {
    fileprivate var speed: CameraSimulator.Speed {
        switch self {
        case .instant: .instant
        case .fast: .fast
        case .slow: .slow
        }
    }
}

extension SimulatorOptions.Authentication {
    fileprivate func authentication(confirmedAfter delay: Duration) -> CameraSimulator.Authentication {
        switch self {
        case .none: .none
        case .confirm: .confirmOnCamera(after: delay)
        case .password: .userNameAndPassword(userName: SimulatorOptions.userName, password: SimulatorOptions.password)
        case .code: .numericCode(SimulatorOptions.code)
        }
    }

    /// The text with the secret that a user would know, or see on the camera; nil if there is none.
    var secret: StyledText? {
        switch self {
        case .none, .confirm: nil
        case .password:
            "The simulated camera's user name is \(SimulatorOptions.userName), its password \(SimulatorOptions.password)."
        case .code: "The simulated camera shows the code \(SimulatorOptions.code)."
        }
    }
}
