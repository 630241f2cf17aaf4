import Testing

@testable import hotshoe

@Suite struct TerminalPictureTests {
    private static let (red, green, blue, white, black): ([UInt8], [UInt8], [UInt8], [UInt8], [UInt8]) =
        ([255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0])

    private func picture(_ rows: [[[UInt8]]]) throws -> TerminalPicture {
        try #require(TerminalPicture(rgb: rows.flatMap { $0.flatMap { $0 } }, width: rows[0].count, height: rows.count))
    }

    @Test func `a cell shows two pixels, and escapes stand only where colours change`() throws {
        let picture = try picture([[Self.red, Self.red, Self.green], [Self.blue, Self.blue, Self.blue]])
        #expect(
            picture.lines(columns: 3, rows: 1, colors: .trueColor) == [
                "\u{1B}[38;2;255;0;0m\u{1B}[48;2;0;0;255m▀▀\u{1B}[38;2;0;255;0m▀\u{1B}[0m"
            ]
        )
        #expect(
            picture.lines(columns: 3, rows: 1, colors: .palette) == ["\u{1B}[38;5;196m\u{1B}[48;5;21m▀▀\u{1B}[38;5;46m▀\u{1B}[0m"]
        )
    }

    @Test(arguments: [ColorDepth.none, .basic])
    func `without colours light is a character`(colors: ColorDepth) throws {
        let picture = try picture([[Self.black, Self.white, Self.white], [Self.black, Self.black, Self.white]])
        #expect(picture.lines(columns: 3, rows: 1, colors: colors) == [" =@"])
    }

    @Test func `pixels that share half a cell are averaged`() throws {
        let picture = try picture([
            [Self.black, Self.white], [Self.black, Self.white], [Self.red, Self.red], [Self.red, Self.red],
        ])
        #expect(
            picture.lines(columns: 1, rows: 1, colors: .trueColor) == ["\u{1B}[38;2;127;127;127m\u{1B}[48;2;255;0;0m▀\u{1B}[0m"]
        )
    }

    @Test(arguments: [
        (960, 640, 80, 24, 72, 24), (960, 640, 30, 24, 30, 10), (640, 960, 80, 24, 32, 24), (4, 4, 80, 24, 4, 2),
        (1000, 1, 80, 24, 80, 1),
        (1, 1000, 80, 24, 1, 24), (1, 1, 80, 24, 1, 1), (9, 7, 0, 0, 1, 1), (9, 7, -4, 3, 1, 1),
    ])
    func `a picture keeps its shape and fits`(width: Int, height: Int, columns: Int, rows: Int, shownColumns: Int, shownRows: Int)
        throws
    {
        let bytes = [UInt8](repeating: 128, count: width * height * 3)
        let lines = try #require(TerminalPicture(rgb: bytes, width: width, height: height))
            .lines(columns: columns, rows: rows, colors: .none)
        #expect(lines.count == shownRows)
        #expect(lines.allSatisfy { $0.count == shownColumns })
    }

    @Test(arguments: [(0, 1, 0), (1, 0, 0), (-1, -1, 3), (2, 2, 11), (2, 2, 13), (.max, .max, 3), (.max, 1, 3)])
    func `sizes that do not match the bytes are refused`(width: Int, height: Int, count: Int) {
        #expect(TerminalPicture(rgb: [UInt8](repeating: 0, count: count), width: width, height: height) == nil)
    }

    @Test(
        arguments: [
            ([0, 0, 0], 16), ([255, 255, 255], 231), ([255, 0, 0], 196), ([95, 135, 175], 67), ([128, 128, 128], 244),
            ([8, 8, 8], 232),
            ([238, 238, 238], 255),
        ] as [([UInt8], Int)]
    )
    func `the nearest colour of the palette is found`(channels: [UInt8], index: Int) {
        #expect(TerminalPicture.paletteIndex(.init(red: channels[0], green: channels[1], blue: channels[2])) == index)
    }
}
