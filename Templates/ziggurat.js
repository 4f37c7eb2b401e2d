/**
 * The page around the picture. Reads its configuration from the page, shows the picture, and leaves
 *
 *     window.ziggurat = { viewer, config, base, number, ready }
 *
 * for other scripts: OpenSeadragon's viewer or Leaflet's map, the configuration of the picture that
 * is shown, where that lies, and a promise that is kept when the first view is completely drawn. See
 * Page in view.js.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else. It
 * begins when the library is there, too, whichever of them comes first.
 */
document.addEventListener('DOMContentLoaded', () => {
    'use strict';

    /** @param {string} id */
    const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
    /** @type {Config} */
    const own = JSON.parse(byID('ziggurat-config').textContent ?? '');
    const stage = byID('stage');
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

    document.documentElement.classList.add('live');

    const makeLens = typeof OpenSeadragon === 'undefined' ? zigguratLeaflet : zigguratSeadragon;
    const lens = makeLens(byID('viewer'), byID('navigator'), stillness);
    /** @type {Page} */
    const page = {
        lens, viewer: lens.viewer, config: own, base: '', number: 0, ready: Promise.resolve(),
    };
    window.ziggurat = page;

    // ---- What belongs to the page

    const { announce, say } = zigguratSpeech(byID('message'), byID('announcement'));
    const pager = zigguratPager(own.place, own, lens.firstLevel);
    const view = zigguratView.follow(page, (number) => {
        const isOther = pager.number(number) !== pager.number(page.number) && pager.has(number);
        if (isOther) {
            open(number, view.restore);
        }
        return isOther;
    });
    const strip = zigguratStrip(page, pager, (number) => {
        view.leap();
        open(number, () => {
            view.write();
            announce('picture', `${strip.place()}: ${page.config.title}`);
        });
    });
    const placeholder = zigguratPlaceholder(page, stage);
    const notes = zigguratNotes(page, stage, view.leap);
    zigguratScale.follow(page, stage, announce);
    zigguratControls(page, stage, { view, strip, say, toggleGrid: zigguratGrid(page, stage) });
    zigguratAbout.makeDraggable(byID('caption'));
    zigguratEmbed(page, view.view);
    document.documentElement.classList.toggle('moved', !pager.isInPlace);

    let missing = 0;
    lens.events.addEventListener('missing', () => {
        missing += 1;
        say(missing === 1 ? 'A part of the picture is missing.'
            : `${missing} parts of the picture are missing.`);
    });

    // ---- A picture is shown: the page's own at first, then any of the destination

    /** How often a picture was asked for; who is not the last one any more gives up. */
    let turns = 0;

    /**
     * Shows a picture of the destination.
     * @param {number} number As in the address: 0 is the page's own.
     * @param {() => void} arrive Called when it is there, before it is drawn.
     */
    async function open(number, arrive) {
        const turn = ++turns;
        try {
            const picture = await pager.picture(number);
            if (turn !== turns) {
                return;
            }
            if (!lens.canShow(picture.config)) {
                throw new Error('the library cannot show it');
            }
            Object.assign(page, picture);
        } catch {
            // Of another version, or with another viewer: it has a page of its own.
            location.assign(`${zigguratPaths.address(pager.base(number))}index.html`);
            return;
        }
        zigguratAbout.fill(byID('caption'), page.config, zigguratPaths.address(page.base));
        await present(turn, arrive);
    }

    /**
     * @param {number} turn
     * @param {() => void} arrive
     */
    async function present(turn, arrive) {
        stage.style.backgroundColor = page.config.background ?? '';
        missing = 0;
        say('');
        placeholder.show();
        notes.show();
        try {
            await lens.show(page.config, page.base, arrive);
        } finally {
            if (turn === turns) {
                placeholder.remove();
            }
        }
        if (turn === turns) {
            performance.mark('drawn');
            prepareOthers();
        }
    }

    async function prepareOthers() {
        await strip.refresh();
        if (navigator.connection?.saveData) {
            return;
        }
        for (const number of strip.neighbours()) {
            pager.prepare(number).catch(() => {});
        }
    }

    const named = Number(new URLSearchParams(location.hash.slice(1)).get('page') ?? 0);
    page.ready = (named > 0 ? pager.list() : Promise.resolve([])).then(() =>
        (named > 0 && pager.has(named) ? open(named, view.restore)
            : present(++turns, view.restore)));
    page.ready.catch((error) => say(`The picture cannot be shown: ${error.message}`));
});
