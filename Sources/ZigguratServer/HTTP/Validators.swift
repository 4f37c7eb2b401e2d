/// Decides whether a client's copy of a file is current: RFC 9110, sections 8.8 and 13.
struct Validators: Hashable {
    /// In quotation marks. Strong: a new version has another inode, time or size.
    let entityTag: String
    /// Seconds since 1970.
    let modified: Int

    /// The validators of a part of the file.
    ///
    /// - Parameter mark: distinguishes the part from others: letters, digits and hyphens.
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

    /// Whether a part may be sent to a client that has another part, by the header `If-Range`.
    func allowPart(ifRange: String?) -> Bool {
        guard let ifRange else { return true }
        return ifRange == entityTag || ifRange == lastModified
    }
}
