/// The title of an image without a title: its name with spaces.
package enum ReadableTitle {
    /// Returns `Wine by Jakkub Mede` for `Wine_by_Jakkub_Mede`. A name that contains spaces is
    /// unchanged.
    package static func of(_ name: String) -> String {
        guard !name.contains(" ") else { return name }
        let words = name.split(separator: "_")
        return words.count > 1 ? words.joined(separator: " ") : name
    }
}
