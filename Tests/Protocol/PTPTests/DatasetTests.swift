import PTP
import Testing

@Suite struct DatasetTests {
    @Test(arguments: DatasetSample.all) func `an encoded dataset is decoded unchanged, byte for byte`(_ sample: DatasetSample)
        throws
    {
        #expect(try sample.rewrite(sample.bytes) == sample.bytes)
    }

    @Test(arguments: DatasetSample.all)
    func `cut off at any byte it is an error that names the field, or a shorter dataset that is right`(_ sample: DatasetSample) {
        for count in 0..<sample.bytes.count {
            do throws(DatasetError) {
                let rewritten = try sample.rewrite(Array(sample.bytes[..<count]))
                // Only optional fields are missing.
                #expect(sample.bytes.starts(with: rewritten.prefix(count)), "\(count) bytes")
            } catch {
                #expect(!error.field.isEmpty && error.offset <= count, "\(error)")
                guard case .endsEarly(let needed, let present) = error.reason else {
                    Issue.record("\(count): \(error)"); continue
                }
                #expect(UInt64(present) < needed)
            }
        }
    }

    @Test(arguments: DatasetSample.all)
    func `with any byte, or any two or four, replaced by nothing, one or the most, nothing traps`(_ sample: DatasetSample) {
        for width in [1, 2, 4, 8] {
            for offset in 0...(sample.bytes.count - min(width, sample.bytes.count)) {
                for fill in [
                    [UInt8](repeating: 0, count: width), [1] + [UInt8](repeating: 0, count: width - 1),
                    .init(repeating: 255, count: width),
                ] {
                    var bytes = sample.bytes
                    bytes.replaceSubrange(offset..<min(bytes.count, offset + width), with: fill.prefix(bytes.count - offset))
                    // Both results are correct: a value that can be encoded again, or an error.
                    guard let rewritten = try? sample.rewrite(bytes) else { continue }
                    #expect((try? sample.rewrite(rewritten)) == rewritten)
                }
            }
        }
    }

    @Test(arguments: DatasetSample.all) func `bytes behind the last field are left alone`(_ sample: DatasetSample) throws {
        #expect(try sample.rewrite(sample.bytes + [1, 2, 3]).count >= sample.bytes.count)
    }

    @Test func `a count that the bytes cannot hold is refused before anything is made for it`() {
        let bytes: [UInt8] = [255, 255, 255, 255, 1, 2]
        #expect(
            throws: DatasetError(
                "ObjectPropList.NumberOfElements",
                at: 0,
                .endsEarly(neededBytes: 38_654_705_655, presentBytes: 2)
            )
        ) {
            try ObjectPropList(bytes)
        }
        let wide = [UInt8](repeating: 255, count: 8)
        #expect(throws: DatasetError("FilesystemManifest.Count", at: 0, .endsEarly(neededBytes: .max, presentBytes: 0))) {
            try FilesystemManifest(wide)
        }
    }

    @Test func `a manifest of objects without names is understood`() throws {
        let entry = FilesystemManifest.Entry(
            handle: ObjectHandle(rawValue: 1),
            storage: StorageID(rawValue: 0x10001),
            format: .undefined,
            compressedSize: 0,
            filename: ""
        )
        let manifest = FilesystemManifest([entry])
        #expect(try FilesystemManifest(manifest.encoded()) == manifest)
    }

    @Test func `unknown codes are kept`() throws {
        let info = try DeviceInfo(DatasetSample.deviceInfo.encoded())
        #expect(info.operations.last?.description == "0x9999" && info.operations.last?.isVendor == true)
        #expect(info.deviceProps.map(\.description) == ["FNumber", "0xD123"])
    }

    @Test func `a description with a code of 32 bits has the standard's fields`() throws {
        var desc = DatasetSample.enumerationDesc
        desc.code = DevicePropCode(rawValue: 0x1D09E)
        #expect(throws: DatasetError.self) { try desc.encoded() }
        let bytes = try WideDevicePropDesc(desc).encoded()
        #expect(try WideDevicePropDesc(bytes) == WideDevicePropDesc(desc) && desc.code.isWide && desc.code.isVendor)
        #expect(try bytes.dropFirst(4) == DatasetSample.enumerationDesc.encoded().dropFirst(2))
        // Without its form, a description is one without limits.
        for count in 0..<bytes.count where count != bytes.count - 7 * 2 - 3 {
            #expect(throws: DatasetError.self, "\(count) bytes") { try WideDevicePropDesc(Array(bytes.prefix(count))) }
        }
        #expect(desc.code.description == "0x0001D09E" && !DevicePropCode.fNumber.isWide)
    }

    @Test func `a value of an unknown type is an error that names it`() {
        var bytes = try! DatasetSample.rangeDesc.encoded()
        bytes[2] = 0x0B
        #expect(throws: DatasetError("DevicePropDesc.FactoryDefaultValue", at: 5, .unknownDataType(0x0B))) {
            try DevicePropDesc(bytes)
        }
    }

    @Test func `an unknown form is an error`() {
        var bytes = try! DatasetSample.rangeDesc.encoded()
        bytes[7] = 9
        #expect(throws: DatasetError("DevicePropDesc.Form", at: 7, .unknownForm(9))) { try DevicePropDesc(bytes) }
    }

    @Test func `an enumeration's count in the wrong byte order is understood`() throws {
        var bytes = try DatasetSample.enumerationDesc.encoded()
        let count = bytes.count - 7 * 2 - 2
        #expect(bytes[count] == 7)
        bytes.swapAt(count, count + 1)
        #expect(try DevicePropDesc(bytes) == DatasetSample.enumerationDesc)
    }

    @Test func `a description without a form is one without limits`() throws {
        let bytes = try DatasetSample.wideDesc.encoded()
        #expect(try DevicePropDesc(bytes.dropLast()) == DatasetSample.wideDesc)
    }

    @Test func `a value of another type than the property has cannot be written`() {
        var desc = DatasetSample.rangeDesc
        desc.current = .string("full")
        #expect(throws: DatasetError.self) { try desc.encoded() }
    }

    @Test func `an object of 4 GiB or more has no size in ObjectInfo`() throws {
        var info = DatasetSample.objectInfo
        info.compressedSize = 5 << 30
        #expect(try ObjectInfo(info.encoded()).compressedSize == nil)
    }

    @Test func `an object's size in 64 bits is noticed`() throws {
        var bytes = try DatasetSample.objectInfo.encoded()
        bytes.insert(contentsOf: [2, 0, 0, 0], at: 12)
        let info = try ObjectInfo(bytes)
        #expect(info.compressedSize == 6_123_456 + 2 << 32 && info.filename == "IMG_0001.JPG" && info.imagePixelWidth == 6000)
    }

    @Test func `an object without a name is not confused with one with a wide size`() throws {
        var info = DatasetSample.objectInfo
        info.filename = ""
        #expect(try ObjectInfo(info.encoded()) == info)
        (info.captureDate, info.modificationDate) = ("", "")
        #expect(try ObjectInfo(info.encoded()) == info)
    }

    @Test func `an object that ends after its name has no dates`() throws {
        var info = DatasetSample.objectInfo
        (info.captureDate, info.modificationDate, info.keywords) = ("", "", "")
        #expect(try ObjectInfo(Array(info.encoded().dropLast(3))) == info)
    }
}

extension DevicePropDesc {
    fileprivate init(_ bytes: ArraySlice<UInt8>) throws(DatasetError) { try self.init(Array(bytes)) }
}
