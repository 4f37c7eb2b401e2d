/**
 * The part of the picture that is seen, and the address that restores it:
 * #page=2&xywh=x,y,w,h in pixels of the picture, as in the W3C's Media Fragments; page counts the
 * pictures of the destination and is missing for the page's own. &rotate=90 and &flip=1 are our own.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 *
 * @typedef {object} Box A part of the picture, in its pixels.
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Lens What shows the picture, with one library or the other.
 * @property {any} viewer The library's own object.
 * @property {EventTarget} events `move`: the picture is now drawn elsewhere. `rest`: that has ended,
 *     or the picture was turned. `resize`: the window has another size. `missing`: a tile could not
 *     be loaded.
 * @property {(config: Config) => boolean} canShow Whether the library can show a picture at all.
 * @property {(config: Config, base: string, arrive: () => void) => Promise<void>} show Shows another
 *     picture. `arrive` is called, maybe twice, when it is there, before it is drawn; the promise is
 *     kept when it is completely drawn, and never when yet another one came before that.
 * @property {(config: Config) => number} firstLevel The level that the whole picture is drawn from.
 * @property {() => number[] | null} matrix Where the picture is drawn: the matrix, as in CSS, from
 *     its pixels to those of the viewer's element; null before there is a picture.
 * @property {() => Box} region What is seen when all has come to rest. It may reach out of the
 *     picture.
 * @property {() => boolean} isHome Whether the whole picture is seen, as large as it fits.
 * @property {(atOnce?: boolean) => void} goHome
 * @property {(region: Box, atOnce?: boolean) => void} fit
 * @property {() => void} showActualPixels One for each pixel of the screen.
 * @property {(factor: number) => void} zoomBy
 * @property {(right: number, down: number) => void} moveBy In parts of the view, as one sees it.
 * @property {() => number} rotation In degrees, clockwise; 0 where the library cannot turn.
 * @property {() => boolean} isFlipped
 * @property {(degrees: number) => void} [rotateBy] Clockwise as it is seen. Missing, as the next
 *     two, where the library cannot.
 * @property {() => void} [flip]
 * @property {(degrees: number, isFlipped: boolean) => void} [turnTo] At once.
 * @property {() => (Box & { level: number, column: number, row: number })[]} tiles Those that are
 *     drawn.
 *
 * @typedef {object} Page What the parts of the script share; window.ziggurat.
 * @property {Lens} lens
 * @property {any} viewer OpenSeadragon's, or Leaflet's map.
 * @property {Config} config What is known of the picture that is shown.
 * @property {string} base The path of its bundle relative to the page; '' for the page's own.
 * @property {number} number Its place in the destination, from 1; 0 for the page's own picture.
 * @property {Promise<void>} ready Kept when the first view is completely drawn.
 */
const zigguratView = (function () {
    'use strict';

    /**
     * @param {string} text `x,y,w,h`, `pixel:x,y,w,h` or `percent:x,y,w,h`.
     * @param {{ width: number, height: number }} config
     * @returns {Box | null} The region within the picture, or null where there is none.
     */
    function regionFrom(text, config) {
        const number = '(\\d+(?:\\.\\d+)?)';
        const match = text.match(`^(pixel:|percent:)?${number},${number},${number},${number}$`);
        if (!match) {
            return null;
        }
        const percent = match[1] === 'percent:';
        const [x, y, width, height] = match.slice(2).map((value, index) =>
            Number(value) * (percent ? (index % 2 ? config.height : config.width) / 100 : 1));
        const inside = x < config.width && y < config.height && width > 0 && height > 0;
        return inside ? {
            x, y, width: Math.min(width, config.width - x), height: Math.min(height, config.height - y),
        } : null;
    }

    /**
     * Writes the view to the address when it comes to rest, and follows the address when it is
     * changed. The picture stays fitted when the window changes.
     *
     * @param {Page} page
     * @param {(number: number) => boolean} turn Shows another picture of the destination, after
     *     which restore is called; says whether that was necessary and possible.
     */
    function follow(page, turn) {
        const { lens } = page;

        /** What the view was when it was last written to the address or read from it. */
        let known = '';
        /** Whether the whole picture was seen then; it should stay so when the window changes. */
        let fitted = true;
        /** Whether the next view is a new entry in the browser's history. */
        let leaping = false;
        let timer = 0;

        function writeSoon() {
            window.clearTimeout(timer);
            timer = window.setTimeout(write, 250);
        }
        lens.events.addEventListener('rest', writeSoon);
        lens.events.addEventListener('resize', () => {
            if (fitted) {
                lens.goHome(true);
            }
            writeSoon();
        });
        window.addEventListener('hashchange', () => {
            const number = Number(new URLSearchParams(location.hash.slice(1)).get('page') ?? 0);
            if (!turn(number)) {
                restore();
            }
        });

        function key() {
            const { x, y, width, height } = lens.region();
            return [page.number, x, y, width, height, lens.rotation(), lens.isFlipped()].join();
        }

        /** The view as an address has it; empty for the whole picture as it is. */
        function view() {
            const { config } = page;
            const degrees = lens.rotation();
            const changes = (degrees ? `&rotate=${degrees}` : '')
                + (lens.isFlipped() ? '&flip=1' : '');
            if (!lens.matrix() || (lens.isHome() && !changes)) {
                return '';
            }
            const { x, y, width, height } = lens.region();
            const left = Math.max(Math.round(x), 0);
            const top = Math.max(Math.round(y), 0);
            const right = Math.min(Math.round(x + width), config.width);
            const bottom = Math.min(Math.round(y + height), config.height);
            const size = [Math.max(right - left, 1), Math.max(bottom - top, 1)];
            return `xywh=${left},${top},${size.join()}${changes}`;
        }

        function write() {
            window.clearTimeout(timer);
            const isNew = leaping;
            leaping = false;
            if (!lens.matrix() || key() === known) {
                return;
            }
            known = key();
            fitted = lens.isHome();
            const parts = [page.number ? `page=${page.number}` : '', view()].filter(Boolean);
            const address = parts.length ? `#${parts.join('&')}`
                : location.pathname + location.search;
            history[isNew ? 'pushState' : 'replaceState'](history.state, '', address);
        }

        /** To be called before the view changes to something that one may want to go back from. */
        function leap() {
            write();
            leaping = true;
        }

        /** Shows what the address says of the picture that is there. */
        function restore() {
            if (!lens.matrix()) {
                return;
            }
            const values = new URLSearchParams(location.hash.slice(1));
            const degrees = Number(values.get('rotate'));
            lens.turnTo?.(degrees % 90 === 0 ? degrees : 0, values.get('flip') === '1');
            const region = regionFrom(values.get('xywh') ?? '', page.config);
            if (region) {
                lens.fit(region, true);
            } else {
                lens.goHome(true);
            }
            known = key();
            fitted = lens.isHome();
            leaping = false;
        }

        return { leap, restore, view, write };
    }

    return { follow };
})();
