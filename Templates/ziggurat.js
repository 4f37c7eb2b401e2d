/**
 * Reads the configuration from the page, shows the image, and sets
 *
 *     window.ziggurat = { viewer, config, base, number, ready }
 *
 * The value is for other scripts: see Page in view.js.
 *
 * All scripts are classic scripts, because a page from the disk cannot load modules. This script
 * waits for the viewer library, which may load later.
 */
document.addEventListener('DOMContentLoaded', () => {
    'use strict';

    /** @param {string} id */
    const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
    /** @type {Config} */
    const written = JSON.parse(byID('ziggurat-config').textContent ?? '');
    const own = zigguratAbout.localized(written);
    const stage = byID('stage');
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

    document.documentElement.classList.add('live');

    const isLeaflet = typeof OpenSeadragon === 'undefined';
    // If the library is missing, the page stays a still image, and start.js names the missing file.
    if (isLeaflet && typeof L === 'undefined') {
        return;
    }
    // On a phone, the title and the buttons do not cover the image when it is shown as a whole.
    const phone = window.matchMedia('(max-width: 640px) and (orientation: portrait)');
    const isEmbedded = document.documentElement.classList.contains('embed');
    const landscapePhone = window.matchMedia(
        '(max-height: 480px) and (orientation: landscape) and (pointer: coarse)');
    /** @type {() => [x: number, y: number]} */
    const margin = () => [
        landscapePhone.matches && !isEmbedded ? Math.min(100, innerWidth / 6) : 0,
        phone.matches && !isEmbedded ? Math.min(100, innerHeight / 5) : 0,
    ];
    const lens = isLeaflet
        ? zigguratLeaflet(byID('viewer'), byID('navigator'), stillness)
        : zigguratSeadragon(byID('viewer'), byID('navigator'), stillness, margin);
    /** @type {Page} */
    const page = {
        lens, viewer: lens.viewer, config: own, base: '', number: 0, ready: Promise.resolve(),
    };
    window.ziggurat = page;

    // ---- The parts of the page

    const { announce, say } = zigguratSpeech(byID('message'), byID('announcement'));
    /** @param {string} reason */
    function fail(reason) {
        page.failure = text('Cannot show the image: {reason}', { reason });
        say(page.failure);
        lens.events.dispatchEvent(new Event('failure'));
    }
    /** @param {Error} error */
    const report = (error) => fail(error.message);
    const pager = zigguratPager(own.place, own, lens.firstLevel);
    const view = zigguratView.follow(page, (number) => {
        const isOther = pager.number(number) !== pager.number(page.number) && pager.has(number);
        if (isOther) {
            open(number, view.restore).catch(report);
        }
        return isOther;
    });
    const turn = (/** @type {number} */ number) => {
        view.leap();
        open(number, () => {
            view.write();
            announce('picture', [strip.place(), page.config.title].join(': '));
        }).catch(report);
    };
    const strip = zigguratStrip(page, pager, turn);
    const contents = zigguratContents(page, pager, turn);
    const placeholder = zigguratPlaceholder(page, stage);
    const features = zigguratFeatures(page, stage, view, pager);
    if (own.tour && !isEmbedded && typeof zigguratTour !== 'undefined') {
        page.tour = zigguratTour(page, stage, view, announce);
    }
    zigguratScale.follow(page, stage, announce);
    zigguratGestures(lens, stage, say);
    const { toggle: toggleImmersive, immerse } = zigguratIdle(stage, say);
    const toggleSlideshow = zigguratSlideshow(strip.goOn, immerse, say);
    zigguratControls(page, stage, {
        view, strip, say, toggleImmersive, toggleSlideshow, toggleGrid: features.toggleGrid,
    });
    zigguratAbout.makeDraggable(byID('caption'));
    if (own !== written) {
        zigguratAbout.fill(byID('caption'), own, '');
    } else {
        zigguratAbout.fillDate(byID('caption'), own);
    }
    document.documentElement.classList.toggle('moved', !pager.isInPlace);

    let missing = 0;
    let isDrawn = false;
    /** @param {number} change */
    function countMissing(change) {
        missing += change;
        const reason = page.config.archive ? zigguratArchive.failure(page.config, page.base) : '';
        if (missing && reason) {
            fail(reason);
        } else {
            say(missing ? text('{count} parts of the image are missing.', { count: missing }) : '');
        }
        if (missing === 0 && isDrawn) {
            placeholder.release();
        }
    }
    lens.events.addEventListener('missing', () => {
        // The tiles in the alternative format may be missing on the server.
        if (page.config.usual) {
            takeUsual();
        } else {
            countMissing(1);
        }
    });
    lens.events.addEventListener('found', () => countMissing(-1));

    // ---- Showing an image: first the page's own image, then any image of the destination

    /** The number of calls of open(). A call is stale if a later call was made. */
    let turns = 0;
    /** Shows the tiles in the usual format instead of the alternative format. */
    let takeUsual = () => {};

    /** @param {Config} config */
    const canRead = ({ archive }) => !archive
        || typeof zigguratArchive !== 'undefined' && zigguratReaders.reads(archive.kind);

    function dropOthers() {
        const { usual, ...config } = page.config;
        const { levels, transparent } = usual ?? config;
        // The texts stay in the visitor's language.
        page.config = { ...config, levels, transparent };
    }

    /**
     * Shows an image of the destination.
     * @param {number} number The number of the image as in the address; 0 for the page's own image.
     * @param {() => void} arrive Called before the image is drawn.
     */
    async function open(number, arrive) {
        const turn = ++turns;
        try {
            const picture = await pager.picture(number);
            if (turn !== turns) {
                return;
            }
            if (!canRead(picture.config) || !lens.canShow(picture.config)) {
                throw new Error(text('The viewer does not support it.'));
            }
            Object.assign(page, picture, { config: zigguratAbout.localized(picture.config) });
        } catch {
            if (!await pager.isThere(number)) {
                say(text('The image “{title}” no longer exists.', {
                    title: pager.title(number),
                }));
                view.write();
                return;
            }
            // The image needs another version or another viewer, so the image's own page shows it.
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
        if (page.config.alternative && typeof zigguratFormats !== 'undefined') {
            const config = await zigguratFormats.chosen(page.config);
            if (turn !== turns) {
                return;
            }
            page.config = config;
        }
        stage.style.backgroundColor = page.config.background ?? '';
        missing = 0;
        isDrawn = false;
        say('');
        placeholder.show();
        features.showNotes();
        offerTour();
        zigguratAbout.fillCredit(stage, page.config);
        try {
            // A page with tiles in folders does not have this script.
            if (typeof zigguratArchive !== 'undefined') {
                zigguratArchive.cancelChoice();
                if (page.config.archive) {
                    await zigguratArchive.open(page.config, page.base);
                    if (turn !== turns) {
                        return;
                    }
                }
            }
            const isUsual = new Promise((resolve) => {
                takeUsual = () => resolve(true);
            });
            const shown = lens.show(page.config, page.base, arrive);
            if (await Promise.race([shown, isUsual])) {
                dropOthers();
                await (turn === turns && present(turn, arrive));
                return;
            }
            takeUsual = () => {
                turns += 1;
                dropOthers();
                queueMicrotask(() => present(turns, view.restore).catch(report));
            };
        } catch (error) {
            if (turn === turns) {
                throw error;
            }
        } finally {
            isDrawn ||= turn === turns;
            if (isDrawn && missing === 0) {
                placeholder.release();
            }
        }
        if (turn === turns) {
            performance.mark('drawn');
            page.failure = undefined;
            lens.events.dispatchEvent(new Event('shown'));
            prepareOthers();
        }
    }

    /** Shows the link to the tour of the current image, on the image's own page. */
    function offerTour() {
        const { config: { tour }, base } = page;
        // A user's template may lack this element.
        const start = /** @type {HTMLAnchorElement | null} */ (stage.querySelector('#tour-start'));
        if (start) {
            start.hidden = !tour;
            start.removeAttribute('href');
        }
        if (start && tour) {
            start.href = base ? `${zigguratPaths.address(base)}index.html#step=1`
                : zigguratLink.here('step=1');
            const steps = document.createElement('small');
            steps.textContent = text('{count} steps', { count: tour.steps.length });
            start.replaceChildren(text('Take the tour'), steps);
        }
        if (page.number !== 0) {
            page.tour?.close();
        }
    }

    async function prepareOthers() {
        await strip.refresh();
        // A user's template may lack this element.
        const gallery = /** @type {HTMLAnchorElement | null} */ (stage.querySelector('#gallery'));
        if (gallery && pager.gallery) {
            gallery.href = pager.gallery;
            gallery.hidden = false;
        }
        contents.refresh();
        features.connectNotes();
        if (navigator.connection?.saveData) {
            return;
        }
        for (const number of strip.neighbours()) {
            pager.prepare(number).catch(() => {});
        }
    }

    const address = new URLSearchParams(location.hash.slice(1));
    const named = Number(address.get('page') ?? 0);
    page.ready = (named > 0 ? pager.list() : Promise.resolve([])).then(() =>
        (named > 0 && pager.has(named) ? open(named, view.restore)
            : present(++turns, view.restore)));
    page.ready.then(() => address.get('play') === '1' && toggleSlideshow()).catch(report);
});
