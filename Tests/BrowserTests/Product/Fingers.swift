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

    /// Waits until the picture is at least twice as large: `done`, or `idle` where it does not
    /// become so.
    static func answer(milliseconds: Int) -> String {
        patience(
            for: "return window.ziggurat.lens.matrix()[0] > 2 * window.scaleBefore;",
            milliseconds: milliseconds)
    }

    /// Waits until the body of a function is true: `done`, or `idle` where it does not become so.
    static func patience(for outcome: String, milliseconds: Int) -> String {
        """
        const isDone = () => { \(outcome) };
        const end = Date.now() + \(milliseconds);
        return (async () => {
          while (Date.now() < end) {
            if (isDone()) return 'done';
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          return 'idle';
        })();
        """
    }
}
