public import ZigguratSystem

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
