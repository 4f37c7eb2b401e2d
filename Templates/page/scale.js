// needs: head/text.js
/**
 * The zoom in percent, and a ruler if the physical size of a pixel is known. Changes are announced
 * to screen readers.
 */
ziggurat.scale = (function () {
    'use strict';

    const { text } = ziggurat;

    /**
     * Units of length: each unit's size in micrometres, and the shortest length that uses the unit.
     */
    const units = [
        { name: 'nm', size: 1e-3, from: 0 }, { name: 'µm', size: 1, from: 1 },
        { name: 'mm', size: 1e3, from: 1e3 }, { name: 'cm', size: 1e4, from: 1e4 },
        { name: 'm', size: 1e6, from: 1e6 }, { name: 'km', size: 1e9, from: 1e9 },
    ];

    /**
     * Returns the longest length up to a limit that is 1, 2 or 5 times a power of ten.
     * @param {number} micrometres
     */
    function roundLength(micrometres) {
        const power = 10 ** Math.floor(Math.log10(micrometres) + 1e-9);
        const digit = [5, 2, 1].find((each) => each * power <= micrometres * (1 + 1e-9)) ?? 1;
        const length = digit * power;
        const unit = units.findLast(({ from }) => length >= from * (1 - 1e-9)) ?? units[0];
        const number = Number((length / unit.size).toPrecision(1));
        return { length, text: `${ziggurat.language.number(number)} ${unit.name}` };
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

        /** @param {boolean} isStill Whether the movement has ended. */
        function show(isStill) {
            const matrix = lens.matrix();
            if (!matrix) {
                return;
            }
            const cssScale = Math.hypot(matrix[0], matrix[1]);
            // Laying out a changed text takes a part of each frame, most of all if OpenSeadragon
            // then reads the size of the navigator. So the text changes only after a movement.
            if (isStill) {
                readout.textContent = ziggurat.language.percent(cssScale * window.devicePixelRatio);
            }
            const pixel = page.config.micronsPerPixel ?? 0;
            if (ruler.hidden !== pixel <= 0) {
                ruler.hidden = pixel <= 0;
            }
            if (pixel > 0) {
                const { length, text: label } = roundLength(140 * pixel / cssScale);
                ruler.style.width = `${length * cssScale / pixel}px`;
                rulerText.textContent = label;
            }
        }

        let timer = 0;
        lens.events.addEventListener('move', () => {
            show(false);
            window.clearTimeout(timer);
            timer = window.setTimeout(show, 50, true);
        });
        lens.events.addEventListener('rest', () => {
            show(true);
            const degrees = lens.rotation();
            const now = [
                text('Zoom {scale}', { scale: readout.textContent }),
                degrees ? text('rotated by {degrees} degrees', { degrees }) : '',
                lens.isFlipped() ? text('flipped') : '',
            ].filter(Boolean).join(text(', '));
            if (spoken !== now) {
                spoken = now;
                announce('scale', now);
            }
        });
    }

    return { follow, roundLength };
})();
