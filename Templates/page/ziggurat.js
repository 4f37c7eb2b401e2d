// needs: head/text.js, tiles/paths.js, page/about.js, page/contents.js?, page/controls.js
// needs: page/features.js, page/gestures.js, page/idle.js, page/link.js, page/pager.js
// needs: page/placeholder.js, page/scale.js, page/slideshow.js, page/speech.js, page/spread.js?
// needs: page/strip.js
// needs: page/view.js, tiles/formats.js?, archive/archive.js?, tour/tour.js?
// needs: openseadragon/seadragon.js?, leaflet/leaflet.js?
/**
 * Reads the configuration from the page, shows the image, and sets window.ziggurat for scripts of
 * other authors, with `viewer`, `config`, `base`, `number` and `ready`: see Page in view.js.
 *
 * All scripts are classic scripts, because a page from the disk cannot load modules. This script
 * waits for the viewer library, which may load later.
 */
document.addEventListener('DOMContentLoaded', () => {
    'use strict';

    const { text } = ziggurat;

    /** @param {string} id */
    const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
    /** @type {Config} */
    const written = JSON.parse(byID('ziggurat-config').textContent ?? '');
    const own = ziggurat.about.localized(written);
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
        landscapePhone.matches && !isEmbedded ? Math.min(112, innerWidth / 5) : 0,
        phone.matches && !isEmbedded
            ? Math.min(Math.max(innerHeight / 5, 126, ziggurat.about.bottom() + 4), 150) : 0,
    ];
    const lens = isLeaflet
        ? ziggurat.leaflet?.(byID('viewer'), byID('navigator'), stillness)
        : ziggurat.seadragon?.(byID('viewer'), byID('navigator'), stillness, margin);
    /** @type {Page} */
    const page = Object.assign(ziggurat, {
        lens, viewer: lens.viewer, config: own, base: '', number: 0, ready: Promise.resolve(),
    });
    window.ziggurat = page;

    // ---- The parts of the page

    const { announce, say } = ziggurat.speech(byID('message'), byID('announcement'));
    /** @param {string} reason */
    function fail(reason) {
        page.failure = text('Cannot show the image: {reason}', { reason });
        say(page.failure);
        lens.events.dispatchEvent(new Event('failure'));
    }
    /** @param {Error} error */
    const report = (error) => fail(error.message);
    const pager = ziggurat.pager(own.place, own, lens.firstLevel);
    const spread = isLeaflet ? undefined : ziggurat.spread?.(page, pager, describe, () => {
        open(page.number, () => view.write()).catch(report);
    });
    const view = ziggurat.view.follow(page, (number) => {
        const isOther = pager.number(number) !== pager.number(page.number) && pager.has(number);
        if (spread?.read() || isOther) {
            open(number, view.restore).catch(report);
            return true;
        }
        return false;
    }, spread);
    const turn = (/** @type {number} */ number) => {
        view.leap();
        open(number, () => {
            view.begin();
            view.write();
            announce('picture', [strip.place(), contents?.name() ?? page.config.title].join(': '));
        }).catch(report);
    };
    const strip = ziggurat.strip(page, pager, turn);
    const contents = ziggurat.contents?.(page, pager, turn);
    const placeholder = ziggurat.placeholder(page, stage);
    const features = ziggurat.features(page, stage, view, pager);
    if (own.tour && !isEmbedded) {
        page.tour = ziggurat.showTour?.(page, stage, view, announce);
    }
    ziggurat.scale.follow(page, stage, announce);
    ziggurat.gestures(lens, stage, say);
    const { toggle: toggleImmersive, immerse } = ziggurat.idle(stage, say);
    const toggleSlideshow = ziggurat.slideshow(strip.goOn, immerse, say);
    ziggurat.controls(page, stage, {
        view, strip, say, toggleImmersive, toggleSlideshow, toggleGrid: features.toggleGrid,
    });
    ziggurat.about.makeDraggable(byID('caption'));
    if (own !== written) {
        ziggurat.about.fill(byID('caption'), own, '');
    } else {
        ziggurat.about.fillDate(byID('caption'), own);
    }
    document.documentElement.classList.toggle('moved', !pager.isInPlace);

    let missing = 0;
    let isDrawn = false;
    /** @param {number} change */
    function countMissing(change) {
        missing += change;
        const reason = page.config.archive ? ziggurat.archive?.failure(page.config, page.base) : '';
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
    const canRead = ({ archive }) => !archive || Boolean(ziggurat.archive?.reads(archive.kind));

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
            Object.assign(page, picture, { config: ziggurat.about.localized(picture.config) });
        } catch {
            if (!await pager.isThere(number)) {
                say(text('The image “{title}” no longer exists.', {
                    title: pager.title(number),
                }));
                view.write();
                return;
            }
            // The image needs another version or another viewer, so the image's own page shows it.
            location.assign(`${ziggurat.paths.address(pager.base(number))}index.html`);
            return;
        }
        fillCaption();
        await present(turn, arrive);
    }

    const fillCaption = () => ziggurat.about.fill(
        byID('caption'), page.config, ziggurat.paths.address(page.base));

    /** Shows the notes, the parts of *Share*, the tour and the credit of the current image. */
    function offer() {
        features.showNotes();
        features.offerShare();
        offerTour();
        ziggurat.about.fillCredit(stage, page.config);
    }

    /** Shows the texts of another image that is already in the view. */
    function describe() {
        fillCaption();
        offer();
        strip.refresh().then(contents?.refresh);
    }

    /**
     * @param {number} turn
     * @param {() => void} arrive
     */
    async function present(turn, arrive) {
        if (page.config.alternative && ziggurat.formats) {
            const config = await ziggurat.formats?.chosen(page.config);
            if (turn !== turns) {
                return;
            }
            page.config = config;
        }
        const others = await spread?.sources();
        if (turn !== turns) {
            return;
        }
        stage.style.backgroundColor = page.config.background ?? '';
        missing = 0;
        isDrawn = false;
        say('');
        placeholder.show();
        offer();
        try {
            ziggurat.archive?.cancelChoice();
            if (page.config.archive) {
                await ziggurat.archive?.open(page.config, page.base);
                if (turn !== turns) {
                    return;
                }
            }
            const isUsual = new Promise((resolve) => {
                takeUsual = () => resolve(true);
            });
            const shown = lens.show(page.config, page.base, arrive, others);
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
            start.href = base ? `${ziggurat.paths.address(base)}index.html#step=1`
                : ziggurat.link.here('step=1');
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
        contents?.refresh();
        spread?.refresh();
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
    spread?.read();
    page.ready = (named > 0 ? pager.list() : Promise.resolve([])).then(() =>
        (named > 0 && pager.has(named) ? open(named, view.restore)
            : present(++turns, view.restore)));
    page.ready.then(() => address.get('play') === '1' && toggleSlideshow()).catch(report);
});
