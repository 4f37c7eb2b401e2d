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
            // Bounds in metres.
            ("1000000,6400000,1140000,6500000", 10, 537...541, 345...348),
            ("-180,0,0,85.0511287798", 1, 0...0, 0...0),
            ("0,-85.0511287798,180,0", 1, 1...1, 1...1),
            // Edges on tile borders, with a rounding error.
            ("-0.0000001,-66.513260443,90.0000001,0", 2, 2...2, 2...2),
            ("-400000000,-80,100,80", 0, 0...0, 0...0), ("170,10,200,20", 3, 7...7, 3...3),
            ("1,1,1.0000001,1.0000001", 30, 539_853_528...539_853_528, 533_888_144...533_888_144),
        ])
    func cells(text: String, zoom: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) throws {
        let cells = try #require(Self.area(text)).cells(ofZoom: zoom)
        #expect(cells.columns == columns && cells.rows == rows, "\(cells)")
    }

    @Test(
        "Invalid bounds and the bounds of the world are ignored",
        arguments: [
            "", "1,2,3", "1,2,3,4,5", "a,b,c,d", "nan,1,2,3", "1,inf,2,3", "3,1,1,2", "1,3,2,1",
            "1,1,1,2", "200,1,300,2", "0,86,10,90",
        ])
    func noBounds(text: String) { #expect(Self.area(text) == nil) }

    /// The bounds in degrees or metres, as in `tilemapresource.xml`.
    private static func area(_ text: String) -> MapArea? {
        text.commaSeparatedNumbers.flatMap(MapArea.bounds).flatMap { MapArea($0) }
    }

    /// Programs write the bounds of the world if they do not know the bounds.
    @Test(
        "The bounds of the world count if tiles reach all of its edges",
        arguments: [
            "-180,-85.0511,180,85.0511", "-180,-90,180,90",
            "-20037508.34,-20037508.34,20037508.34,20037508.34",
        ])
    func world(text: String) throws {
        var metadata = MapMetadata()
        let bounds: MapBounds = try #require(
            text.commaSeparatedNumbers.flatMap(MapArea.bounds))
        metadata.bounds = bounds
        let corner = Tile.Address(level: 3, column: 7, row: 7)
        let other = Tile.Address(level: 3, column: 0, row: 0)
        #expect(MapArea.cells(of: metadata, TileRanges([corner])) == nil)
        #expect(MapArea.cells(of: metadata, TileRanges([corner, other])) != nil)
        metadata.hasBoundsOfTiles = true
        #expect(MapArea.cells(of: metadata, TileRanges([corner, other])) == nil)
    }

    @Test(
        "Cells are converted to bounds and back",
        arguments: [
            (0, 0...0, 0...0), (3, 7...7, 0...7), (9, 270...273, 171...173),
            (30, 539_853_528...539_853_530, 533_888_144...533_888_144),
        ])
    func back(zoom: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) throws {
        let bounds = try #require(MapArea.bounds(ofZoom: zoom, (columns, rows)))
        let cells = try #require(MapArea(bounds)).cells(ofZoom: zoom)
        #expect(cells.columns == columns && cells.rows == rows, "\(bounds) \(cells)")
    }
}
