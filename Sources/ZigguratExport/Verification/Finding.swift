public import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// Something that is wrong with a pyramid or an export: one line for a person.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of fault, for programs.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A tile, or one of its names, is not there.
        case missingTile
        /// A tile is empty, ends early, cannot be decoded or differs from its twin.
        case damagedTile
        /// A tile has another width or height than its place asks for.
        case wrongSize
        /// A tile is of another format than its pyramid.
        case wrongFormat
        /// A file other than a tile is missing or empty.
        case missingFile
        /// A file that belongs to nothing.
        case extraFile
        /// A descriptor is broken, or says other things than the tiles.
        case descriptor
        /// The export's manifest says other things than the files.
        case manifest
        /// A file's checksum is another one.
        case checksum
        /// The archive or tile database itself is damaged.
        case container
    }

    public let kind: Kind
    /// The file, or the place in a file.
    public let place: String
    /// The tile that it is about, if it is about one.
    public let tile: TileAddress?
    /// What is wrong, without the place and without a full stop.
    public let problem: String
    /// What to do about it.
    public let remedy: String

    public init(
        _ kind: Kind, _ place: String, tile: TileAddress? = nil, _ problem: String, remedy: String
    ) {
        self.kind = kind
        self.place = place
        self.tile = tile
        self.problem = problem
        self.remedy = remedy
    }

    public var description: String {
        let tile = tile.map { " (\($0))" } ?? ""
        return "\(place)\(tile): \(problem)\(remedy.isEmpty ? "" : "; \(remedy)")"
    }
}
