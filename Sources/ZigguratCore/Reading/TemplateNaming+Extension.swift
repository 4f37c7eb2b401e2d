extension NamingStrategy where Self == TemplateNaming {
    /// A template with the file extension of another program, such as `jpeg`.
    ///
    /// - Precondition: the extension is that of a tile format, and the template is well formed.
    package static func ending(_ ending: String, of template: StaticString) -> TemplateNaming {
        precondition(TileFormat(fileExtension: ending) != nil, "an ending of a tile")
        guard let naming = try? TemplateNaming("\(template).\(ending)") else {
            preconditionFailure("the template \(template) is well formed")
        }
        return naming
    }
}
