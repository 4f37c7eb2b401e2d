import CPixels
import CSystemLibraries
import Testing

@testable import ImagingTestSupport
@testable import ZigguratImaging

/// Conversions of rows by a matrix, which processors with AVX-512 compute in vectors.
@Suite struct MatrixRowTests {
    @Test(arguments: [1.0, 1.8, 2.4])
    func `Vectors and tables give equal colours`(_ gamma: Double) throws {
        let tables = try Self.tables(gamma)
        // Samples in steps of 3, which reach 0 and 255, and rows of random colours.
        var colours: [UInt8] = []
        colours.reserveCapacity(3 * 86 * 86 * 86)
        for red in stride(from: 0, through: 255, by: 3) {
            for green in stride(from: 0, through: 255, by: 3) {
                for blue in stride(from: 0, through: 255, by: 3) {
                    colours.append(UInt8(red))
                    colours.append(UInt8(green))
                    colours.append(UInt8(blue))
                }
            }
        }
        var random = SeededGenerator(Int(10 * gamma))
        colours += random.bytes(3 * 5000)
        let isSame =
            Self.converted(colours, tables)
            == Self.converted(colours, tables, zig_matrix_row_in_tables)
        #expect(isSame)
    }

    @Test func `A row of any length writes its own pixels only`() throws {
        let tables = try Self.tables(2.2)
        var random = SeededGenerator(1)
        let colours = random.bytes(3 * 200)
        for count in [0, 1, 21, 22, 42, 43, 63, 64, 65, 127, 128, 200] {
            let row = Array(colours.prefix(3 * count))
            let expected = Self.converted(row, tables, zig_matrix_row_in_tables)
            #expect(Self.converted(row, tables) == expected, "\(count) pixels")
            #expect(expected.suffix(Self.guardCount).allSatisfy { $0 == Self.guardByte })
        }
    }

    @Test(.enabled(if: zig_has_matrix_vectors() != 0))
    func `The comparison detects another matrix`() throws {
        let tables = try Self.tables(2.2)
        var other = tables.tables
        other.factors.columns.0.1 += 64
        let colours = (0..<3 * 64).map { UInt8($0) }
        var ours = [UInt8](repeating: 0, count: colours.count)
        zig_matrix_row(&other, colours, &ours, 64, 3, 1)
        #expect(ours != Array(Self.converted(colours, tables).prefix(colours.count)))
    }

    private static let guardCount = 70
    private static let guardByte: UInt8 = 0xA5

    private typealias Conversion = (
        UnsafePointer<zig_matrix_tables>, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int32,
        Int32, Int32
    ) -> Void

    /// The converted pixels and the bytes after them.
    private static func converted(
        _ colours: [UInt8], _ tables: MatrixTables, _ convert: Conversion = zig_matrix_row
    ) -> [UInt8] {
        var result = [UInt8](repeating: guardByte, count: colours.count + guardCount)
        withUnsafePointer(to: tables.tables) {
            convert($0, colours, &result, Int32(colours.count / 3), 3, 1)
        }
        return result
    }

    private static func tables(_ gamma: Double) throws -> MatrixTables {
        let pixels = StoredPixels(colours: .rgb)
        let profile = try #require(
            ICCProfile(TestProfile.matrix(gamma: gamma), .relative, of: pixels))
        return try #require(MatrixTables(profile, sampleBytes: 1))
    }
}
