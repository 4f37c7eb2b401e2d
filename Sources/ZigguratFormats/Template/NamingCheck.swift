internal import ZigguratCore
internal import ZigguratSystem

/// Checks the paths of all tiles by a template before the first tile is written.
struct NamingCheck {
    let template: PathTemplate

    /// The longest name of a file or folder on common file systems, in bytes.
    private static let longestName = 255
    /// The longest path in a bundle, in bytes: the system allows 4096 with the destination's path.
    private static let longestPath = 3000

    /// - Throws: ``NamingFailure`` if two tiles have one path, or a path is invalid.
    func check(_ pyramids: [Pyramid]) throws(ZigguratError) {
        // Hashes need a fraction of the memory of paths, for millions of tiles.
        var hashes: [Int] = []
        hashes.reserveCapacity(pyramids.reduce(0) { $0 + $1.tileCount })
        for pyramid in pyramids {
            for tile in pyramid.tiles {
                let path = template.path(of: tile)
                try check(path)
                hashes.append(path.hashValue)
            }
        }
        hashes.sort()
        let repeated = Set(zip(hashes, hashes.dropFirst()).filter { $0 == $1 }.map(\.0))
        guard !repeated.isEmpty else { return }
        var first: [String: Tile] = [:]
        for tile in pyramids.flatMap({ Array($0.tiles) }) {
            let path = template.path(of: tile)
            guard repeated.contains(path.hashValue) else { continue }
            if let other = first[path] { throw clash(other, tile, path) }
            first[path] = tile
        }
    }

    private func check(_ path: String) throws(ZigguratError) {
        let segments = path.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let name = String(decoding: segment, as: UTF8.self)
            if segment.count > Self.longestName {
                throw error(at: index, .nameTooLong(bytes: segment.count, limit: Self.longestName))
            }
            if name.isEmpty { throw error(at: index, .emptyName) }
            if name == "." || name == ".." { throw error(at: index, .relativeName(name)) }
            if name.hasPrefix(".") { throw error(at: index, .hiddenName(name)) }
        }
        if segments[0].elementsEqual("viewer".utf8) || path == "index.html" {
            throw error(at: 0, .reservedPath(path))
        }
        if path.utf8.count > Self.longestPath {
            throw error(at: 0, .pathTooLong(bytes: path.utf8.count, limit: Self.longestPath))
        }
    }

    private func clash(_ tile: Tile, _ other: Tile, _ path: String) -> ZigguratError {
        let missing =
            if tile.pyramid.density != other.pyramid.density {
                "{scale}"
            } else if tile.level.index != other.level.index {
                "{z}"
            } else if tile.column != other.column {
                "{x}"
            } else {
                "{y}"
            }
        return error(
            at: path.utf8.count { $0 == UInt8(ascii: "/") },
            .duplicatePath(
                path, [tile.address, other.address],
                densities: [tile.pyramid.density, other.pyramid.density], placeholder: missing,
                isUsed: template.description.contains(missing.dropLast())))
    }

    private func error(at segment: Int, _ problem: NamingFailure.Problem) -> ZigguratError {
        ZigguratError(
            NamingFailure(problem, position: template.position(ofSegment: segment)),
            template.description)
    }
}
