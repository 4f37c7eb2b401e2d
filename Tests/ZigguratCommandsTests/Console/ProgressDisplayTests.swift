import Synchronization
import Testing
import ZigguratKit

@testable import ZigguratCommands
@testable import ZigguratPyramid

/// The output of each progress style.
@Suite struct ProgressDisplayTests {
    /// A clock that a test advances.
    private final class Watch: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func pass(_ seconds: Double) { time.withLock { $0 += .seconds(seconds) } }
    }

    /// Simulates the progress of an image of 10 megapixels: for three seconds, a fifth of the image
    /// each second, in steps of half a second.
    private func shown(_ style: ProgressStyle, isTerminal: Bool) -> [String] {
        let transcript = Tool.Transcript()
        let watch = Watch()
        var display = ProgressDisplay(
            style, on: transcript.console(isTerminal: isTerminal), now: { watch.now })
        display.begin("photo")
        for step in 1...6 {
            watch.pass(0.5)
            let progress = ExportProgress(
                rowsRead: 200 * step, tilesDone: 10 * step, tileCount: 100)
            display.update {
                ProgressReport(progress, of: PixelSize(width: 5000, height: 2000), elapsed: $0)
            }
            // The display skips this update because it follows the previous one too closely.
            display.update {
                ProgressReport(progress, of: PixelSize(width: 5000, height: 2000), elapsed: $0)
            }
        }
        display.end()
        #expect(transcript.output.withLock { $0 } == "")
        return transcript.errors.withLock { $0 }.split(separator: "\n").map(String.init)
    }

    @Test func bar() throws {
        let text = try #require(shown(.auto, isTerminal: true).first)
        let frames = text.split(separator: "\r").map(String.init)
        #expect(frames.count == 7)
        #expect(
            frames[0]
                == "photo  ██░░░░░░░░░░░░░░░░░░░░░░  10 of 100 tiles, 2.0 MP/s, 4.5 s left\u{1B}[K")
        #expect(
            frames[5]
                == "photo  ██████████████░░░░░░░░░░  60 of 100 tiles, 2.0 MP/s, 2.0 s left\u{1B}[K")
        // The bar is erased at the end.
        #expect(frames[6] == "\u{1B}[K")
        #expect(shown(.bar, isTerminal: false) == [text])
    }

    @Test func plainLines() {
        #expect(
            shown(.plain, isTerminal: false) == ["photo: 40 of 100 tiles, 2.0 MP/s, 3.0 s left"])
        #expect(shown(.plain, isTerminal: true) == shown(.plain, isTerminal: false))
    }

    @Test func events() {
        let lines = shown(.json, isTerminal: false)
        #expect(lines.count == 6)
        #expect(
            lines.first == #"{"event":"progress","megapixelsPerSecond":2,"name":"photo","#
                + #""secondsLeft":4.5,"tileCount":100,"tilesDone":10}"#)
    }

    @Test func nothing() {
        #expect(shown(.auto, isTerminal: false) == [])
        #expect(shown(.none, isTerminal: true) == [])
    }
}
