/**
 * OpenSeadragon as the lens of the page: see Lens in view.js.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 *
 * @param {HTMLElement} element Where the picture is shown.
 * @param {HTMLElement} navigator Where the whole of it is, small.
 * @param {MediaQueryList} stillness Whether the person wants to see less motion.
 * @returns {Lens}
 */
const zigguratSeadragon = function (element, navigator, stillness) {
    'use strict';

    // It looks a drawer up by its type among its own members, for the navigator too.
    OpenSeadragon.SeamlessDrawer = zigguratDrawer();
    const { levelIn, minPixelRatio } = zigguratAhead;

    const viewer = OpenSeadragon({
        element,
        drawer: 'seamless',
        preserveViewport: true,
        maxTilesPerFrame: 4,
        minPixelRatio,
        // Joins the tiles on a second canvas, which the drawer makes unnecessary.
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
    const { viewport } = viewer;
    viewer.setKeyboardNavEnabled(false);
    // A canvas that is pressed it focuses by a script, which browsers show as if a key had done so.
    element.addEventListener('pointerdown', () => element.classList.add('pressed'), true);
    document.addEventListener('keydown', () => element.classList.remove('pressed'), true);
    stillness.addEventListener('change', () => {
        for (const spring of [viewport.centerSpringX, viewport.centerSpringY, viewport.zoomSpring,
            viewport.degreesSpring]) {
            spring.animationTime = stillness.matches ? 0 : 0.8;
        }
    });

    const events = new EventTarget();
    for (const [name, ...causes] of [
        ['move', 'update-viewport', 'resize', 'open'],
        ['rest', 'animation-finish', 'rotate', 'flip'],
        ['missing', 'tile-load-failed'],
    ]) {
        for (const cause of causes) {
            viewer.addHandler(cause, () => events.dispatchEvent(new Event(name)));
        }
    }
    // OpenSeadragon itself changes the view once more when its handlers are done.
    viewer.addHandler('after-resize', () =>
        queueMicrotask(() => events.dispatchEvent(new Event('resize'))));

    const item = () => viewer.world.getItemAt(0);

    const { limitZoom, ...moves } = zigguratViewport(viewer, stillness);
    const overview = zigguratOverview(viewer, navigator);

    /** @type {Config} */
    let config;

    // ---- Another picture

    /** How often a picture was asked for; who is not the last one any more gives up. */
    let turns = 0;

    /**
     * Keeps a picture from asking for levels that are coarser than the one that its view needs:
     * the placeholder shows as much until that is there.
     *
     * @param {OpenSeadragon.TiledImage} image
     * @returns {() => void} What allows them again.
     */
    function skipCoarse(image) {
        const { source } = image;
        let level = source.maxLevel;
        while (level > source.minLevel && viewport.deltaPixelsFromPointsNoRotate(
            source.getPixelRatio(level)).x < image.minPixelRatio) {
            level -= 1;
        }
        // The navigator has the same source; its view is smaller.
        image.source = Object.create(source, {
            minLevel: { value: level, configurable: true, enumerable: true },
        });
        return () => {
            image.source = source;
        };
    }

    /**
     * The first view is drawn from the level that is nearest to the screen, enlarged a little at
     * most; when it is there, the next one makes it as sharp as it gets. On dense screens that
     * would cost many tiles and not be seen.
     *
     * @param {OpenSeadragon.TiledImage} image
     */
    function sharpen(image) {
        if (OpenSeadragon.pixelDensityRatio < 1.5) {
            image.minPixelRatio = 0.55;
            image.update(true);
        }
    }

    /**
     * @param {Config} next
     * @param {string} base
     * @param {() => void} arrive
     */
    async function show(next, base, arrive) {
        const turn = ++turns;
        config = next;
        // Keys move it, as in a map; what they are stands under “About”.
        viewer.canvas.setAttribute('role', 'application');
        viewer.canvas.setAttribute('aria-roledescription', 'zoomable picture');
        viewer.canvas.setAttribute('aria-label', config.title);
        overview.prepare(config);
        await new Promise((resolve, reject) => {
            viewer.addOnceHandler('open-failed', (event) => reject(new Error(event.message)));
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
                const allow = skipCoarse(item());
                // Now, not in the next frame: what is at hand will be in that.
                item().update(true);
                // Who moves before the end sees the coarse levels first, as always.
                for (const act of ['pointerdown', 'wheel', 'keydown']) {
                    document.addEventListener(act, allow, { once: true, passive: true });
                }
                item().whenFullyLoaded(() => {
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
                tileSource: zigguratTiles.source(config, base), clip: zigguratTiles.clip(config),
            }]);
        });
        window.setTimeout(() => {
            if (turn === turns) {
                zigguratAhead.forget();
                overview.show();
                sharpen(item());
            }
        });
    }

    /** @param {Config} other */
    function firstLevel(other) {
        const size = viewport.getContainerSize();
        return levelIn(other, size.x, size.y);
    }

    // ---- What is drawn

    function matrix() {
        if (!item()) {
            return null;
        }
        const corner = (/** @type {number} */ x, /** @type {number} */ y) => {
            const point = viewport.pixelFromPoint(
                item().imageToViewportCoordinates(x, y, true), true);
            if (viewport.getFlip()) {
                point.x = viewport.getContainerSize().x - point.x;
            }
            return point;
        };
        const origin = corner(0, 0);
        const right = corner(config.width, 0).minus(origin).divide(config.width);
        const down = corner(0, config.height).minus(origin).divide(config.height);
        return [right.x, right.y, down.x, down.y, origin.x, origin.y];
    }

    function tiles() {
        return (item()?.getTilesToDraw() ?? []).map(({ tile: { level, x, y, bounds } }) => ({
            level, column: x, row: y, x: bounds.x * config.width, y: bounds.y * config.width,
            width: bounds.width * config.width, height: bounds.height * config.width,
        }));
    }

    return { viewer, events, show, firstLevel, matrix, tiles, canShow: () => true, ...moves };
};
