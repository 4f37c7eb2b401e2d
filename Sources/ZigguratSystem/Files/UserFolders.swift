internal import Glibc

/// Folders of the user, as the XDG Base Directory Specification defines them.
package enum UserFolders {
    /// The folder of caches; `nil` if neither `XDG_CACHE_HOME` nor `HOME` is set.
    package static var caches: String? {
        if let folder = value("XDG_CACHE_HOME"), folder.utf8.first == UInt8(ascii: "/") {
            return folder
        }
        return value("HOME").map { "\($0)/.cache" }
    }

    private static func value(_ name: String) -> String? {
        // `unsafe`: Swift keeps the C string of the name until the call returns. The value is
        // copied.
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
