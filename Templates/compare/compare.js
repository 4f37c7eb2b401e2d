// needs: head/text.js, page/about.js, page/controls.js, page/gestures.js, page/idle.js
// needs: page/scale.js, page/share.js, page/speech.js, page/view.js, openseadragon/seadragon.js
// needs: compare/controls.js, compare/layers.js, compare/panels.js, compare/plane.js
// needs: compare/texts.js, archive/archive.js?
/**
 * The page of a comparison. Reads the page's configuration, shows the images, and sets
 * window.ziggurat like other pages; see Page in page/view.js. The page's lens shows the first image,
 * and all other images follow it.
 *
 * @typedef {object} Comparison
 * @property {string} title
 * @property {string} mode The initial mode: `curtain`, `side`, `overlay` or `layers`.
 * @property {string} name
 * @property {string} [address] The published address, without a slash at the end.
 * @property {Config['scripts']} scripts
 * @property {Picture[]} pictures
 */
document.addEventListener('DOMContentLoaded', () => {
    'use strict';

    const { text } = ziggurat;

    /** @param {string} id */
    const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
    /** @type {Comparison} */
    const comparison = JSON.parse(byID('ziggurat-comparison').textContent ?? '');
    const pictures = comparison.pictures.map((picture) => ({
        ...picture, label: picture.label ?? ziggurat.about.localized(picture).title,
    }));
    const [first] = pictures;
    const labels = pictures.map(({ label }) => label);
    const stage = byID('stage');
    const isLayers = comparison.mode === 'layers';
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

    document.documentElement.classList.add('live');
    if (typeof OpenSeadragon === 'undefined') {
        return;
    }

    // ---- The state, which the address contains

    /** @returns {Arrangement} */
    const initial = () => ({
        mode: comparison.mode, divider: 50, isAcross: false, pair: [0, 1],
        opacity: pictures.map((_, index) => (index ? 50 : 100)),
    });
    const state = initial();

    function parts() {
        const start = initial();
        const { mode, divider, isAcross, pair, opacity } = state;
        const isCurtain = mode === 'curtain';
        return [
            mode === start.mode ? '' : `mode=${mode}`,
            isCurtain && divider !== start.divider ? `divider=${divider}` : '',
            isCurtain && isAcross ? 'across=1' : '',
            isCurtain && pair.join() !== start.pair.join()
                ? `pair=${pair.map((index) => index + 1).join()}` : '',
            mode === 'overlay' && opacity.join() !== start.opacity.join()
                ? `opacity=${opacity.slice(1).join()}` : '',
        ].filter(Boolean);
    }

    /** @param {URLSearchParams} values */
    function restore(values) {
        const start = initial();
        const numbers = (/** @type {string} */ name) =>
            (values.get(name) ?? '').split(',').map(Number).filter(Number.isFinite);
        const limited = (/** @type {number} */ value) => Math.min(Math.max(value, 0), 100);
        const mode = values.get('mode') ?? '';
        state.mode = ['curtain', 'side', 'overlay'].includes(mode) ? mode : start.mode;
        state.divider = values.has('divider') ? limited(numbers('divider')[0] ?? 50) : start.divider;
        state.isAcross = values.get('across') === '1';
        const pair = numbers('pair').map((number) => number - 1)
            .filter((index) => Number.isInteger(index) && index >= 0 && index < pictures.length);
        state.pair = pair.length === 2 && pair[0] !== pair[1] ? pair : start.pair;
        const opacity = numbers('opacity');
        state.opacity = start.opacity.map((value, index) =>
            (index && values.has('opacity') ? Math.round(limited(opacity[index - 1] ?? value)) : value));
        controls?.show();
        arrange();
    }

    // ---- The images

    const lens = ziggurat.seadragon(byID('viewer'), byID('navigator'), stillness,
        () => panels.margin());
    const firstPanel = /** @type {HTMLElement} */ (byID('viewer').parentElement);
    const parent = /** @type {HTMLElement} */ (firstPanel.parentElement);
    /** @type {Page} */
    const page = Object.assign(ziggurat, {
        lens, viewer: lens.viewer, config: { ...first, ...ziggurat.compareTexts.common(comparison, pictures) }, base: '',
        number: 0, ready: Promise.resolve(), pictures,
    });
    window.ziggurat = page;

    const { announce, say } = ziggurat.speech(byID('message'), byID('announcement'));
    const panelElements = isLayers ? [firstPanel] : pictures.map((_, index) => {
        if (index === 0) {
            return firstPanel;
        }
        const panel = document.createElement('div');
        panel.className = 'panel';
        parent.append(panel);
        return panel;
    });
    const planes = panelElements.slice(1).map((panel) => ziggurat.plane.create(panel, lens, first));
    const panels = ziggurat.panels(stage, panelElements, isLayers ? [] : labels, state);
    const layers = isLayers
        ? ziggurat.layers(stage, parent, pictures, lens, () => view.writeSoon(), announce) : null;
    const view = ziggurat.view.follow(page, () => false, layers ?? { parts, restore });
    const controls = isLayers ? null : ziggurat.compareControls(stage, labels, state, () => {
        const fits = lens.isHome();
        arrange();
        // The height of the controls depends on the mode.
        lens.limitZoom?.();
        if (fits) {
            lens.goHome(true);
        }
        view.writeSoon();
    });
    page.shown = (layers ?? panels).shown;
    page.planes = () => layers?.planes() ?? planes;
    const placeAll = () => (layers ?? { place: () => planes.forEach((plane) => plane.place()) }).place();
    for (const name of ['move', 'resize']) {
        lens.events.addEventListener(name, placeAll);
    }

    function arrange() {
        panels.arrange();
        planes.forEach((plane, index) => plane.need(panels.isVisible(index + 1)));
    }

    // The first image of layers only determines the view: planes show all layers, so it is hidden.
    function hideFirst() {
        if (isLayers) {
            lens.viewer.world.getItemAt(0)?.setOpacity(0);
            lens.viewer.navigator?.world.getItemAt(0)?.setOpacity(1);
        }
    }

    // ---- Pointer input over all images

    for (const glass of panels.glasses) {
        const { innerTracker } = lens.viewer;
        /** @type {Record<string, any>} */
        const handlers = {};
        for (const name of ['click', 'dblClick', 'drag', 'dragEnd', 'press', 'release', 'pinch']) {
            handlers[`${name}Handler`] = (/** @type {object} */ event) =>
                innerTracker[`${name}Handler`]?.(event);
        }
        const tracker = new OpenSeadragon.MouseTracker({ element: glass, ...handlers });
        tracker.setTracking(true);
        glass.addEventListener('pointerdown', () => byID('viewer').classList.add('pressed'), true);
    }
    const local = {
        ...lens,
        /** @type {Lens['zoomAt']} */
        zoomAt: (factor, x, y) => {
            const point = panels.local(x, y);
            lens.zoomAt?.(factor, point.x, point.y);
        },
    };
    ziggurat.gestures(local, stage, say);

    // ---- The other parts of the page

    ziggurat.scale.follow(page, stage, announce);
    const { toggle: toggleImmersive } = ziggurat.idle(stage, say);
    ziggurat.controls(page, stage, {
        view, strip: { next: layers?.next, previous: layers?.previous }, say, toggleImmersive,
    });
    ziggurat.share(page, view.view)();
    ziggurat.compareTexts.fillCredits(stage, page.config, pictures);

    let missing = 0;
    /** @param {number} change */
    function countMissing(change) {
        missing += change;
        const reason = pictures.map((picture) =>
            (picture.archive ? ziggurat.archive?.failure(picture, '') : '')).find(Boolean);
        const count = missing;
        say(missing && reason ? text('Cannot show the image: {reason}', { reason })
            : missing ? text('{count} parts of the image are missing.', { count }) : '');
    }
    lens.events.addEventListener('missing', () => countMissing(1));
    lens.events.addEventListener('found', () => countMissing(-1));

    async function present() {
        controls?.show();
        layers?.show();
        arrange();
        for (const picture of pictures) {
            if (picture.archive) {
                // On a page from the disk, the visitor chooses the files one after the other.
                await ziggurat.archive?.open(picture);
            }
        }
        /** @type {unknown[]} */
        let others = [];
        let isOpen = false;
        await lens.show(page.config, '', () => {
            view.restore();
            if (!isOpen) {
                isOpen = true;
                others = layers ? [layers.start()] : planes.map((plane, index) => {
                    const drawn = plane.open(pictures[index + 1]);
                    return panels.isVisible(index + 1) ? drawn : undefined;
                });
            }
        });
        await Promise.all(others);
        performance.mark('drawn');
        // OpenSeadragon creates the small map a moment later.
        window.setTimeout(() => {
            hideFirst();
            lens.viewer.navigator?.world.addOnceHandler('add-item', hideFirst);
        });
    }
    page.ready = present();
    page.ready.catch((/** @type {Error} */ error) => say(
        text('Cannot show the image: {reason}', { reason: error.message })));
});
