/**
 * The page around the picture: the viewer, its buttons and keys, and the address that restores
 * the view. Reads its configuration from the page and leaves
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
    sizeNavigator();

    const viewer = OpenSeadragon({
        element: byID('viewer'),
        tileSources: window.zigguratTiles.source(config),
        drawer: 'seamless',
        maxTilesPerFrame: 4,
        minPixelRatio: 0.8,
        // Joins the tiles on a second canvas, which the drawer of tiles.js makes unnecessary.
        smoothTileEdgesMinZoom: Infinity,
        maxZoomPixelRatio: 4,
        visibilityRatio: 1,
        zoomPerClick: 1,
        zoomPerScroll: 1.25,
        animationTime: stillness.matches ? 0 : 0.8,
        springStiffness: 8,
        blendTime: 0,
        showNavigationControl: false,
        showNavigator: true,
        navigatorElement: byID('navigator'),
        navigatorRotate: false,
        navigatorDisplayRegionColor: '#fff',
        gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
        gestureSettingsTouch: { pinchRotate: false, flickEnabled: !stillness.matches },
    });
    const viewport = viewer.viewport;
    viewer.canvas.setAttribute('aria-label', config.title);
    viewer.setKeyboardNavEnabled(false);
    stillness.addEventListener('change', () => {
        for (const spring of ['centerSpringX', 'centerSpringY', 'zoomSpring', 'degreesSpring']) {
            viewport[spring].animationTime = stillness.matches ? 0 : 0.8;
        }
    });

    const ready = new Promise((resolve, reject) => {
        viewer.addOnceHandler('open-failed', (/** @type {any} */ event) =>
            reject(new Error(event.message)));
        viewer.addOnceHandler('open', () => {
            const image = viewer.world.getItemAt(0);
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

    /** Gives the navigator the shape of the picture within a box of 180 by 130 pixels. */
    function sizeNavigator() {
        const scale = Math.min(180 / config.width, 130 / config.height);
        const navigator = byID('navigator');
        navigator.style.width = `${Math.max(Math.round(config.width * scale), 16)}px`;
        navigator.style.height = `${Math.max(Math.round(config.height * scale), 16)}px`;
    }

    // ---- Buttons and keys

    /** @param {number} factor */
    function zoom(factor) {
        viewport.zoomBy(factor);
        viewport.applyConstraints();
    }

    /**
     * Moves by a part of the view.
     * @param {number} right
     * @param {number} down
     */
    function move(right, down) {
        const size = viewport.getBoundsNoRotate();
        const step = new OpenSeadragon.Point(right * size.width, down * size.height);
        if (viewport.getFlip()) {
            step.x = -step.x;
        }
        viewport.panBy(step.rotate(-viewport.getRotation()));
        viewport.applyConstraints();
    }

    /** Shows each pixel of the picture as one pixel of the screen, and puts them on its grid. */
    function actualPixels() {
        const image = viewer.world.getItemAt(0);
        const ratio = OpenSeadragon.pixelDensityRatio;
        const center = image.viewportToImageCoordinates(viewport.getCenter());
        const size = viewport.getContainerSize().times(ratio);
        if (viewport.getRotation() % 180 !== 0) {
            [size.x, size.y] = [size.y, size.x];
        }
        const align = (/** @type {number} */ value, /** @type {number} */ length) =>
            Math.round(value - length / 2) + length / 2;
        const aligned = new OpenSeadragon.Point(align(center.x, size.x), align(center.y, size.y));
        viewport.panTo(image.imageToViewportCoordinates(aligned));
        viewport.zoomTo(image.imageToViewportZoom(1 / ratio));
        viewport.applyConstraints();
    }

    /** @param {number} degrees Clockwise as it is seen, also in a flipped picture. */
    function rotate(degrees) {
        const sign = viewport.getFlip() ? -1 : 1;
        viewport.setRotation(viewport.getRotation() + sign * degrees, stillness.matches);
        viewport.applyConstraints();
    }

    function toggleFullScreen() {
        if (document.fullscreenElement) {
            document.exitFullscreen();
        } else if (document.fullscreenEnabled) {
            stage.requestFullscreen().catch(() => {});
        }
    }

    /** @type {Record<string, () => void>} */
    const actions = {
        zoomIn: () => zoom(1.6),
        zoomOut: () => zoom(1 / 1.6),
        home: () => viewport.goHome(),
        actualPixels,
        rotate: () => rotate(90),
        flip: () => viewport.toggleFlip(),
        fullScreen: toggleFullScreen,
    };
    /** @param {string} name */
    const button = (name) => /** @type {HTMLButtonElement} */ (
        stage.querySelector(`button[data-action="${name}"]`));
    for (const name of Object.keys(actions)) {
        button(name).addEventListener('click', actions[name]);
    }
    button('fullScreen').hidden = !document.fullscreenEnabled;
    document.addEventListener('fullscreenchange', () =>
        button('fullScreen').setAttribute('aria-pressed', String(document.fullscreenElement !== null)));
    viewer.addHandler('flip', () =>
        button('flip').setAttribute('aria-pressed', String(viewport.getFlip())));

    /** @type {Record<string, (shift: boolean) => void>} */
    const keys = {
        'ArrowLeft': (shift) => move(shift ? -0.8 : -0.15, 0),
        'ArrowRight': (shift) => move(shift ? 0.8 : 0.15, 0),
        'ArrowUp': (shift) => move(0, shift ? -0.8 : -0.15),
        'ArrowDown': (shift) => move(0, shift ? 0.8 : 0.15),
        '+': actions.zoomIn,
        '=': actions.zoomIn,
        '-': actions.zoomOut,
        '_': actions.zoomOut,
        '0': actions.home,
        'Home': actions.home,
        '1': actions.actualPixels,
        'r': (shift) => rotate(shift ? -90 : 90),
        'f': (shift) => (shift ? toggleFullScreen() : actions.flip()),
    };
    document.addEventListener('keydown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        const scrolls = target.closest('#caption') && /^(Arrow|Home)/.test(event.key);
        if (event.ctrlKey || event.metaKey || event.altKey || scrolls) {
            return;
        }
        const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (action) {
            action(event.shiftKey);
            event.preventDefault();
        }
    });

    // ---- The address: #xywh=x,y,w,h is the part of the picture that is seen, in its pixels, as
    // in the W3C's Media Fragments; &rotate=90 and &flip=1 are our own.

    /** What the viewport was when it was last written to the address or read from it. */
    let known = '';
    let timer = 0;
    for (const name of ['animation-finish', 'rotate', 'flip', 'resize']) {
        viewer.addHandler(name, () => {
            window.clearTimeout(timer);
            timer = window.setTimeout(writeView, 250);
        });
    }
    window.addEventListener('hashchange', restoreView);

    function viewKey() {
        return [viewport.getBoundsNoRotate(), viewport.getRotation(), viewport.getFlip()].join();
    }

    function homeKey() {
        return [viewport.getHomeBoundsNoRotate(), 0, false].join();
    }

    function writeView() {
        const image = viewer.world.getItemAt(0);
        if (!image || viewKey() === known) {
            return;
        }
        known = viewKey();
        let hash = '';
        if (known !== homeKey()) {
            const view = image.viewportToImageRectangle(viewport.getBounds()).getBoundingBox();
            const left = Math.max(Math.round(view.x), 0);
            const top = Math.max(Math.round(view.y), 0);
            const right = Math.min(Math.round(view.x + view.width), config.width);
            const bottom = Math.min(Math.round(view.y + view.height), config.height);
            hash = `#xywh=${left},${top},${Math.max(right - left, 1)},${Math.max(bottom - top, 1)}`;
            const degrees = OpenSeadragon.positiveModulo(Math.round(viewport.getRotation()), 360);
            hash += (degrees ? `&rotate=${degrees}` : '') + (viewport.getFlip() ? '&flip=1' : '');
        }
        history.replaceState(history.state, '', hash || location.pathname + location.search);
    }

    function restoreView() {
        const image = viewer.world.getItemAt(0);
        if (!image) {
            return;
        }
        const values = new URLSearchParams(location.hash.slice(1));
        const degrees = Number(values.get('rotate'));
        viewport.setRotation(degrees % 90 === 0 ? degrees : 0, true);
        viewport.setFlip(values.get('flip') === '1');
        const region = regionFrom(values.get('xywh') ?? '');
        if (region) {
            viewport.fitBounds(image.imageToViewportRectangle(region), true);
            viewport.applyConstraints(true);
        } else {
            viewport.goHome(true);
        }
        known = viewKey();
    }

    /**
     * @param {string} text `x,y,w,h`, `pixel:x,y,w,h` or `percent:x,y,w,h`.
     * @returns The region within the picture, or null where there is none.
     */
    function regionFrom(text) {
        const number = '(\\d+(?:\\.\\d+)?)';
        const match = text.match(`^(pixel:|percent:)?${number},${number},${number},${number}$`);
        if (!match) {
            return null;
        }
        const percent = match[1] === 'percent:';
        const [x, y, width, height] = match.slice(2).map((value, index) =>
            Number(value) * (percent ? (index % 2 ? config.height : config.width) / 100 : 1));
        const inside = x < config.width && y < config.height && width > 0 && height > 0;
        return inside ? new OpenSeadragon.Rect(
            x, y, Math.min(width, config.width - x), Math.min(height, config.height - y)) : null;
    }
})();
