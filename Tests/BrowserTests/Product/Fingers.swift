import TestSupport

/// What fingers do on a phone, on every page.
enum Fingers {
    /// Two in the middle that part.
    static let apart: [Firefox.Finger] = [
        (from: [170, 300], to: [60, 300]), (from: [190, 340], to: [300, 340]),
    ]

    /// One that goes to the next picture.
    static let onward: [Firefox.Finger] = [(from: [300, 320], to: [80, 330])]

    /// Remembers how large the picture is.
    static let remember = "window.scaleBefore = window.ziggurat.lens.matrix()[0]"

    /// Waits until the picture is at least twice as large; see ``patience(for:frames:)``.
    static func answer(frames: Int? = nil) -> String {
        patience(
            for: "return window.ziggurat.lens.matrix()[0] > 2 * window.scaleBefore;", frames: frames
        )
    }

    /// Waits until the body of a function is true: `done`; or, after a number of frames, `idle`.
    ///
    /// - Parameter frames: `nil` if it has to become true.
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
