// needs: head/text.js, tiles/retry.js, openseadragon/ahead.js, openseadragon/drawer.js
// needs: openseadragon/flick.js, openseadragon/overview.js, openseadragon/tiles.js, openseadragon/viewport.js
/**
 * OpenSeadragon as the lens of the page: see Lens in view.js.
 *
 * @param {HTMLElement} element The element that shows the image.
 * @param {HTMLElement} navigator The parent of the small map.
 * @param {MediaQueryList} stillness Whether the visitor prefers reduced motion.
 * @param {() => [x: number, y: number]} margin Returns the width and the height to leave free on
 *     each side when the whole image is visible.
 * @returns {Lens}
 */
ziggurat.seadragon = function (element, navigator, stillness, margin) {
    'use strict';

    const { text } = ziggurat;

    // OpenSeadragon looks up a drawer by its type among its own members, also for the navigator.
    OpenSeadragon.SeamlessDrawer = ziggurat.drawer();
    const { levelIn, minPixelRatio } = ziggurat.ahead;

    const viewer = OpenSeadragon({
        element,
        drawer: 'seamless',
        preserveViewport: true,
        maxTilesPerFrame: 4,
        minPixelRatio,
        // SeamlessDrawer draws without seams, so a second canvas is not necessary.
        smoothTileEdgesMinZoom: Infinity,
        maxZoomPixelRatio: 4,
        visibilityRatio: 1,
        animationTime: stillness.matches ? 0 : 0.8,
        springStiffness: 8,
        blendTime: 0,
        showNavigationControl: false,
        // The image follows a drag without delay only if flicks are enabled; see flick.js.
        gestureSettingsMouse: {
            clickToZoom: false, dblClickToZoom: true, scrollToZoom: false,
            flickEnabled: true, flickMinSpeed: Infinity,
        },
        gestureSettingsTouch: { pinchRotate: false, flickMinSpeed: Infinity },
    });
    const { viewport } = viewer;
    viewer.setKeyboardNavEnabled(false);
    // OpenSeadragon focuses the canvas on a press, and browsers would then draw the keyboard focus
    // ring.
    element.addEventListener('pointerdown', () => element.classList.add('pressed'), true);
    document.addEventListener('keydown', () => element.classList.remove('pressed'), true);
    stillness.addEventListener('change', () => {
        for (const spring of [viewport.centerSpringX, viewport.centerSpringY, viewport.zoomSpring,
            viewport.degreesSpring]) {
            spring.animationTime = stillness.matches ? 0 : 0.8;
        }
    });
    ziggurat.flick(viewer, stillness);

    const events = new EventTarget();
    /** @type {ReturnType<typeof ziggurat.retry<OpenSeadragon.Tile>>} */
    const retry = ziggurat.retry(events);
    for (const [name, ...causes] of [
        ['move', 'update-viewport', 'resize', 'open'],
        ['rest', 'animation-finish', 'rotate', 'flip'],
    ]) {
        for (const cause of causes) {
            viewer.addHandler(cause, () => events.dispatchEvent(new Event(name)));
        }
    }
    // OpenSeadragon changes the view again after the handlers of this event.
    viewer.addHandler('after-resize', () =>
        queueMicrotask(() => events.dispatchEvent(new Event('resize'))));

    const item = () => viewer.world.getItemAt(0);

    viewer.addHandler('tile-load-failed', ({ tile, tiledImage }) => {
        // Not for an image that another image has replaced.
        if (viewer.world.getIndexOfItem(tiledImage) >= 0) {
            retry.failed(tile, () => {
                tile.exists = true;
                tiledImage.update(true);
                // OpenSeadragon requests the tile only if the view needs it.
                tiledImage.whenFullyLoaded(() => tile.exists && retry.drop(tile));
            });
        }
    });
    viewer.addHandler('tile-loaded', ({ tile }) => retry.drop(tile));

    const { limitZoom, ...moves } = ziggurat.viewport(
        viewer, stillness, margin, () => config?.maxZoom ?? 4);
    const overview = ziggurat.overview(viewer, navigator);

    // OpenSeadragon detects a new pixel density only if the size of the window changes, too.
    /** @type {MediaQueryList | undefined} */
    let density;
    function watchDensity() {
        density?.removeEventListener('change', adapt);
        density = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
        density.addEventListener('change', adapt);
    }
    function adapt() {
        window.dispatchEvent(new Event('resize'));
        watchDensity();
    }
    watchDensity();

    /** @type {Config} */
    let config;

    // ---- Showing an image

    /** The number of calls of show(). A call is stale if a later call was made. */
    let turns = 0;

    /**
     * Prevents requests for levels below the level of the first view. They are not needed, because
     * the placeholder has as much detail.
     *
     * @param {OpenSeadragon.TiledImage} image
     * @returns {() => void} Allows the smaller levels again.
     */
    function skipCoarse(image) {
        const { source } = image;
        let level = source.maxLevel;
        while (level > source.minLevel && viewport.deltaPixelsFromPointsNoRotate(
            source.getPixelRatio(level)).x < image.minPixelRatio) {
            level -= 1;
        }
        // The source is copied, because the navigator needs the smaller levels of the original
        // source.
        image.source = Object.create(source, {
            minLevel: { value: level, configurable: true, enumerable: true },
        });
        return () => {
            image.source = source;
        };
    }

    /**
     * Loads the next larger level after the first view, because the first view may be slightly
     * enlarged. On dense screens, the larger level would load many tiles without a visible
     * difference.
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
     * @param {OpenSeadragon.OpenedImage[]} [others] Further images of the view, for OpenSeadragon.
     */
    async function show(next, base, arrive, others = []) {
        const turn = ++turns;
        config = next;
        retry.forget();
        // The role `application` makes screen readers pass keys on. The panel “About” lists the
        // keys.
        viewer.canvas.setAttribute('role', 'application');
        viewer.canvas.setAttribute('aria-roledescription', text('zoomable image'));
        viewer.canvas.setAttribute('aria-label', config.title);
        overview.prepare(config);
        // RangeReader joins the tiles of one frame into few requests.
        viewer.maxTilesPerFrame = config.archive ? 64 : 4;
        await new Promise((resolve, reject) => {
            viewer.addOnceHandler('open-failed', (event) => reject(new Error(event.message)));
            // The handler runs before the first frame, so that no unnecessary tile is requested.
            /** @type {[OpenSeadragon.EventSource, string]} */
            const [source, event] = others.length ? [viewer, 'open'] : [viewer.world, 'add-item'];
            source.addOnceHandler(event, () => {
                if (turn !== turns) {
                    return;
                }
                viewport.setRotation(0, true);
                viewport.setFlip(false);
                limitZoom();
                viewport.goHome(true);
                arrive();
                const allow = skipCoarse(item());
                // Updated at once, so that the next frame shows the tiles that are in memory.
                item().update(true);
                // After the first movement, the view may need smaller levels.
                for (const act of ['pointerdown', 'wheel', 'keydown']) {
                    document.addEventListener(act, allow, { once: true, passive: true });
                }
                item().whenFullyLoaded(() => {
                    allow();
                    // The browser shows the last tile two frames later.
                    requestAnimationFrame(() => requestAnimationFrame(resolve));
                });
            });
            // On `open`, OpenSeadragon shows the whole first image again.
            viewer.addOnceHandler('open', () => {
                if (turn === turns) {
                    arrive();
                }
            });
            viewer.open([{
                tileSource: ziggurat.tiles.source(config, base), clip: ziggurat.tiles.clip(config),
            }, ...others]);
        });
        window.setTimeout(() => {
            if (turn === turns) {
                ziggurat.ahead.forget();
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

    // ---- The visible region and tiles

    const size = () => item().getContentSize();

    function matrix() {
        if (!item()) {
            return null;
        }
        const { x: width, y: height } = size();
        const corner = (/** @type {number} */ x, /** @type {number} */ y) => {
            const point = viewport.pixelFromPoint(
                item().imageToViewportCoordinates(x, y, true), true);
            if (viewport.getFlip()) {
                point.x = viewport.getContainerSize().x - point.x;
            }
            return point;
        };
        const origin = corner(0, 0);
        const right = corner(width, 0).minus(origin).divide(width);
        const down = corner(0, height).minus(origin).divide(height);
        return [right.x, right.y, down.x, down.y, origin.x, origin.y];
    }

    function tiles() {
        const { x: scale } = size();
        return (item()?.getTilesToDraw() ?? []).map(({ tile: { level, x, y, bounds } }) => ({
            level, column: x, row: y, x: bounds.x * scale, y: bounds.y * scale,
            width: bounds.width * scale, height: bounds.height * scale,
        }));
    }

    /** @param {boolean} isOn */
    function letFingersMove(isOn) {
        viewer.gestureSettingsTouch.dragToPan = isOn;
    }

    return {
        viewer, events, needsUnderlay: false, show, firstLevel, matrix, tiles, letFingersMove,
        canShow: () => true, limitZoom, ...moves,
    };
};
