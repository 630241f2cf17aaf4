/// The numbers that cameras show, ascending, as observed on their displays and in their menus.
///
/// Each table names the position of its first number, in sixths of a stop above f/1, one second or ISO 100. From there
/// the numbers follow without a gap, in thirds or in halves; a line of a table is about a row of dial clicks.
enum NominalValues {
    /// f-numbers in hundredths, in thirds. f/0.95 takes the place of f/0.9.
    static let apertureThirds: (first: Int, hundredths: [UInt16]) = (
        first: -2,
        [
            95, 100, 110, 120, 140, 160, 180, 200, 220, 250,
            280, 320, 350, 400, 450, 500, 560, 630, 710,
            800, 900, 1000, 1100, 1300, 1400, 1600, 1800, 2000,
            2200, 2500, 2900, 3200, 3600, 4000, 4500, 5100, 5700, 6400,
        ]
    )

    /// f-numbers in hundredths, in halves.
    static let apertureHalves: (first: Int, hundredths: [UInt16]) = (
        first: 0,
        [
            100, 120, 140, 170, 200, 240, 280, 330, 400, 480,
            560, 670, 800, 950, 1100, 1300, 1600, 1900,
            2200, 2700, 3200, 3800, 4500, 5400, 6400,
        ]
    )

    /// Shutter speeds in thirds: first the denominators of 1/n s, then tenths of a second.
    ///
    /// Past 30 s the numbers are those of clocks. 60, 120, 240, 300, 480, 600, 720, 900, 1800 and 3600 s were observed; the
    /// rest is rounded in the same way.
    static let shutterThirds: (first: Int, denominators: [UInt32], tenths: [UInt32]) = (
        first: -90,
        [
            32000, 25600, 20000, 16000, 12800, 10000, 8000, 6400, 5000,
            4000, 3200, 2500, 2000, 1600, 1250, 1000, 800, 640,
            500, 400, 320, 250, 200, 160, 125, 100, 80,
            60, 50, 40, 30, 25, 20, 15, 13, 10, 8, 6, 5, 4,
        ],
        [
            3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 60,
            80, 100, 130, 150, 200, 250, 300, 400, 500, 600,
            800, 1000, 1200, 1600, 2000, 2400, 3000, 4000, 4800,
            6000, 7200, 9000, 12000, 15000, 18000, 24000, 30000, 36000,
        ]
    )

    /// Shutter speeds in halves: first the denominators of 1/n s, then tenths of a second.
    ///
    /// Past 30 s, 90 and 180 s were observed, and 720 s, which stands for half as well as it does for two thirds.
    static let shutterHalves: (first: Int, denominators: [UInt32], tenths: [UInt32]) = (
        first: -90,
        [
            32000, 24000, 16000, 12000, 8000, 6000, 4000, 3000, 2000, 1500,
            1000, 750, 500, 350, 250, 180, 125, 90, 60, 45,
            30, 20, 15, 10, 8, 6, 4, 3,
        ],
        [
            5, 7, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200,
            300, 450, 600, 900, 1200, 1800, 2400, 3600, 4800, 7200,
            9000, 13500, 18000, 27000, 36000,
        ]
    )

    /// ISO speeds in thirds.
    static let isoThirds: (first: Int, speeds: [Int]) = (
        first: -10,
        [
            32, 40, 50, 64, 80, 100, 125, 160, 200, 250, 320,
            400, 500, 640, 800, 1000, 1250, 1600, 2000, 2500,
            3200, 4000, 5000, 6400, 8000, 10000, 12800, 16000, 20000,
            25600, 32000, 40000, 51200, 64000, 80000, 102400, 128000, 160000,
            204800, 256000, 320000, 409600,
        ]
    )

    /// ISO speeds in halves.
    static let isoHalves: (first: Int, speeds: [Int]) = (
        first: -9,
        [
            35, 50, 70, 100, 140, 200, 280, 400, 560, 800, 1100,
            1600, 2200, 3200, 4500, 6400, 9000, 12800, 18000,
            25600, 36000, 51200, 72000, 102400, 144000, 204800, 288000, 409600,
        ]
    )
}
