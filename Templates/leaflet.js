/**
 * The page around the picture, with Leaflet. Reads its configuration from the page, shows the
 * picture, and leaves
 *
 *     window.ziggurat = { viewer, config, ready }
 *
 * for other scripts: Leaflet's map, the configuration, and a promise that is kept when the first view
 * is completely drawn. On the map, a unit is a pixel of the picture and zoom 0 its actual size; y
 * counts upwards, so that the picture lies between 0 and minus its height.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 * The types are those of paths.js.
 */
(function () {
    'use strict';

    /** @param {string} id */
    const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
    /** @type {any} A pyramid, and what is said about it. */
    const config = JSON.parse(byID('ziggurat-config').textContent ?? '');
    const { address, tilePath } = window.zigguratPaths;
    const stage = byID('stage');
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');
    const bounds = L.latLngBounds([[-config.height, 0], [0, config.width]]);

    document.documentElement.classList.add('live');
    if (config.background) {
        stage.style.backgroundColor = config.background;
    }
    byID('overview').hidden = true;

    // ---- The tiles

    const zooms = config.levels.map((/** @type {any} */ level) => -Math.log2(level.scaleFactor));
    // Smaller levels would only be asked for to be covered at once.
    const firstUseful = Math.max(0, config.levels.findLastIndex(
        (/** @type {any} */ level) => level.columns * level.rows === 1));

    /**
     * How far the picture begins inside the first tile of a level, in the level's pixels.
     * @param {number} zoom
     */
    function shiftOf(zoom) {
        const level = config.levels[zooms.indexOf(zoom)];
        return L.point(level.shiftX ?? 0, level.shiftY ?? 0);
    }

    /**
     * What of a tile shows the picture, along one side and in pixels of the level. The last pixel
     * of a level may be a fraction of one.
     * @param {number} number Of the column or row.
     * @param {number} side Of a tile.
     * @param {number} shift
     * @param {number} length Of the picture.
     */
    function part(number, side, shift, length) {
        const first = number * side - shift;
        const start = Math.max(-first, 0);
        return { start, length: Math.min(side, length - first) - start };
    }

    const Tiles = L.GridLayer.extend({
        /**
         * A tile in the size of what it shows. Leaflet's own layer stretches the smaller tiles at
         * the edges of the picture, and shows what larger ones have beyond it.
         *
         * @param {{ x: number, y: number, z: number }} coords
         * @param {(error: Error|null, tile: HTMLElement) => void} done
         */
        createTile(coords, done) {
            const index = zooms.indexOf(coords.z);
            const scale = config.levels[index].scaleFactor;
            const tile = document.createElement('div');
            tile.dataset.address = `${config.levels[index].z ?? index}: ${coords.x}, ${coords.y}`;
            const path = tilePath(config, index, coords.x, coords.y);
            if (path === null) {
                window.setTimeout(() => done(null, tile));
                return tile;
            }
            const picture = document.createElement('img');
            picture.alt = '';
            picture.draggable = false;
            const shift = shiftOf(coords.z);
            const across = part(coords.x, config.tileWidth, shift.x, config.width / scale);
            const down = part(coords.y, config.tileHeight, shift.y, config.height / scale);
            Object.assign(picture.style, {
                left: `${across.start}px`,
                top: `${down.start}px`,
                width: `${across.length}px`,
                height: `${down.length}px`,
                // A padded tile has more than what is to be seen, on any side.
                objectPosition: config.edge === 'pad'
                    ? `${-across.start}px ${-down.start}px` : '0 0',
            });
            picture.onload = () => done(null, tile);
            picture.onerror = () => done(new Error(picture.src), tile);
            picture.src = address(path);
            tile.append(picture);
            return tile;
        },

        // Some layouts begin a level inside its first tile.

        _getTilePos(/** @type {any} */ coords) {
            return L.GridLayer.prototype._getTilePos.call(this, coords).subtract(shiftOf(coords.z));
        },

        _pxBoundsToTileRange(/** @type {any} */ area) {
            const shift = shiftOf(this._tileZoom);
            return L.GridLayer.prototype._pxBoundsToTileRange.call(
                this, L.bounds(area.min.add(shift), area.max.add(shift)));
        },

        _isValidTile(/** @type {any} */ coords) {
            const level = config.levels[zooms.indexOf(coords.z)];
            return coords.x >= 0 && coords.y >= 0 && coords.x < level.columns
                && coords.y < level.rows;
        },

        // Leaflet takes the level that is nearest to the zoom. This takes one that has a pixel for
        // each pixel of the screen, or nearly so, also on dense screens.

        _setView(/** @type {any} */ center, /** @type {number} */ zoom, ...rest) {
            this._shownZoom = zoom;
            L.GridLayer.prototype._setView.call(this, center, zoom, ...rest);
        },

        // Leaflet forgets every tile when a view is set without a motion. They are still right.
        _invalidateAll() {},

        _clampZoom(/** @type {number} */ zoom) {
            const wanted = (this._shownZoom ?? zoom) + Math.log2(window.devicePixelRatio * 0.8);
            return Math.min(Math.max(Math.ceil(wanted), zooms[firstUseful]), zooms.at(-1));
        },
    });

    const tiles = new Tiles({
        tileSize: L.point(config.tileWidth, config.tileHeight),
        noWrap: true,
        minZoom: -Infinity,
        keepBuffer: 1,
        className: 'tiles',
    });

    // ---- The map

    const map = L.map(byID('viewer'), {
        crs: L.CRS.Simple,
        attributionControl: false,
        zoomControl: false,
        keyboard: false,
        fadeAnimation: false,
        zoomAnimation: !stillness.matches,
        inertia: !stillness.matches,
        zoomSnap: 0,
        zoomDelta: Math.log2(1.6),
        wheelPxPerZoomLevel: 120,
        minZoom: -Infinity,
        maxZoom: 2,
        maxBounds: bounds,
        maxBoundsViscosity: 1,
    });
    map.getContainer().tabIndex = 0;

    const homeZoom = () => map.getBoundsZoom(bounds);
    const actualZoom = () => -Math.log2(window.devicePixelRatio);

    /** Lets the whole picture be seen, and a small one at its actual pixels. */
    function limitZoom() {
        map.options.minZoom = -Infinity;
        map.options.minZoom = Math.min(homeZoom(), actualZoom());
        map.options.maxZoom = Math.max(2, homeZoom());
    }

    function goHome() {
        map.setView(bounds.getCenter(), homeZoom(), { animate: false });
    }

    function isHome() {
        const away = map.project(map.getCenter()).distanceTo(map.project(bounds.getCenter()));
        return Math.abs(map.getZoom() - homeZoom()) < 1e-6 && away < 2;
    }

    // ---- The address: #xywh=x,y,w,h in pixels of the picture

    /** Whether the whole picture is seen; it should stay so when the window changes. */
    let fitted = true;
    let known = '';
    let timer = 0;
    const viewKey = () => [map.getCenter(), map.getZoom()].join();

    function writeView() {
        if (viewKey() === known) {
            return;
        }
        known = viewKey();
        fitted = isHome();
        const view = map.getBounds();
        const inside = (/** @type {number} */ value, /** @type {number} */ most) =>
            Math.min(Math.max(Math.round(value), 0), most);
        const [left, right] = [view.getWest(), view.getEast()].map((x) => inside(x, config.width));
        const [top, bottom] = [-view.getNorth(), -view.getSouth()].map(
            (y) => inside(y, config.height));
        const hash = fitted ? location.pathname + location.search
            : `#xywh=${left},${top},${Math.max(right - left, 1)},${Math.max(bottom - top, 1)}`;
        history.replaceState(history.state, '', hash);
    }

    function restoreView() {
        const number = '(\\d+(?:\\.\\d+)?)';
        const found = (new URLSearchParams(location.hash.slice(1)).get('xywh') ?? '').match(
            `^(pixel:|percent:)?${number},${number},${number},${number}$`);
        const [x, y, width, height] = (found ?? []).slice(2).map((value, index) =>
            Number(value) * (found?.[1] === 'percent:'
                ? (index % 2 ? config.height : config.width) / 100 : 1));
        if (x < config.width && y < config.height && width > 0 && height > 0) {
            map.fitBounds([
                [-Math.min(y + height, config.height), x],
                [-y, Math.min(x + width, config.width)],
            ], { animate: false });
        } else {
            goHome();
        }
        known = viewKey();
        fitted = isHome();
    }

    limitZoom();
    restoreView();
    map.on('moveend', () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(writeView, 250);
    });
    map.on('resize', () => {
        limitZoom();
        if (fitted) {
            goHome();
        }
    });
    window.addEventListener('hashchange', restoreView);

    // ---- What is seen before the first tiles, and what when some are missing

    const placeholder = /** @type {HTMLImageElement|null} */ (
        document.getElementById('placeholder'));
    map.createPane('placeholder').style.zIndex = '150';
    const still = placeholder
        ? L.imageOverlay(placeholder.src, bounds, { pane: 'placeholder' }).addTo(map) : null;
    placeholder?.remove();

    let missing = 0;
    tiles.on('tileerror', () => {
        missing += 1;
        byID('message').textContent = missing === 1 ? 'A part of the picture is missing.'
            : `${missing} parts of the picture are missing.`;
        byID('message').hidden = false;
    });
    const ready = new Promise((resolve) => {
        tiles.once('load', () => {
            // The last tile has arrived; two frames later it is on the screen.
            requestAnimationFrame(() => requestAnimationFrame(() => {
                still?.remove();
                resolve(undefined);
            }));
        });
    });
    tiles.addTo(map);
    window.ziggurat = { viewer: map, config, ready };

    // ---- Buttons and keys

    /** @param {number} right @param {number} down In parts of the view. */
    function move(right, down) {
        map.panBy(map.getSize().scaleBy(L.point(right, down)), { animate: !stillness.matches });
    }

    /** Shows each pixel of the picture as one pixel of the screen. */
    function actualPixels() {
        map.setZoom(actualZoom(), { animate: false });
    }

    function toggleFullScreen() {
        if (document.fullscreenElement) {
            document.exitFullscreen();
        } else if (document.fullscreenEnabled) {
            stage.requestFullscreen().catch(() => {});
        }
    }

    function toggleGrid() {
        const isOn = map.getContainer().classList.toggle('bordered');
        document.querySelector('button[data-action="grid"]')?.setAttribute(
            'aria-pressed', String(isOn));
    }

    /** @param {string} text */
    function announce(text) {
        const place = document.getElementById('announcement');
        if (place) {
            place.textContent = text;
        }
    }

    function copyLink() {
        writeView();
        navigator.clipboard?.writeText(location.href).then(
            () => announce('The link is copied.'), () => announce('The link cannot be copied.'));
    }

    /** @type {Record<string, () => void>} */
    const actions = {
        grid: toggleGrid,
        copyLink,
        zoomIn: () => map.zoomIn(),
        zoomOut: () => map.zoomOut(),
        home: goHome,
        actualPixels,
        fullScreen: toggleFullScreen,
    };
    // What Leaflet cannot do has no button.
    for (const button of document.querySelectorAll('button[data-action]')) {
        const element = /** @type {HTMLButtonElement} */ (button);
        const action = actions[element.dataset.action ?? ''];
        if (action) {
            element.addEventListener('click', action);
        } else {
            element.hidden = true;
        }
    }
    const full = /** @type {HTMLButtonElement} */ (
        document.querySelector('button[data-action="fullScreen"]'));
    full.hidden = !document.fullscreenEnabled;
    document.addEventListener('fullscreenchange', () =>
        full.setAttribute('aria-pressed', String(document.fullscreenElement !== null)));

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
        '0': goHome,
        'Home': goHome,
        '1': actualPixels,
        'f': (shift) => (shift ? toggleFullScreen() : undefined),
        'g': toggleGrid,
        'c': copyLink,
    };
    document.addEventListener('keydown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        const isText = target.closest('input, textarea, dialog');
        const scrolls = target.closest('#caption') && /^(Arrow|Home)/.test(event.key);
        if (event.ctrlKey || event.metaKey || event.altKey || isText || scrolls) {
            return;
        }
        const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (action) {
            action(event.shiftKey);
            event.preventDefault();
        }
    });
})();
