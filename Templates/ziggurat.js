/**
 * The page around the picture. Reads its configuration from the page, shows the picture, and leaves
 *
 *     window.ziggurat = { viewer, config, base, number, ready }
 *
 * for other scripts: OpenSeadragon's viewer, the configuration of the picture that is shown, where
 * that lies, and a promise that is kept when the first view is completely drawn. See Page in
 * view.js.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
(function () {
    'use strict';

    /** @param {string} id */
    const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
    const own = JSON.parse(byID('ziggurat-config').textContent ?? '');
    const stage = byID('stage');
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

    document.documentElement.classList.add('live');
    sizeNavigator(own, false);
    /**
     * The tiles of the first view, until that is drawn. The window's size is there before the page's
     * layout is.
     */
    let fetched = location.hash ? []
        : window.zigguratTiles.fetchWhole(own, window.innerWidth, window.innerHeight);

    const viewer = OpenSeadragon({
        element: byID('viewer'),
        drawer: 'seamless',
        preserveViewport: true,
        maxTilesPerFrame: 4,
        minPixelRatio: window.zigguratTiles.minPixelRatio,
        // Joins the tiles on a second canvas, which the drawer of tiles.js makes unnecessary.
        smoothTileEdgesMinZoom: Infinity,
        maxZoomPixelRatio: 4,
        visibilityRatio: 1,
        zoomPerScroll: 1.25,
        animationTime: stillness.matches ? 0 : 0.8,
        springStiffness: 8,
        blendTime: 0,
        showNavigationControl: false,
        gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
        gestureSettingsTouch: { pinchRotate: false, flickEnabled: !stillness.matches },
    });
    const viewport = viewer.viewport;
    /** @type {import('./view.js').Page} */
    const page = { viewer, config: own, base: '', number: 0, ready: Promise.resolve() };
    window.ziggurat = page;

    const pager = window.zigguratPager(own.place, own);
    const view = window.zigguratView.follow(page, (number) => {
        const isOther = pager.number(number) !== pager.number(page.number) && pager.has(number);
        if (isOther) {
            open(number, view.restore);
        }
        return isOther;
    });
    const strip = window.zigguratStrip(page, pager, (number) => {
        view.leap();
        open(number, () => {
            view.write();
            announce(`${strip.place()}: ${page.config.title}`);
        });
    });
    const placeholder = window.zigguratPlaceholder(page, stage);
    const notes = window.zigguratNotes(page, stage, view.leap);
    const { announce } = window.zigguratScale(page, stage);
    window.zigguratControls(page, stage, stillness, {
        view, strip, say, toggleGrid: window.zigguratGrid(page, stage), link,
    });
    window.zigguratAbout.makeDraggable(byID('caption'));
    document.documentElement.classList.toggle('moved', !pager.isInPlace);
    viewer.setKeyboardNavEnabled(false);
    stillness.addEventListener('change', () => {
        for (const spring of ['centerSpringX', 'centerSpringY', 'zoomSpring', 'degreesSpring']) {
            viewport[spring].animationTime = stillness.matches ? 0 : 0.8;
        }
    });

    /** Lets a picture that is smaller than the window be seen at its actual pixels. */
    function limitZoom() {
        const image = viewer.world.getItemAt(0);
        if (image) {
            viewport.minZoomLevel = Math.min(0.9 * viewport.getHomeZoom(),
                image.imageToViewportZoom(1 / OpenSeadragon.pixelDensityRatio));
        }
    }
    for (const name of ['resize', 'rotate']) {
        viewer.addHandler(name, limitZoom);
    }

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
            Object.assign(page, picture);
        } catch {
            // Of another version, or with another viewer: it has a page of its own.
            location.assign(window.zigguratTiles.address(pager.base(number)) + 'index.html');
            return;
        }
        window.zigguratAbout.fill(
            byID('caption'), page.config, window.zigguratTiles.address(page.base));
        await present(arrive);
    }

    /**
     * @param {() => void} arrive
     * @returns {Promise<void>} Kept when the picture is completely drawn.
     */
    async function present(arrive) {
        const turn = ++turns;
        const { config, base } = page;
        stage.style.backgroundColor = config.background ?? '';
        // Keys move it, as in a map; what they are stands under “About”.
        viewer.canvas.setAttribute('role', 'application');
        viewer.canvas.setAttribute('aria-roledescription', 'zoomable picture');
        viewer.canvas.setAttribute('aria-label', config.title);
        sizeNavigator(config, false);
        viewer.navigator?.updateSize();
        missing = 0;
        byID('message').hidden = true;
        placeholder.show();
        notes.show();
        await new Promise((resolve, reject) => {
            viewer.addOnceHandler('open-failed', (/** @type {any} */ event) =>
                reject(new Error(event.message)));
            // Before the first frame: what the view does not need is never asked for.
            viewer.world.addOnceHandler('add-item', () => {
                if (turn !== turns) {
                    return;
                }
                viewport.setRotation(0, true);
                viewport.setFlip(false);
                viewport.goHome(true);
                limitZoom();
                arrive();
                const image = viewer.world.getItemAt(0);
                const allow = window.zigguratTiles.skipCoarse(image);
                // Who moves before the end sees the coarse levels first, as always.
                for (const act of ['pointerdown', 'wheel', 'keydown']) {
                    document.addEventListener(act, allow, { once: true, passive: true });
                }
                image.whenFullyLoaded(() => {
                    allow();
                    // The last tile has arrived; two frames later it is on the screen.
                    requestAnimationFrame(() => requestAnimationFrame(resolve));
                });
            });
            // The first picture of all is brought home once more by OpenSeadragon itself.
            viewer.addOnceHandler('open', () => {
                if (turn === turns) {
                    arrive();
                }
            });
            viewer.open([{
                tileSource: window.zigguratTiles.source(config, base),
                clip: window.zigguratTiles.clip(config),
            }]);
        }).finally(() => {
            if (turn === turns) {
                placeholder.remove();
            }
        });
        if (turn === turns) {
            performance.mark('drawn');
            fetched = [];
            showNavigator();
            sharpen();
            prepareOthers();
        }
    }

    /**
     * The first view is drawn from the level that is nearest to the screen, enlarged a little at
     * most; when it is there, the next one makes it as sharp as it gets. On dense screens that
     * would cost many tiles and not be seen.
     */
    function sharpen() {
        if (OpenSeadragon.pixelDensityRatio < 1.5) {
            const image = viewer.world.getItemAt(0);
            image.minPixelRatio = 0.55;
            image.update(true);
        }
    }

    async function prepareOthers() {
        await strip.refresh();
        if (/** @type {any} */ (navigator).connection?.saveData) {
            return;
        }
        for (const number of strip.neighbours()) {
            pager.prepare(number).catch(() => {});
        }
    }

    const named = Number(new URLSearchParams(location.hash.slice(1)).get('page') ?? 0);
    page.ready = (named > 0 ? pager.list() : Promise.resolve([])).then(() =>
        (named > 0 && pager.has(named) ? open(named, view.restore) : present(view.restore)));
    page.ready.catch((error) => say(`The picture cannot be shown: ${error.message}`));

    // ---- What is said when something is missing, or done

    let missing = 0;
    viewer.addHandler('tile-load-failed', () => {
        missing += 1;
        say(missing === 1 ? 'A part of the picture is missing.'
            : `${missing} parts of the picture are missing.`);
    });

    let passing = 0;
    /**
     * @param {string} text
     * @param {boolean} [passes] Whether it goes away by itself.
     */
    function say(text, passes) {
        const message = byID('message');
        window.clearTimeout(passing);
        message.textContent = text;
        message.hidden = false;
        if (passes) {
            passing = window.setTimeout(() => {
                message.hidden = true;
            }, 2500);
        }
    }

    /** The address of the view that is seen, at the picture's own page. */
    function link() {
        const at = new URL(window.zigguratTiles.address(page.base)
            + (page.base ? 'index.html' : location.pathname.split('/').pop()), location.href);
        at.search = page.base ? '' : location.search;
        at.hash = view.view();
        return at.href;
    }

    /**
     * Gives the navigator the shape of the picture, within a box of 180 by 130 pixels.
     * @param {{ width: number, height: number }} config
     * @param {boolean} turned By 90 or 270 degrees.
     */
    function sizeNavigator(config, turned) {
        const [width, height] = turned ? [config.height, config.width]
            : [config.width, config.height];
        const scale = Math.min(180 / width, 130 / height);
        const navigator = byID('navigator');
        navigator.style.width = `${Math.max(Math.round(width * scale), 16)}px`;
        navigator.style.height = `${Math.max(Math.round(height * scale), 16)}px`;
    }

    viewer.addHandler('rotate', () => {
        sizeNavigator(page.config, viewport.getRotation() % 180 !== 0);
        viewer.navigator?.updateSize();
    });

    /** The small map, which OpenSeadragon keeps from here on, comes when the picture is there. */
    function showNavigator() {
        if (viewer.navigator) {
            return;
        }
        viewer.navigator = new OpenSeadragon.Navigator({
            viewer,
            element: byID('navigator'),
            drawer: 'seamless',
            displayRegionColor: '#fff',
            opacity: 1,
            animationTime: viewer.animationTime,
            navigatorRotate: true,
        });
        const image = viewer.world.getItemAt(0);
        viewer.navigator.addTiledImage({
            tileSource: image.source, originalTiledImage: image, clip: image.getClip(),
        });
        viewer.navigator.update(viewport);
    }
})();
