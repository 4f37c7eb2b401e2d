internal import CSystem

/// Information about the sources that the build passes to the compiler.
package enum BuildInformation {
    /// The version in the git tag of the sources: `1.2.0` for `v1.2.0`; `nil` without a tag.
    package static let tag: String? = {
        guard let tag = zig_tag().map({ String(cString: $0) }), !tag.isEmpty else { return nil }
        return tag.first == "v" ? String(tag.dropFirst()) : tag
    }()
}
