/// Further spellings of choices, as vendors print them on dials and in menus.
extension PropertyChoice {
    /// The spellings in addition to the name for display, in lower case, with blanks for hyphens.
    var synonyms: [String] {
        switch self {
        case let mode as ExposureMode: mode.spellings
        case let mode as FocusMode: mode.spellings
        case let mode as DriveMode: mode.spellings
        case let balance as WhiteBalance: balance.spellings
        case let destination as ImageDestination: destination.spellings
        default: []
        }
    }
}

extension ExposureMode {
    fileprivate var spellings: [String] {
        switch self {
        case .fullyAutomatic: ["automatic", "green", "a+", "scene intelligent auto"]
        case .program: ["program", "program ae", "p mode"]
        case .shutterPriority: ["tv", "shutter priority", "time priority", "shutter speed priority", "s mode"]
        case .aperturePriority: ["av", "aperture priority", "aperture value", "a mode"]
        case .manual: ["manual", "manual exposure", "m mode"]
        case .bulb: ["b"]
        case .flexiblePriority: ["flexible", "flexible priority"]
        }
    }
}

extension FocusMode {
    fileprivate var spellings: [String] {
        switch self {
        case .manual: ["mf", "manual focus"]
        case .single: ["af s", "afs", "one shot", "one shot af"]
        case .continuous: ["af c", "afc", "servo", "ai servo", "servo af"]
        }
    }
}

extension DriveMode {
    fileprivate var spellings: [String] {
        switch self {
        case .single: ["single shot", "single frame", "one"]
        case .continuous: ["burst", "continuous shooting"]
        case .continuousLow: ["low", "low speed continuous", "cl"]
        case .continuousMedium: ["medium"]
        case .continuousHigh: ["high", "high speed continuous", "ch"]
        case .timerShort: ["timer 2 s", "2 s timer"]
        case .timerLong: ["timer 10 s", "10 s timer"]
        case .timerCustom: ["timer", "self timer"]
        default: []
        }
    }
}

extension WhiteBalance {
    fileprivate var spellings: [String] {
        switch self {
        case .automatic: ["automatic", "awb"]
        case .daylight: ["sunny", "direct sunlight", "sun"]
        case .cloudy: ["cloud"]
        case .tungsten: ["incandescent"]
        case .custom1: ["custom", "preset", "preset 1"]
        case .custom2: ["preset 2"]
        case .custom3: ["preset 3"]
        case .temperature: ["temperature", "kelvin", "k", "colour temperature"]
        case .shade, .fluorescent, .flash: []
        }
    }
}

extension ImageDestination {
    fileprivate var spellings: [String] {
        switch self {
        case .camera: ["card", "memory card"]
        case .host: ["computer", "pc", "internal ram"]
        case .cameraAndHost: ["both", "camera+host", "card and computer", "camera and computer", "card + computer"]
        }
    }
}
