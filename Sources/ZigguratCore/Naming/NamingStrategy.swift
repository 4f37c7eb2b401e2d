public import ZigguratSystem

/// Computes the path of a tile.
///
/// ``TemplateNaming`` suits most viewers. If a name needs arithmetic that templates do not support,
/// write a type that conforms to this protocol:
///
///     struct Spiral: NamingStrategy {
///         func path(of tile: Tile) -> String {
///             "ring\(max(tile.column, tile.row))/\(tile.column)-\(tile.row).\(tile.fileExtension)"
///         }
///     }
public protocol NamingStrategy: Sendable {
    /// Returns the path of a tile, relative to the bundle's folder, with `/` between folders, not
    /// percent-encoded.
    ///
    /// Two written tiles (`Layout.isWritten(_:)`) never share a path, and a path never leaves the
    /// folder. Called from many threads.
    func path(of tile: Tile) -> String

    /// Returns a template from which the viewer page computes the paths of a level (see
    /// `PathTemplate`). If the result is `nil`, the page contains a table of all paths.
    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String?

    /// Returns the tile of a pyramid with a path; `nil` for other paths. Live servers call this
    /// method. If a naming returns `nil` for all paths, live servers have no tiles of its layout.
    func tile(at path: String, in pyramid: Pyramid) -> Tile?
}

extension NamingStrategy {
    public func tile(at path: String, in pyramid: Pyramid) -> Tile? { nil }

    public func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? { nil }
}

/// Names tiles by a template: `{z}/{x}/{y}.{ext}`.
public struct TemplateNaming: NamingStrategy, Hashable {
    package let template: PathTemplate

    package init(_ template: PathTemplate) { self.template = template }

    /// Parses a template; see `PathTemplate`.
    public init(_ text: String) throws(ZigguratError) { template = try PathTemplate(text) }

    /// Parses a template from a literal.
    ///
    /// - Precondition: the template is well formed.
    public init(literal text: StaticString) {
        do throws(ZigguratError) {
            try self.init("\(text)")
        } catch {
            preconditionFailure(error.description)
        }
    }

    public func path(of tile: Tile) -> String { template.path(of: tile) }

    public func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? {
        template.fixed(for: level, of: pyramid)
    }

    public func tile(at path: String, in pyramid: Pyramid) -> Tile? {
        template.tile(at: path, in: pyramid)
    }
}

extension NamingStrategy where Self == TemplateNaming {
    /// Returns the naming of a literal template: `.template("{z}/{x}/{y}.{ext}")`.
    public static func template(_ text: StaticString) -> TemplateNaming {
        TemplateNaming(literal: text)
    }

    /// Returns a template with the file extension of another program, such as `jpeg`.
    ///
    /// - Precondition: a tile format has the extension, and the template is well formed.
    package static func ending(_ ending: String, of template: StaticString) -> TemplateNaming {
        precondition(TileFormat(fileExtension: ending) != nil, "an ending of a tile")
        guard let naming = try? TemplateNaming("\(template).\(ending)") else {
            preconditionFailure("the template \(template) is well formed")
        }
        return naming
    }
}

/// The reason why a template cannot name tiles. The error's subject is the template.
package struct NamingError: ErrorReason {
    package enum Kind: Hashable, Sendable {
        case unopenedBrace
        case unclosedBrace
        case emptyName
        /// A folder or file called `.` or `..`.
        case relativeName(String)
        case controlCharacter
        /// A folder or file whose name begins with a full stop. `serve` does not send such files.
        case hiddenName(String)
        case unknownPlaceholder(String)
        case invalidWidth(String, placeholder: String)
        case nameTooLong(bytes: Int, limit: Int)
        case pathTooLong(bytes: Int, limit: Int)
        /// The bundle's page needs this path.
        case reservedPath(String)
        /// Two tiles have the same path. The densities and the placeholder distinguish the tiles.
        case duplicatePath(
            String, [Tile.Address], densities: [Int], placeholder: String, isUsed: Bool)
    }

    package let kind: Kind
    /// The position in the template, in characters from 1.
    package let position: Int

    package init(_ kind: Kind, position: Int) {
        self.kind = kind
        self.position = position
    }

    package var code: ZigguratError.Code { .invalidOptions }
}

extension NamingError: CustomStringConvertible {
    package var description: String { "character \(position): \(kind)" }
}

extension NamingError.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unopenedBrace: "unexpected “}”"
        case .unclosedBrace: "missing “}”"
        case .emptyName: "missing name of a folder or file"
        case .relativeName(let name): "invalid name “\(name)”"
        case .controlCharacter: "invalid control character"
        case .hiddenName(let name): "invalid hidden name “\(name)”"
        case .unknownPlaceholder(let word): "unknown placeholder {\(word)}"
        case .invalidWidth(let width, _): "invalid width “\(width)”"
        case .nameTooLong(let bytes, _): "name too long: \(bytes) bytes"
        case .pathTooLong(let bytes, _): "path too long: \(bytes) bytes"
        case .reservedPath(let path): "reserved path “\(path)”: the bundle's page uses it"
        case .duplicatePath(let path, let tiles, let densities, _, _):
            Self.duplicate(path, tiles, densities)
        }
    }

    private static func duplicate(
        _ path: String, _ tiles: [Tile.Address], _ densities: [Int]
    ) -> String {
        let scales = densities[0] == densities[1] ? ["", ""] : densities.map { "@\($0)x" }
        return "duplicate path “\(path)” of two tiles: \(tiles[0])\(scales[0]) and "
            + "\(tiles[1])\(scales[1])"
    }
}
