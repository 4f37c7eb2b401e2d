import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratSources

/// The places of pieces in a grid, by their names.
@Suite struct MosaicGridTests {
    @Test(
        arguments: [
            ("{row}_{column}.tif", "12_3.tif", [12, 3]), ("{row}_{column}.tif", "12_3.tiff", nil),
            ("t_x{column}_y{row}.jpg", "t_x007_y2.jpg", [2, 7]),
            ("{row}-{column}.png", "1-.png", nil),
            ("{row}{column}.tif", "11.tif", nil), ("{row}.tif", "1.tif", nil),
            ("a/{row}_{column}.tif", "1_1.tif", nil), ("/{row}_{column}.tif", "/1_1.tif", nil),
            ("{column}/{row}.jpg", "3/12.jpg", [12, 3]),
            ("{row}_{column}", "1_99999999999999999999", nil),
        ] as [(String, String, [Int]?)])
    func `A name gives the row and column of its piece`(
        pattern: String, name: String, place: [Int]?
    ) {
        let found = MosaicGrid(pattern)?.place(of: name)
        #expect(found.map { [$0.row, $0.column] } == place)
    }

    @Test func `The names of pieces decide their positions in the grid`() async throws {
        try await TemporaryFolder.with { folder in
            let pictures = folder["scan"]
            try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
            for (name, width, height) in [
                ("1_4.png", 30, 20), ("1_5.png", 28, 20), ("2_4.png", 30, 18), ("3_5.png", 20, 20),
            ] {
                try await TestPicture(width: width, height: height)
                    .write(to: pictures.appending(path: name))
            }
            try folder.write("text", to: "scan/notes.txt")
            let grid = try #require(MosaicGrid("{row}_{column}.png"))
            let list = try grid.list(of: pictures.path, prefix: "scan/", overlap: 4)
            #expect(
                list.mosaic == [
                    .init(file: "scan/1_4.png", x: 0, y: 0),
                    .init(file: "scan/1_5.png", x: 26, y: 0),
                    .init(file: "scan/2_4.png", x: 0, y: 16),
                    .init(file: "scan/3_5.png", x: 26, y: 30),
                ])
            try await TestPicture(width: 3, height: 3)
                .write(to: pictures.appending(path: "01_4.png"))
            #expect(throws: ZigguratError.self) {
                try grid.list(of: pictures.path, prefix: "scan/", overlap: 0)
            }
            let level = folder["scan/7"]
            try FileManager.default.createDirectory(at: level, withIntermediateDirectories: true)
            try await TestPicture(width: 30, height: 20).write(to: folder["scan/7/2.png"])
            let paths = try #require(MosaicGrid("{column}/{row}.png"))
            #expect(
                try paths.list(of: pictures.path, prefix: "", overlap: 0).mosaic
                    == [.init(file: "7/2.png", x: 0, y: 0)])
        }
    }
}
