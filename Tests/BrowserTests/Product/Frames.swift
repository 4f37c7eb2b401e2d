import TestSupport

/// Waits for frames of a page, at most sixty in a second. Frames slow down on a busy machine, and
/// so do the timers and animations of the page.
enum Frames {
    /// Returns a JavaScript promise that resolves after a number of frames.
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
    /// Waits for frames, before a check that something did not happen.
    func pass(frames count: Int = 30) async throws {
        try await run("return \(Frames.pass(count))")
    }
}
