internal import ZigguratSystem

extension NamingStrategy where Self == TemplateNaming {
    /// A template with an ending that is written as another tool does it.
    ///
    /// - Precondition: the ending is that of a format, and the template well formed.
    package static func ending(_ ending: String, of template: StaticString) -> TemplateNaming {
        precondition(TileFormat(fileExtension: ending) != nil, "an ending of a tile")
        guard let naming = try? TemplateNaming("\(template).\(ending)") else {
            preconditionFailure("the template \(template) is well formed")
        }
        return naming
    }
}
