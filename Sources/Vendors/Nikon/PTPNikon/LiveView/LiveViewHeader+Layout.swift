extension LiveViewHeader {
    /// Positions of the fields in a header, in bytes; nil for a field that the layout does not have. All numbers are big-endian.
    ///
    /// The layouts are observed behaviour: those of bodies with a mirror as digiCamControl reads them, that of Z bodies as INDIGO
    /// quotes it. None was checked on a camera for HotShoe.
    package struct Layout: Hashable, Sendable {
        /// Size of the header, at whose end the picture begins.
        package let size: Int
        /// Width and height of the picture, UINT16 each, as all sizes and positions.
        let picture: Int
        /// Width and height of the coordinate space: the whole image.
        let whole: Int
        /// Width, height and middle of the part that the picture shows.
        var shown: Int?
        /// Width, height and middle of the first focus area; the others follow it.
        let focusArea: Int
        /// Result of focusing, one byte; see ``FocusJudgement``.
        let judgement: Int
        /// Rotation of the body, one byte; see ``Rotation``.
        let rotation: Int
        /// Roll, pitch and yaw in degrees, INT32 each, in 16.16 fixed-point numbers.
        var level: Int?
        /// Remaining time of a movie in milliseconds, UINT32; the unit is assumed for bodies with a mirror.
        var remaining: Int?
        /// Whether a movie is recorded, one byte.
        var isRecording: Int?
        /// The fields that only Z bodies have.
        var z: ZFields?

        /// Positions of the fields that only Z bodies have.
        struct ZFields: Hashable, Sendable {
            /// Major version of the header, UINT16.
            let version = 0
            /// Number of focus areas, one byte.
            let areaCount = 44
            /// Index of the area with the selected subject, one byte.
            let subject = 45
            /// Recorded time of a movie in milliseconds, UINT32.
            let elapsed = 820
            /// Time code: five bytes, of which the last four are taken to be hours, minutes, seconds and frames.
            let timeCode = 831
            /// Warning about the temperature, one byte; 0 for none.
            let temperature = 853
            /// Maximum number of focus areas for which there is space.
            let areaLimit = 96
        }

        /// Bodies until 2012 without a prefix: D3, D3X, D300, D300S, D700.
        package static let small = first(64)
        /// D90, D5000, D3S.
        package static let medium = first(128)
        /// D5100, D7000.
        package static let large = first(384)
        /// Bodies like the D800: a prefix of eight bytes, and the level.
        package static let d800 = Layout(
            size: 384,
            picture: 8,
            whole: 12,
            focusArea: 16,
            judgement: 40,
            rotation: 29,
            level: 44,
            remaining: 56,
            isRecording: 60
        )
        /// Bodies like the D500 and D600, and later ones with a mirror: also the shown part.
        package static let d500 = Layout(
            size: 384,
            picture: 8,
            whole: 12,
            shown: 16,
            focusArea: 24,
            judgement: 48,
            rotation: 37,
            level: 52
        )
        /// Z bodies.
        package static let z = Layout(
            size: 1024,
            picture: 28,
            whole: 16,
            shown: 20,
            focusArea: 48,
            judgement: 42,
            rotation: 839,
            level: 840,
            remaining: 816,
            isRecording: 828,
            z: ZFields()
        )

        /// All layouts, smaller headers first.
        package static let all = [small, medium, large, d800, d500, z]

        private static func first(_ size: Int) -> Layout {
            Layout(
                size: size,
                picture: 0,
                whole: 4,
                focusArea: 16,
                judgement: 40,
                rotation: 29,
                remaining: 56,
                isRecording: 60
            )
        }
    }
}
