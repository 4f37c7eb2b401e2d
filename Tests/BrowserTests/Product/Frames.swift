import TestSupport

/// Frames of a page, at most sixty in a second. On a busy machine they take longer, as the page's own
/// timers and animations do.
enum Frames {
    /// A promise of JavaScript that is kept after a number of frames.
    static func pass(_ count: Int) -> String {
        """
        new Promise((done) => {
          const next = (left) => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : done(true));
          next(\(count));
        })
        """
    }
}

extension Browser {
    /// Lets frames pass, for what would happen soon and must not.
    func pass(frames count: Int = 30) async throws {
        try await run("return \(Frames.pass(count))")
    }
}
