/// The entity tag and the time of a file, to decide whether a client's copy is current.
///
/// Source: RFC 9110, sections 8.8 and 13.
struct Validators: Hashable {
    /// The entity tag, in quotation marks. It is strong: a new version of the file has another
    /// inode, time or size.
    let entityTag: String
    /// The modification time, in seconds since 1970.
    let modified: Int

    /// Returns the validators of a part of the file.
    ///
    /// - Parameter mark: a text that distinguishes the part from other parts: letters, digits and
    ///   hyphens.
    func of(part mark: String) -> Validators {
        Validators(entityTag: "\(entityTag.dropLast())-\(mark)\"", modified: modified)
    }

    var lastModified: String { HTTPDate.text(modified) }

    /// Whether the client's copy is current. `If-None-Match` takes precedence.
    func areMet(noneMatch: String?, modifiedSince: String?) -> Bool {
        if let noneMatch {
            return noneMatch.split(separator: ",").contains { entry in
                let tag = entry.drop { $0 == " " || $0 == "\t" }
                let trimmed = String(tag.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
                return trimmed == "*" || trimmed == entityTag || trimmed == "W/\(entityTag)"
            }
        }
        guard let date = modifiedSince.flatMap(HTTPDate.seconds) else { return false }
        return modified <= date
    }

    /// Whether a client may get the requested part, according to the header `If-Range`.
    func allowPart(ifRange: String?) -> Bool {
        guard let ifRange else { return true }
        return ifRange == entityTag || ifRange == lastModified
    }
}
