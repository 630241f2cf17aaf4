/// The help page about files that describe a rig.
enum RigHelp {
    static let introduction =
        "A file for `hotshoe rig` describes the cameras that work as one, and gives each a role. A line is KEY = VALUE, or a section in "
        + "brackets; # begins a comment."

    static let example = [
        "[left]",
        "camera = EOS R5",
        "release-lag = 42 ms",
        "",
        "[right]",
        "camera = http://192.168.1.20:8080/SIM-0002",
        "set aperture = f/8",
        "",
        "[all]",
        "set iso = 400",
    ]

    static let keys: [(String, String)] = [
        ("name", "The name of the rig, before the first section"),
        ("[ROLE]", "Begins the camera with this role: 1 to 64 characters without [ ] / and ="),
        ("[all]", "Begins what concerns every camera"),
        ("camera", "The camera, selected as with --camera"),
        ("release-lag", "The time from the request to the exposure, such as 42 ms: this camera is requested earlier by it"),
        ("set PROPERTY", "A value that `hotshoe rig FILE set` sets; one of [ROLE] takes precedence over one of [all]"),
    ]
}
