/**
 * How large the picture is seen: in percent of its pixels, and as a ruler where its true size is
 * known. What changes is also said to those who do not see it.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
const zigguratScale = (function () {
    'use strict';

    /** Units of length, in micrometres, and from which length on they are used. */
    const units = [
        { name: 'nm', size: 1e-3, from: 0 }, { name: 'µm', size: 1, from: 1 },
        { name: 'mm', size: 1e3, from: 1e3 }, { name: 'cm', size: 1e4, from: 1e4 },
        { name: 'm', size: 1e6, from: 1e6 }, { name: 'km', size: 1e9, from: 1e9 },
    ];

    /**
     * The longest round length, 1, 2 or 5 times a power of ten, that is no longer than another.
     * @param {number} micrometres
     */
    function roundLength(micrometres) {
        const power = 10 ** Math.floor(Math.log10(micrometres) + 1e-9);
        const digit = [5, 2, 1].find((each) => each * power <= micrometres * (1 + 1e-9)) ?? 1;
        const length = digit * power;
        const unit = units.findLast(({ from }) => length >= from * (1 - 1e-9)) ?? units[0];
        return { length, text: `${Number((length / unit.size).toPrecision(1))} ${unit.name}` };
    }

    /**
     * @param {number} scale Screen pixels for each pixel of the picture.
     */
    function percent(scale) {
        const value = scale * 100;
        return Number(value >= 10 ? value.toFixed(0) : value.toPrecision(2)) + '%';
    }

    /**
     * @param {Page} page
     * @param {HTMLElement} stage
     * @param {(topic: string, text: string) => void} announce
     */
    function follow(page, stage, announce) {
        const { lens } = page;
        const find = (/** @type {string} */ selector) =>
            /** @type {HTMLElement} */ (stage.querySelector(selector));
        const [readout, ruler, rulerText] = [find('#scale'), find('#ruler'), find('#ruler span')];
        let spoken = '';

        function show() {
            const matrix = lens.matrix();
            if (!matrix) {
                return;
            }
            const cssScale = Math.hypot(matrix[0], matrix[1]);
            readout.textContent = percent(cssScale * window.devicePixelRatio);
            const pixel = page.config.micronsPerPixel ?? 0;
            ruler.hidden = !(pixel > 0);
            if (pixel > 0) {
                const cssPixel = pixel / cssScale;
                const { length, text } = roundLength(140 * cssPixel);
                ruler.style.width = `${length / cssPixel}px`;
                rulerText.textContent = text;
            }
        }

        lens.events.addEventListener('move', show);
        lens.events.addEventListener('rest', () => {
            show();
            const degrees = lens.rotation();
            const now = `Shown at ${readout.textContent}`
                + (degrees ? `, turned by ${degrees} degrees` : '')
                + (lens.isFlipped() ? ', flipped' : '');
            if (spoken !== now) {
                spoken = now;
                announce('scale', now);
            }
        });
    }

    return { follow, roundLength };
})();
