import Testing
import ZigguratCore

@testable import ZigguratFormats

@Suite struct MapAreaTests {
    /// The bounds in the metadata of MBTiles, and the columns and rows that GDAL writes for them.
    @Test(
        "The bounds of a map give its columns and rows",
        arguments: [
            ("8.983152841,49.732048324,10.240794238,50.309217030", 10, 537...541, 345...348),
            ("8.983152841, 49.732048324, 10.240794238, 50.309217030", 8, 134...135, 86...87),
            // The same in metres.
            ("1000000,6400000,1140000,6500000", 10, 537...541, 345...348),
            ("-180,0,0,85.0511287798", 1, 0...0, 0...0),
            ("0,-85.0511287798,180,0", 1, 1...1, 1...1),
            // Edges on borders of tiles, with a rounding error.
            ("-0.0000001,-66.513260443,90.0000001,0", 2, 2...2, 2...2),
            ("-400000000,-80,100,80", 0, 0...0, 0...0), ("170,10,200,20", 3, 7...7, 3...3),
            ("1,1,1.0000001,1.0000001", 30, 539_853_528...539_853_528, 533_888_144...533_888_144),
        ])
    func cells(text: String, zoom: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) throws {
        let cells = try #require(MapArea(text)).cells(zoom)
        #expect(cells.columns == columns && cells.rows == rows, "\(cells)")
    }

    @Test(
        "Invalid bounds and the bounds of the world are ignored",
        arguments: [
            "", "1,2,3", "1,2,3,4,5", "a,b,c,d", "nan,1,2,3", "1,inf,2,3", "3,1,1,2", "1,3,2,1",
            "1,1,1,2", "-180,-85.0511,180,85.0511", "-180,-90,180,90", "200,1,300,2",
            "-20037508.34,-20037508.34,20037508.34,20037508.34",
        ])
    func noBounds(text: String) { #expect(MapArea(text) == nil) }
}
