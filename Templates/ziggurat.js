/**
 * The page around the picture. Reads its configuration from the page, shows the picture, and leaves
 *
 *     window.ziggurat = { viewer, config, ready }
 *
 * for other scripts: OpenSeadragon's viewer, the configuration, and a promise that is kept when the
 * first view is completely drawn.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
(function () {
    'use strict';

    /** @param {string} id */
    const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
    const config = JSON.parse(byID('ziggurat-config').textContent ?? '');
    const stage = byID('stage');
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

    document.documentElement.classList.add('live');
    if (config.background) {
        stage.style.backgroundColor = config.background;
    }
    sizeNavigator(false);

    const viewer = OpenSeadragon({
        element: byID('viewer'),
        tileSources: [{
            tileSource: window.zigguratTiles.source(config),
            clip: window.zigguratTiles.clip(config),
        }],
        drawer: 'seamless',
        maxTilesPerFrame: 4,
        minPixelRatio: 0.8,
        // Joins the tiles on a second canvas, which the drawer of tiles.js makes unnecessary.
        smoothTileEdgesMinZoom: Infinity,
        maxZoomPixelRatio: 4,
        visibilityRatio: 1,
        zoomPerScroll: 1.25,
        animationTime: stillness.matches ? 0 : 0.8,
        springStiffness: 8,
        blendTime: 0,
        showNavigationControl: false,
        showNavigator: true,
        navigatorElement: byID('navigator'),
        navigatorDisplayRegionColor: '#fff',
        navigatorOpacity: 1,
        gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
        gestureSettingsTouch: { pinchRotate: false, flickEnabled: !stillness.matches },
    });
    const viewport = viewer.viewport;
    const restoreView = window.zigguratView.follow(viewer, config);
    window.zigguratControls(viewer, stage, stillness);
    viewer.canvas.setAttribute('aria-label', config.title);
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

    const ready = new Promise((resolve, reject) => {
        viewer.addOnceHandler('open-failed', (/** @type {any} */ event) =>
            reject(new Error(event.message)));
        viewer.addOnceHandler('open', () => {
            const image = viewer.world.getItemAt(0);
            limitZoom();
            restoreView();
            image.whenFullyLoaded(() => {
                // The last tile has arrived; two frames later it is on the screen.
                requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)));
            });
        });
    });
    window.ziggurat = { viewer, config, ready };
    ready.catch((error) => say(`The picture cannot be shown: ${error.message}`));

    // ---- What is seen before the first tiles, and what when some are missing

    const placeholder = document.getElementById('placeholder');
    if (placeholder) {
        const place = () => placePlaceholder(placeholder);
        viewer.addHandler('update-viewport', place);
        ready.finally(() => {
            viewer.removeHandler('update-viewport', place);
            placeholder.remove();
        }).catch(() => {});
    }

    let missing = 0;
    viewer.addHandler('tile-load-failed', () => {
        missing += 1;
        say(missing === 1 ? 'A part of the picture is missing.'
            : `${missing} parts of the picture are missing.`);
    });

    /**
     * Keeps the small picture where the big one will be.
     * @param {HTMLElement} picture
     */
    function placePlaceholder(picture) {
        const image = viewer.world.getItemAt(0);
        if (!image) {
            return;
        }
        const corner = (/** @type {number} */ x, /** @type {number} */ y) =>
            image.imageToViewerElementCoordinates(new OpenSeadragon.Point(x, y));
        const origin = corner(0, 0);
        const right = corner(config.width, 0).minus(origin).divide(config.width);
        const down = corner(0, config.height).minus(origin).divide(config.height);
        const mirror = viewport.getFlip() ? -1 : 1;
        const start = viewport.getFlip() ? viewport.getContainerSize().x - origin.x : origin.x;
        picture.classList.add('placed');
        picture.style.width = `${config.width}px`;
        picture.style.height = `${config.height}px`;
        picture.style.transform = `matrix(${mirror * right.x}, ${right.y}, ${mirror * down.x}, `
            + `${down.y}, ${start}, ${origin.y})`;
    }

    /** @param {string} text */
    function say(text) {
        const message = byID('message');
        message.textContent = text;
        message.hidden = false;
    }

    /**
     * Gives the navigator the shape of the picture, within a box of 180 by 130 pixels.
     * @param {boolean} turned By 90 or 270 degrees.
     */
    function sizeNavigator(turned) {
        const [width, height] = turned ? [config.height, config.width]
            : [config.width, config.height];
        const scale = Math.min(180 / width, 130 / height);
        const navigator = byID('navigator');
        navigator.style.width = `${Math.max(Math.round(width * scale), 16)}px`;
        navigator.style.height = `${Math.max(Math.round(height * scale), 16)}px`;
    }

    viewer.addHandler('rotate', () => {
        sizeNavigator(viewport.getRotation() % 180 !== 0);
        viewer.navigator.updateSize();
    });
})();
