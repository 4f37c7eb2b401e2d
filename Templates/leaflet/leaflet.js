// needs: head/text.js, tiles/retry.js, leaflet/layer.js
/**
 * Leaflet as the lens of the page: see Lens in view.js. Leaflet cannot rotate or flip an image and
 * has no navigator.
 *
 * @param {HTMLElement} element The element that shows the image.
 * @param {HTMLElement} navigator The parent of the small map, hidden because Leaflet has no small
 *     map.
 * @param {MediaQueryList} stillness Whether the visitor prefers reduced motion.
 * @returns {Lens}
 */
ziggurat.leaflet = function (element, navigator, stillness) {
    'use strict';

    const { text } = ziggurat;

    /** @type {HTMLElement} */ (navigator.parentElement).hidden = true;
    const map = L.map(element, {
        crs: L.CRS.Simple,
        attributionControl: false,
        zoomControl: false,
        keyboard: false,
        fadeAnimation: false,
        inertia: !stillness.matches,
        zoomSnap: 0,
        zoomDelta: Math.log2(1.6),
        wheelPxPerZoomLevel: 120,
        minZoom: -Infinity,
        maxZoom: 2,
        maxBoundsViscosity: 1,
    });
    stillness.addEventListener('change', () => {
        map.options.inertia = !stillness.matches;
    });
    // The role `application` makes screen readers pass keys on. The panel “About” lists the keys.
    element.tabIndex = 0;
    element.setAttribute('role', 'application');
    element.setAttribute('aria-roledescription', text('zoomable image'));

    const events = new EventTarget();
    /** @type {ReturnType<typeof ziggurat.retry<HTMLElement>>} */
    const retry = ziggurat.retry(events);
    /** @param {string} name */
    const tell = (name) => events.dispatchEvent(new Event(name));

    /** @type {Config} */
    let config;
    /** @type {InstanceType<typeof ziggurat.TileLayer> | undefined} */
    let layer;
    let bounds = L.latLngBounds([[0, 0], [0, 0]]);

    // ---- Position

    // An element as large as the image. During a zoom, the browser animates this element, and only
    // its bounds show the current position.
    const frame = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    frame.style.visibility = 'hidden';
    const overlay = L.svgOverlay(frame, bounds);
    let isZooming = false;

    function followZoom() {
        if (isZooming) {
            tell('move');
            requestAnimationFrame(followZoom);
        }
    }
    map.on('zoomanim', () => {
        if (!isZooming) {
            isZooming = true;
            requestAnimationFrame(followZoom);
        }
    });
    map.on('zoomend', () => {
        isZooming = false;
    });
    map.on('move zoom viewreset', () => tell('move'));
    // Runs after Leaflet's own handlers.
    map.on('moveend', () => queueMicrotask(() => {
        tell('move');
        tell('rest');
    }));
    map.on('resize', () => {
        limitZoom();
        tell('resize');
        tell('move');
    });

    function matrix() {
        if (!layer) {
            return null;
        }
        if (isZooming) {
            const [image, box] = [frame, element].map((each) => each.getBoundingClientRect());
            const scale = image.width / config.width;
            return [scale, 0, 0, scale, image.left - box.left, image.top - box.top];
        }
        const scale = 2 ** map.getZoom();
        const origin = map.project(L.latLng(0, 0)).subtract(map.getPixelOrigin())
            .add(L.DomUtil.getPosition(map.getPane('mapPane')));
        return [scale, 0, 0, scale, origin.x, origin.y];
    }

    // The target of the current movement. Leaflet forgets it when the next movement begins.
    /** @type {number | undefined} */
    let wantedZoom;
    /** @type {L.LatLng | undefined} */
    let wantedCenter;

    const homeZoom = () => map.getBoundsZoom(bounds);
    const actualZoom = () => -Math.log2(window.devicePixelRatio);

    /** Allows zooming out to the whole image, and to the actual pixels of a small image. */
    function limitZoom() {
        map.options.minZoom = -Infinity;
        map.options.minZoom = Math.min(homeZoom(), actualZoom());
        map.options.maxZoom = Math.max(Math.log2(config.maxZoom ?? 4), homeZoom());
    }

    /** Ends a zoom at once, because Leaflet ignores other movements during a zoom. */
    function arriveNow() {
        wantedZoom = undefined;
        if (isZooming) {
            map._onZoomTransitionEnd();
        }
    }

    function goHome() {
        arriveNow();
        map.setView(bounds.getCenter(), homeZoom(), { animate: false });
    }

    // If the whole image is visible, a drag returns the image to the middle.
    map.on('dragend', () => Math.abs(map.getZoom() - homeZoom()) < 1e-6 && goHome());

    function isHome() {
        const away = map.project(map.getCenter()).distanceTo(map.project(bounds.getCenter()));
        return Math.abs(map.getZoom() - homeZoom()) < 1e-6 && away < 2;
    }

    // ---- Showing an image

    /** @param {Config} other The conditions match LeafletObstacle in ViewerLibrary.swift. */
    function canShow({ overlap, levels, width }) {
        return overlap === 0 && levels.every((level, index) => Number.isInteger(
            Math.log2(level.scaleFactor)) && level.width === Math.ceil(width / level.scaleFactor)
            && (index === 0 || levels[index - 1].scaleFactor === 2 * level.scaleFactor));
    }

    /**
     * @param {Config} next
     * @param {string} base
     * @param {() => void} arrive
     * @returns {Promise<void>}
     */
    function show(next, base, arrive) {
        layer?.remove();
        overlay.remove();
        config = next;
        element.setAttribute('aria-label', config.title);
        bounds = L.latLngBounds([[-config.height, 0], [0, config.width]]);
        overlay.setBounds(bounds);
        const tiles = new ziggurat.TileLayer(config, base);
        layer = tiles;
        limitZoom();
        // Leaflet moves back into its bounds after every movement, also while it moves from one
        // image to the whole of another image. So the bounds are removed for this movement.
        map.setMaxBounds(L.latLngBounds([]));
        goHome();
        map.setMaxBounds(bounds);
        arrive();
        overlay.addTo(map);
        retry.forget();
        tiles.on('tileerror', ({ tile }) => retry.failed(tile, () => tiles.request(tile)));
        tiles.on('tileload', ({ tile }) => retry.drop(tile));
        tiles.on('tileunload', ({ tile }) => {
            retry.drop(tile);
            tiles.release(tile);
        });
        tiles.on('tileload tileunload', () => tell('move'));
        return new Promise((resolve) => {
            tiles.once('load', () => {
                tiles.sharpen();
                // The browser shows the last tile two frames later.
                requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
            });
            tiles.addTo(map);
        });
    }

    /** @param {Config} other */
    function firstLevel(other) {
        const tiles = new ziggurat.TileLayer(other, '');
        const size = map.getSize();
        const scale = Math.min(size.x / other.width, size.y / other.height);
        return tiles.zooms.indexOf(tiles.nearest(Math.log2(scale)));
    }

    // ---- The view

    /**
     * @param {Box} region
     * @param {boolean} [atOnce]
     * @param {boolean} [isFree] Whether the view may extend beyond the image.
     */
    function fit({ x, y, width, height }, atOnce = false, isFree = false) {
        const region = isFree ? [[-y - height, x], [-y, x + width]] : [
            [-Math.min(y + height, config.height), Math.max(x, 0)],
            [-Math.max(y, 0), Math.min(x + width, config.width)],
        ];
        arriveNow();
        // The visitor may move beyond the image until the next fit.
        map.setMaxBounds(L.latLngBounds(isFree
            ? [...region, [0, 0], [-config.height, config.width]]
            : [[0, 0], [-config.height, config.width]]));
        map.fitBounds(region, { animate: !atOnce && !stillness.matches });
    }

    function showActualPixels() {
        arriveNow();
        map.setZoom(actualZoom(), { animate: false });
    }

    function zoomOn() {
        if (wantedZoom !== undefined && !isZooming) {
            if (Math.abs(wantedZoom - map.getZoom()) < 1e-6) {
                wantedZoom = undefined;
            } else {
                map.setZoom(wantedZoom, { animate: !stillness.matches });
            }
        }
    }
    map.on('zoomend', () => queueMicrotask(zoomOn));

    /** @param {number} factor */
    function zoomBy(factor) {
        const { minZoom, maxZoom } = map.options;
        const zoom = (wantedZoom ?? map.getZoom()) + Math.log2(factor);
        wantedZoom = Math.min(Math.max(zoom, minZoom), maxZoom);
        zoomOn();
    }

    /** @param {number} right @param {number} down */
    function moveBy(right, down) {
        arriveNow();
        const { lat, lng } = wantedCenter ?? map.getCenter();
        const { width, height } = region();
        /** @param {number} value @param {number} half @param {number} most */
        const inside = (value, half, most) =>
            (2 * half > most ? most / 2 : Math.min(Math.max(value, half), most - half));
        const goal = L.latLng(-inside(down * height - lat, height / 2, config.height),
            inside(lng + right * width, width / 2, config.width));
        map.panTo(goal, { animate: !stillness.matches });
        wantedCenter = goal;
    }
    map.on('moveend dragstart zoomstart', () => {
        wantedCenter = undefined;
    });

    /** @param {boolean} isOn */
    function letFingersMove(isOn) {
        map.dragging[isOn ? 'enable' : 'disable']();
    }

    function region() {
        const seen = map.getBounds();
        return {
            x: seen.getWest(), y: -seen.getNorth(), width: seen.getEast() - seen.getWest(),
            height: seen.getNorth() - seen.getSouth(),
        };
    }

    return {
        viewer: map, events, needsUnderlay: true, canShow, show, firstLevel, matrix, region, isHome, goHome, fit,
        showActualPixels,
        zoomBy, moveBy, letFingersMove,
        rotation: () => 0,
        isFlipped: () => false,
        tiles: () => layer?.drawn() ?? [],
    };
};
