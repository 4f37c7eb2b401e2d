import CPixels
import Testing

@testable import ImagingTestSupport
@testable import ZigguratImaging

/// The loops over numbers of floating-point images.
@Suite struct NumberRowTests {
    private static let special: [Float] = [
        0, -0.0, 1, -1, .nan, .infinity, -.infinity, 1e30, -1e30, .leastNonzeroMagnitude, -9999,
        -9999, 65_535,
    ]

    private static func numbers(_ count: Int, _ seed: Int) -> [Float] {
        var random = SeededGenerator(seed)
        return (0..<count).map { index in
            index.isMultiple(of: 5)
                ? special[Int.random(in: 0..<special.count, using: &random)]
                : Float.random(in: -5000...5000, using: &random)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 17, 4096, 50_000])
    func `Sorting gives the order of the standard library`(_ count: Int) {
        var numbers = Self.numbers(count, count).filter(\.isFinite)
        let sorted = numbers.sorted()
        var scratch = numbers
        zig_sort_numbers(&numbers, &scratch, Int32(numbers.count))
        // 0 and -0 are equal, and in any order.
        #expect(numbers == sorted)
    }

    @Test(arguments: [Double?.none, -9999], [1, 2, 7, 1000])
    func `Every n-th finite number that is not missing is picked`(_ missing: Double?, _ step: Int) {
        let limit = 1 << 20
        for width in [1, 3, 64, 333] {
            var search = NumberSearch(
                sampleCount: step * limit, isFloat: true, missing: missing)
            var valid: [Float] = []
            for y in 0..<40 {
                let row = y == 7 ? Array(repeating: .nan, count: width) : Self.numbers(width, y)
                valid += row.filter { $0.isFinite && Double($0) != missing }
                row.withUnsafeBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    let summary = search.examine(start, count: width)
                    let goesOn = search.take(start, count: width, summary)
                    #expect(goesOn)
                }
            }
            let picked = stride(from: 0, to: valid.count, by: step).map { valid[$0] }
            #expect(search.sorted() == picked.sorted())
            #expect(search.least == valid.min() ?? .infinity)
            #expect(search.most == valid.max() ?? -.infinity)
        }
    }

    @Test(arguments: [Double?.none, 7, 65_535, 3.5])
    func `Samples of 16 bits are picked like numbers`(_ missing: Double?) {
        var random = SeededGenerator(5)
        var search = NumberSearch(sampleCount: 3 << 20, isFloat: false, missing: missing)
        var largest = LargestSampleSearch(endingAt: .max, missing: missing)
        var valid: [Float] = []
        for _ in 0..<50 {
            let row = (0..<77).map { _ in
                [7, 65_535, UInt16.random(in: 0...40_000, using: &random)][
                    Int.random(in: 0..<3, using: &random)]
            }
            valid += row.filter { Double($0) != missing }.map(Float.init)
            row.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                let goesOn = search.take(start, count: 77, search.examine(start, count: 77))
                let looksOn = largest.take(start, count: 77, largest.examine(start, count: 77))
                #expect(goesOn && looksOn)
            }
        }
        let picked = stride(from: 0, to: valid.count, by: 3).map { valid[$0] }
        #expect(search.sorted() == picked.sorted())
        #expect(search.least == valid.min() && search.most == valid.max())
        #expect(Float(largest.largest) == valid.max())
    }

    /// The predictor divides numbers into planes of bytes, and stores the difference to the byte
    /// one pixel before. Source: Adobe Photoshop TIFF Technical Note 3.
    @Test(arguments: [2, 4, 8], [1, 3])
    func `Undoing the floating-point predictor restores the bytes`(_ bytes: Int, _ distance: Int) {
        var random = SeededGenerator(bytes)
        for count in [1, 7, 15, 16, 17, 33, 256].map({ $0 * distance }) {
            let numbers = (0..<count * bytes).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            // Numbers are in the byte order of the processor, planes begin with the highest byte.
            let planes = (0..<bytes).flatMap { plane in
                (0..<count).map { numbers[$0 * bytes + bytes - 1 - plane] }
            }
            var row = planes.indices.map { place in
                place < distance ? planes[place] : planes[place] &- planes[place - distance]
            }
            var scratch = [UInt8](repeating: 0, count: row.count)
            zig_undo_float_predictor(
                &row, &scratch, Int32(count), Int32(distance), Int32(bytes))
            #expect(row == numbers, "\(count) numbers")
        }
    }
}
