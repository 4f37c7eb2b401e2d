import Testing

@testable import ZigguratImaging

@Suite("The picture of the sample image")
struct SamplePictureTests {
    /// The default size, made once.
    private static let usual = SamplePicture(width: 12_000, height: 8_000)

    private func row(_ picture: SamplePicture, _ y: Int, _ columns: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 3 * columns.count) { bytes, count in
            guard let first = bytes.baseAddress else { return }
            picture.draw(row: y, columns: columns, into: first)
            count = 3 * columns.count
        }
    }

    @Test(
        "a row is the same however it is cut",
        arguments: [(700, 467), (2_100, 1_400), (700, 7_000), (7_000, 467)])
    func pieces(_ width: Int, _ height: Int) {
        let picture = SamplePicture(width: width, height: height)
        for y in stride(from: height / 37, to: height, by: height / 6) {
            let whole = row(picture, y, 0..<width)
            for cut in [1, 16, 255, 256, 257, width / 2, width - 1] {
                let parts = row(picture, y, 0..<cut) + row(picture, y, cut..<width)
                #expect(parts == whole, "row \(y) cut at \(cut)")
            }
        }
    }

    @Test(
        "pixels are the same on every machine and in every build",
        arguments: [
            (1, 1, 0, 0, SIMD3<UInt8>(116, 35, 36)),
            (300, 200, 150, 30, SIMD3<UInt8>(229, 165, 100)),
            (12_000, 8_000, 6_000, 4_000, SIMD3<UInt8>(233, 199, 199)),
            (12_000, 8_000, 1_360, 4_440, SIMD3<UInt8>(250, 245, 221)),
            (12_000, 8_000, 9_000, 7_500, SIMD3<UInt8>(217, 203, 213)),
            (12_000, 100_000, 5_700, 50_003, SIMD3<UInt8>(135, 234, 205)),
        ])
    func fixed(_ width: Int, _ height: Int, _ x: Int, _ y: Int, _ expected: SIMD3<UInt8>) {
        let usual = (width, height) == (12_000, 8_000)
        let picture = usual ? Self.usual : SamplePicture(width: width, height: height)
        #expect(picture.pixel(x: x, y: y) == expected)
    }

    @Test(
        "shapes far from the usual are drawn",
        arguments: [
            (1, 1_000_000), (20_000, 1), (6_000, 4_500), (1_200, 100_000), (2, 2), (20_000, 30),
        ])
    func shapes(_ width: Int, _ height: Int) {
        let picture = SamplePicture(width: width, height: height)
        for y in [0, height / 3, height / 2, height * 9 / 10, height - 1] {
            let columns = width / 2..<min(width / 2 + 300, width)
            #expect(row(picture, y, columns).contains { $0 != 0 })
        }
    }

    /// How many pixels of a square have a neighbour on the right that clearly differs.
    private func edges(_ picture: SamplePicture, _ left: Int, _ top: Int) -> Int {
        var count = 0
        for y in stride(from: top, to: top + 256, by: 8) {
            let bytes = row(picture, y, left..<left + 256)
            for place in 0..<255 where abs(Int(bytes[3 * place]) - Int(bytes[3 * place + 3])) > 10 {
                count += 1
            }
        }
        return count
    }

    @Test(
        "there is something to see at full size all over the tower",
        arguments: [
            (5_500, 1_000), (6_000, 2_500), (4_000, 4_500), (8_000, 4_600), (2_000, 5_600),
            (9_500, 5_700), (3_000, 6_300), (11_500, 5_800),
        ])
    func detail(_ left: Int, _ top: Int) {
        let picture = Self.usual
        #expect(edges(picture, left, top) > 60)
        // The measure tells detail from a clear sky.
        #expect(edges(picture, 100, 4_600) < 60)
    }

    @Test("crosses with their place stand at every 500th pixel, but not elsewhere")
    func legend() {
        let picture = Self.usual
        // Along the column through a cross the pixels of its arms differ from those beside them.
        func contrast(_ x: Int, _ y: Int) -> Int {
            let a = picture.pixel(x: x, y: y)
            let b = picture.pixel(x: x - 3, y: y)
            return (0..<3).reduce(0) { $0 + abs(Int(a[$1]) - Int(b[$1])) }
        }
        for (x, y) in [(500, 3_500), (11_000, 2_500), (1_000, 4_000)] {
            #expect(contrast(x, y - 4) > 60)
            #expect(contrast(x + 40, y - 4) < 60)
        }
    }
}
