/// The help page about names of copied files, and about hooks.
enum PatternHelp {
    static let introduction =
        "A pattern names the files that `hotshoe tether` and `hotshoe download` copy. Text outside braces is copied, {{ and }} stand for single "
        + "braces, and / separates folders, which are created where they are missing. Every name is made safe: it has no control, "
        + "bidirectional or invisible characters, and does not start with - or a dot. Where a name is taken, a pattern with {number} uses the "
        + "next number; any other adds one, as in IMG_0001-2.JPG."

    static let fields: [(String, String)] = [
        ("{name}", "The camera's file name without its extension: IMG_0001"),
        ("{ext}", "The extension with its dot: .JPG"),
        ("{original}", "The camera's file name: IMG_0001.JPG"),
        ("{date}", "The date of the picture by the camera's clock: 2026-11-20"),
        ("{time}", "The time of the picture: 215203"),
        ("{year} {month} {day}", "Parts of the date: 2026 11 20"),
        ("{hour} {minute} {second}", "Parts of the time: 21 52 03"),
        (
            "{number}",
            "The number of the picture, counted from 1. {number:04} has at least four digits. RAW and JPEG share a number."
        ),
        ("{camera}", "The camera's model"),
        ("{serial}", "The camera's serial number"),
        ("{role}", "The role of the camera; only with `hotshoe rig`"),
        (
            "{round}",
            "The number of the rig's round, counted from 1; only with `hotshoe rig`. {round:04} has at least four digits."
        ),
    ]

    static let hookIntroduction =
        "The program after --hook is run once for each file that `hotshoe tether` has copied completely. Its argument is the path of the file. "
        + "Other variables of the environment are inherited."

    static let variables: [(String, String)] = [
        ("HOTSHOE_FILE", "The path of the file"),
        ("HOTSHOE_NAME", "The camera's name for the file"),
        ("HOTSHOE_SIZE", "Its size in bytes"),
        ("HOTSHOE_NUMBER", "Its position among the files of this run, counted from 1"),
        ("HOTSHOE_DATE", "The date of the picture by the camera's clock, in ISO 8601; empty where the camera reports none"),
        ("HOTSHOE_CAMERA", "The camera's model"),
        ("HOTSHOE_SERIAL", "The camera's serial number"),
    ]
}
