import TestSupport

/// Finger gestures for phones, which work on every page.
enum Fingers {
    /// Two fingers in the middle that move apart.
    static let apart: [Firefox.Finger] = [
        (from: [170, 300], to: [60, 300]), (from: [190, 340], to: [300, 340]),
    ]

    /// A swipe to the left, which shows the next image.
    static let onward: [Firefox.Finger] = [(from: [300, 320], to: [80, 330])]

    /// Stores the current scale of the image.
    static let remember = "window.scaleBefore = window.ziggurat.lens.matrix()[0]"

    /// Waits until the image has at least twice its stored scale; see ``patience(for:frames:)``.
    static func answer(frames: Int? = nil) -> String {
        patience(
            for: "return window.ziggurat.lens.matrix()[0] > 2 * window.scaleBefore;", frames: frames
        )
    }

    /// Returns a script that waits until a function body returns true. The result is `done`, or
    /// `idle` after a number of frames.
    ///
    /// - Parameter frames: the largest number of frames; `nil` waits without a limit.
    static func patience(for outcome: String, frames: Int? = nil) -> String {
        """
        const isDone = () => { \(outcome) };
        return (async () => {
          for (let left = \(frames.map(String.init) ?? "Infinity"); left > 0; left -= 1) {
            if (isDone()) return 'done';
            await \(Frames.pass(1));
          }
          return 'idle';
        })();
        """
    }
}
