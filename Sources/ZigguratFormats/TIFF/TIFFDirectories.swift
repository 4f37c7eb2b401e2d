internal import ZigguratSystem

/// The beginning of a BigTIFF file: its header and all directories with their values. A client
/// reads them with one request.
///
/// Source: BigTIFF (https://libtiff.gitlab.io/libtiff/specification/bigtiff.html); OGC 21-026, Cloud
/// Optimized GeoTIFF, section 7.
struct TIFFDirectories {
    private static let headerBytes = 16
    private static let entryBytes = 20

    /// The fields of each directory, the largest level first.
    let directories: [[TIFFField]]

    /// Rounds an offset up to a multiple of eight bytes.
    private static func aligned(_ offset: Int) -> Int { (offset + 7) & ~7 }

    /// Returns the size of a directory with its values, but without the offsets and sizes of its
    /// tiles.
    private static func byteCount(of fields: [TIFFField]) -> Int {
        fields.reduce(aligned(8 + entryBytes * fields.count + 8)) { sum, field in
            sum + (field.isLong && !field.isOfTiles ? aligned(field.bytes.count) : 0)
        }
    }

    /// The fields with the offsets and sizes of the tiles, the smallest level first.
    private var tileFields: [TIFFField] {
        directories.reversed().flatMap { $0.filter { $0.isLong && $0.isOfTiles } }
    }

    /// The size of ``bytes``, which depends only on the number of values.
    var byteCount: Int {
        let start = directories.reduce(Self.headerBytes) { $0 + Self.byteCount(of: $1) }
        return tileFields.reduce(start) { $0 + Self.aligned($1.bytes.count) }
    }

    /// All directories, then the offsets and sizes of the tiles, the smallest level first.
    ///
    /// So the first request of a client reads all levels and the tile offsets of the smaller
    /// levels.
    var bytes: [UInt8] {
        var bytes: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0]
        bytes.reserveCapacity(byteCount)
        bytes.append(little: UInt64(Self.headerBytes))
        let end = byteCount
        // The offsets and sizes of the tiles follow the last directory, the smallest level first.
        var tilesEnd = end
        for (number, fields) in directories.enumerated() {
            let next = bytes.count + Self.byteCount(of: fields)
            let tileBytes = fields.reduce(0) {
                $0 + ($1.isLong && $1.isOfTiles ? Self.aligned($1.bytes.count) : 0)
            }
            tilesEnd -= tileBytes
            append(
                fields, tilesAt: tilesEnd, next: number + 1 < directories.count ? next : 0,
                to: &bytes)
            bytes.append(zerosTo: next)
        }
        for field in tileFields { bytes.append(aligned: field.bytes) }
        return bytes
    }

    private func append(
        _ fields: [TIFFField], tilesAt tiles: Int, next: Int, to bytes: inout [UInt8]
    ) {
        let fields = fields.sorted { $0.tag.rawValue < $1.tag.rawValue }
        let behind = Self.aligned(bytes.count + 8 + Self.entryBytes * fields.count + 8)
        var (values, tiles) = (behind, tiles)
        bytes.append(little: UInt64(fields.count))
        for field in fields {
            bytes.append(little: field.tag.rawValue)
            bytes.append(little: field.kind.rawValue)
            bytes.append(little: UInt64(field.count))
            let length = Self.aligned(field.bytes.count)
            if !field.isLong {
                bytes.append(aligned: field.bytes)
            } else if field.isOfTiles {
                bytes.append(little: UInt64(tiles))
                tiles += length
            } else {
                bytes.append(little: UInt64(values))
                values += length
            }
        }
        bytes.append(little: UInt64(next))
        bytes.append(zerosTo: behind)
        for field in fields where field.isLong && !field.isOfTiles {
            bytes.append(aligned: field.bytes)
        }
    }
}

extension TIFFField {
    /// Whether the values do not fit into the directory entry.
    fileprivate var isLong: Bool { bytes.count > 8 }

    fileprivate var isOfTiles: Bool { tag == .tileOffsets || tag == .tileByteCounts }
}

extension [UInt8] {
    fileprivate mutating func append(zerosTo end: Int) {
        append(contentsOf: repeatElement(0, count: end - count))
    }

    /// Appends bytes, and zeros up to a multiple of eight.
    fileprivate mutating func append(aligned bytes: [UInt8]) {
        self += bytes
        append(contentsOf: repeatElement(0, count: -bytes.count & 7))
    }
}
