internal import ZigguratSystem

extension PageDescription {
    /// A level of the pyramid as the page sees it, with the paths of its tiles.
    public struct Level: Codable, Equatable, Sendable {
        /// The size of the level in its own pixels: that of the picture divided by `scaleFactor`
        /// and rounded up or, in formats that do so, down.
        public var width: Int
        public var height: Int
        public var columns: Int
        public var rows: Int
        /// How many pixels of the picture one pixel of this level stands for along a side.
        public var scaleFactor: Int
        /// What `{z}` stands for; the level's index in the list where it is nil.
        public var z: Int?
        /// The number of the level's first tile; 0 where it is nil.
        public var firstTile: Int?
        /// How far the picture begins inside the first tile, in pixels of the level; nothing where
        /// it is nil.
        public var shiftX: Int?
        public var shiftY: Int?
        /// Tiles that are not there because nothing is to be seen on them: the number of the first
        /// and how many follow each other, row by row, again and again. All are there where it is
        /// nil.
        public var absent: [Int]?
        /// A path with placeholders, or nil where `tiles` has every path.
        ///
        /// - `{column}` `{row}` `{x}` `{y}` `{tmsy}` `{z}` `{scaleFactor}`: the tile's address;
        ///   `{tmsy}` counts rows from the bottom of the level;
        /// - `{left}` `{top}` `{regionWidth}` `{regionHeight}`: what the tile shows, without
        ///   overlap, in pixels of the picture;
        /// - `{tileWidth}` `{tileHeight}`: its size without overlap and padding, in pixels of the
        ///   level;
        /// - `{number}` `{group}`: the tile's number, `firstTile` the first one's, row by row, and
        ///   the same divided by 256 and rounded down.
        ///
        /// `{y:04}` fills up with zeros to four digits. Names go through ``literal(_:)``.
        public var template: String?
        /// The path of each tile, row by row, nil where there is no tile; nil where `template`
        /// names them all.
        public var tiles: [String?]?

        public init(
            width: Int, height: Int, columns: Int, rows: Int, scaleFactor: Int, z: Int? = nil,
            template: String
        ) {
            self.init(width, height, columns, rows, scaleFactor, z, template, nil)
        }

        public init(
            width: Int, height: Int, columns: Int, rows: Int, scaleFactor: Int, z: Int? = nil,
            tiles: [String?]
        ) {
            self.init(width, height, columns, rows, scaleFactor, z, nil, tiles)
        }

        private init(
            _ width: Int, _ height: Int, _ columns: Int, _ rows: Int, _ scaleFactor: Int,
            _ z: Int?, _ template: String?, _ tiles: [String?]?
        ) {
            self.width = width
            self.height = height
            self.columns = columns
            self.rows = rows
            self.scaleFactor = scaleFactor
            self.z = z
            self.template = template
            self.tiles = tiles
        }

        /// A name as a part of a template: braces are doubled, so that none of them begins a
        /// placeholder.
        public static func literal(_ name: String) -> String {
            var result = ""
            for character in name.unicodeScalars {
                result.unicodeScalars.append(character)
                if character == "{" || character == "}" {
                    result.unicodeScalars.append(character)
                }
            }
            return result
        }
    }
}
