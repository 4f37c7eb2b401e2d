internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSystem
internal import ZigguratViewer

/// The page of an image during its export: a preview and the progress. The page reloads itself when
/// the export is done.
enum LivePage {
    /// - Parameter depth: the number of folders from the image's folder down to the page.
    static func bytes(of plan: ExportPlan, depth: Int, _ texts: ServerTexts) -> [UInt8] {
        let up = String(repeating: "../", count: depth)
        let size = plan.header.size
        let title = FolderPage.escaped(ReadableTitle.of(plan.name))
        let states = JSONValue.object([
            "waiting": .string(texts.text(.waiting)), "elsewhere": .string(texts.text(.elsewhere)),
            "running": .string(texts.text(.running)),
        ])
        let running = FolderPage.escaped(texts.text(.running))
        return document(
            title,
            """
            <figure>
            <img src="\(up)\(LiveResponder.extras)/preview.jpg" width="\(size.width)" \
            height="\(size.height)" alt="\(title)">
            <figcaption><span id="state" role="status">\(running)</span>
            <progress id="progress" max="1" aria-labelledby="state"></progress></figcaption>
            </figure>
            <script>
            const state = document.getElementById('state');
            const bar = document.getElementById('progress');
            const texts = \((try? states.scriptText()) ?? "{}");
            async function ask() {
                let delay = 500;
                try {
                    const answer = await fetch('\(up)\(LiveResponder.extras)/progress.json');
                    if (!answer.ok) return location.reload();
                    const now = await answer.json();
                    if (now.state === 'done' || now.state === 'failed') return location.reload();
                    state.textContent = texts[now.state] ?? '';
                    if (now.tiles) bar.value = now.done / now.tiles;
                } catch {
                    delay = 3000;
                }
                setTimeout(ask, delay);
            }
            setTimeout(ask, 300);
            </script>
            """, texts)
    }

    /// - Parameter name: the name of the image.
    static func bytes(
        ofProblem text: ServerText, with name: String, _ texts: ServerTexts
    ) -> [UInt8] {
        let name = FolderPage.escaped(name)
        let text = FolderPage.escaped(texts.text(text))
        return document(
            name, "<main><h1 dir=\"auto\">\(name)</h1>\n<p>\(text)</p>\n</main>", texts)
    }

    static func progress(of state: LiveJob.State) -> JSONValue {
        switch state {
        case .waiting: ["state": "waiting"]
        case .elsewhere: ["state": "elsewhere"]
        case .running(let progress):
            [
                "state": "running", "done": .integer(progress.tilesDone),
                "tiles": .integer(progress.tileCount),
            ]
        case .done: ["state": "done"]
        case .failed: ["state": "failed"]
        }
    }

    static func document(_ title: String, _ body: String, _ texts: ServerTexts) -> [UInt8] {
        let page = """
            <!DOCTYPE html>
            <html lang="\(texts.tag)" dir="\(texts.direction)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            <style>
            :root { color-scheme: light dark; --back: #f3f2ef; --ink: #1b1a18; --well: #e4e2dd; --focus: #0b6bcb }
            @media (prefers-color-scheme: dark) {
            :root { --back: #141517; --ink: #f1efea; --well: #101113; --focus: #7db8ff }
            }
            * { box-sizing: border-box }
            body { margin: 0; background: var(--back); color: var(--ink); \
            font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
            :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
            h1 { margin: 0 0 16px; font-size: 1.3rem; font-weight: 650; overflow-wrap: anywhere }
            figure { margin: 0; height: 100vh; height: 100dvh; display: flex; flex-direction: column }
            figure img { flex: 1; min-height: 0; width: 100%; height: auto; object-fit: contain }
            figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .75rem 1rem; \
            align-items: center }
            progress { flex: 1; min-width: 8rem }
            main { padding: 14px max(16px, 3vw) 32px }
            ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 16px; \
            grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)) }
            li a { display: block; color: inherit; font-weight: 600; text-decoration: none; \
            overflow-wrap: anywhere }
            li a:hover, li a:focus-visible { text-decoration: underline }
            li img { display: block; width: 100%; margin-bottom: 6px; aspect-ratio: 4 / 3; \
            object-fit: contain; border-radius: 10px; background: var(--well) }
            </style>
            </head>
            <body>
            \(body)
            </body>
            </html>

            """
        return Array(page.utf8)
    }
}

/// The page that lists the images of a live server.
enum LiveIndexPage {
    /// The longest list. Browsers need long to show longer lists.
    private static let longestList = 20_000

    static func bytes(
        of names: [String], _ failures: [ZigguratError], _ texts: ServerTexts
    ) -> [UInt8] {
        let items = names.prefix(longestList).map { name in
            let address = "./" + PercentEncoding.path(name)
            let title = FolderPage.escaped(ReadableTitle.of(name))
            return """
                <li><a href="\(address)/"><img loading="lazy" alt="" \
                src="\(address)/\(LiveResponder.extras)/thumbnail.jpg"><span dir="auto">\(title)\
                </span></a></li>

                """
        }
        func paragraph(_ text: ServerText, _ numbers: [String: Int] = [:]) -> String {
            "<p>\(FolderPage.escaped(texts.text(text, numbers)))</p>\n"
        }
        let isCut = names.count > items.count
        let rest =
            isCut ? paragraph(.listed, ["number": items.count, "total": names.count]) : ""
        let failed =
            failures.isEmpty ? "" : paragraph(.withoutAddress, ["number": failures.count])
        let list = items.isEmpty ? paragraph(.noImages) : "<ul>\n\(items.joined())</ul>"
        let title = FolderPage.escaped(texts.text(.images))
        return LivePage.document(
            title,
            "\(blanks)\n<main>\n<h1>\(title)</h1>\n\(list)\n\(rest)\(failed)</main>", texts)
    }

    /// A script that replaces a thumbnail that fails to load with an empty frame.
    private static let blanks = """
        <script>
        addEventListener('error', ({ target }) => {
            if (target instanceof HTMLImageElement) {
                target.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
            }
        }, true);
        </script>
        """
}
