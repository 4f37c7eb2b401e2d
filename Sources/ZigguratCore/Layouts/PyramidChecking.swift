package import ZigguratSystem

/// A layout that cannot name the tiles of every pyramid.
package protocol PyramidChecking: Layout {
    /// Checks that every tile of some pyramids has a valid path; called before any file is written.
    ///
    /// - Parameter pyramids: all pyramids of one image; empty if no image is known yet.
    func validate(_ pyramids: [Pyramid]) throws(ZigguratError)
}

extension Layout {
    package func check(_ pyramids: [Pyramid]) throws(ZigguratError) {
        try (self as? any PyramidChecking)?.validate(pyramids)
    }
}
