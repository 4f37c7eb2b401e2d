/// The title of an image that has none: its name with spaces.
package enum ReadableTitle {
    /// Returns `Wine by Jakkub Mede` for `Wine_by_Jakkub_Mede`. A name with spaces stays as it is.
    package static func of(_ name: String) -> String {
        guard !name.contains(" ") else { return name }
        let words = name.split(separator: "_")
        return words.count > 1 ? words.joined(separator: " ") : name
    }
}
