/// A little-endian TIFF directory, read independently of the code under test.
struct TinyTIFF {
    let file: [UInt8]
    /// The bytes of each tag's values.
    private(set) var fields: [Int: (type: Int, count: Int, bytes: [UInt8])] = [:]

    init(_ file: [UInt8], directoryAt start: Int) {
        self.file = file
        for index in 0..<number(at: start, 2) {
            let entry = start + 2 + 12 * index
            let type = number(at: entry + 2, 2), count = number(at: entry + 4, 4)
            let length = count * [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8][type, default: 0]
            let place = length <= 4 ? entry + 8 : number(at: entry + 8, 4)
            fields[number(at: entry, 2)] = (type, count, Array(file[place..<place + length]))
        }
    }

    func number(at place: Int, _ length: Int) -> Int {
        file[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The integers of a tag.
    func integers(_ tag: Int) -> [Int] {
        guard let field = fields[tag] else { return [] }
        let width = [1: 1, 3: 2, 4: 4, 7: 1][field.type, default: 1]
        return (0..<field.count).map { index in
            field.bytes[index * width..<(index + 1) * width].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// The fractions of a tag.
    func fractions(_ tag: Int) -> [Double] {
        guard let field = fields[tag] else { return [] }
        return (0..<field.count).map { index in
            let bytes = field.bytes[index * 8..<index * 8 + 8]
            func part(_ range: Range<Int>) -> Double {
                let value = bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound].reversed().reduce(
                    UInt32(0)
                ) {
                    $0 << 8 | UInt32($1)
                }
                return field.type == 10 ? Double(Int32(bitPattern: value)) : Double(value)
            }
            return part(0..<4) / part(4..<8)
        }
    }

    func text(_ tag: Int) -> String? {
        fields[tag].map { String(decoding: $0.bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
