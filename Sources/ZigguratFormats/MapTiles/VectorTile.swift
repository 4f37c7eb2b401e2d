// Vector Tile Specification 2.1, https://github.com/mapbox/vector-tile-spec/tree/master/2.1, and the
// wire format of protocol buffers, https://protobuf.dev/programming-guides/encoding.

internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

/// The outer structure of a Mapbox vector tile: layers, each with a name.
package enum VectorTile {
    /// The field number of the layers in a tile; the name in a layer has ``nameField``.
    private static let layerField = 3
    private static let nameField = 1
    /// The largest tile that is decompressed, in bytes.
    private static let largest = 1 << 28

    /// Checks that a tile is complete.
    ///
    /// - Throws: ``TileImageError`` without a subject.
    package static func check(_ bytes: [UInt8]) throws(ZigguratError) {
        guard !bytes.isEmpty else { throw ZigguratError(TileImageError.empty) }
        var tile = bytes
        if MapTileFormat.isGzip(bytes) {
            guard let plain = Inflate.gzip(bytes, limit: largest) else {
                throw ZigguratError(TileImageError.truncated)
            }
            tile = plain
        }
        guard let fields = Self.fields(of: tile[...]) else {
            throw ZigguratError(TileImageError.invalidData)
        }
        for field in fields where field.number == layerField {
            guard let layer = Self.fields(of: field.bytes),
                layer.contains(where: { $0.number == nameField && !$0.bytes.isEmpty })
            else { throw ZigguratError(TileImageError.invalidData) }
        }
    }

    private typealias Field = (number: Int, bytes: ArraySlice<UInt8>)

    /// Returns the fields of a message; `nil` if the message is truncated.
    private static func fields(of message: ArraySlice<UInt8>) -> [Field]? {
        var rest = message
        var fields: [Field] = []
        while !rest.isEmpty {
            guard let tag = varint(&rest) else { return nil }
            let length: Int
            switch tag & 7 {
            case 0:
                guard varint(&rest) != nil else { return nil }
                length = 0
            case 1: length = 8
            case 2:
                guard let stated = varint(&rest), stated <= UInt64(rest.count) else { return nil }
                length = Int(stated)
            case 5: length = 4
            default: return nil
            }
            guard length <= rest.count, tag >> 3 > 0, tag >> 3 < 1 << 29 else { return nil }
            fields.append((Int(tag >> 3), rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return fields
    }

    /// Removes a number from the start of the bytes: groups of seven bits, the lowest first.
    private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
