// needs: head/namespace.js
/**
 * Arranges images in rows that fill the width. Each image keeps its shape. Each part of the list is
 * arranged when it comes near the window. The heights of parts are known before, so that the page
 * does not jump.
 *
 * @param {HTMLElement} list
 */
ziggurat.rows = function (list) {
    'use strict';

    /** The limits of width divided by height. Images outside the limits are cropped. */
    const widest = 5;
    const tallest = 0.4;
    /** The usual width of a letter of a title, in pixels. */
    const letter = 7.6;
    /**
     * @typedef {{ cards: HTMLElement[], shapes: number[], height: number, isFull: boolean,
     *     lines: number }} Row `lines`: the lines of the titles.
     */

    /** @type {Row[]} All rows, from the top. */
    let rows = [];
    /** @type {Map<Element, Row[]>} The rows of parts that are not arranged yet. */
    const waiting = new Map();
    let isSmall = false;
    let width = 0;

    /** @param {HTMLElement} card */
    function shape(card) {
        const image = card.querySelector('img, .blank');
        const [x, y] = ['width', 'height'].map((side) => Number(image?.getAttribute(side)));
        return Math.min(Math.max(x && y ? x / y : 4 / 3, tallest), widest);
    }

    /**
     * Returns the lines of a title, 1 or 2, from the usual width of letters. A longer title is cut.
     * @param {HTMLElement} card
     * @param {number} width
     */
    function linesOf(card, width) {
        const title = card.querySelector('b')?.textContent ?? '';
        const wide = title.replace(/[^\u2e80-\uffff]/g, '').length;
        return !isSmall && (title.length + wide) * letter > width - 4 ? 2 : 1;
    }

    /**
     * Divides cards into rows whose heights are as close as possible to a given height.
     *
     * @param {HTMLElement[]} cards
     * @param {number} wanted
     * @param {number} gap
     * @param {boolean} isLast Whether the last row may be incomplete.
     * @param {number} single The largest height of a single row.
     */
    function divided(cards, wanted, gap, isLast, single) {
        const shapes = cards.map(shape);
        /**
         * @type {{ cost: number, start: number, height: number, isFull: boolean }[]} For each card,
         *     the best row that ends with it.
         */
        const best = [{ cost: 0, start: 0, height: 0, isFull: true }];
        for (let end = 1; end <= cards.length; end += 1) {
            best[end] = { cost: Infinity, start: 0, height: 0, isFull: true };
            let sum = 0;
            for (let start = end - 1; start >= 0; start -= 1) {
                sum += shapes[start];
                const full = (width - gap * (end - 1 - start)) / sum;
                if (start < end - 1 && full < wanted / 2) {
                    break;
                }
                const isRest = isLast && end === cards.length;
                const most = start === 0 ? single : wanted;
                const isShort = isRest && full > most;
                const cost = best[start].cost + (isRest && full > wanted ? 0 : Math.log(full / wanted) ** 2);
                if (cost < best[end].cost) {
                    // A narrow image alone in a row is cropped instead of being higher than the window.
                    const height = isShort ? most : Math.min(full, Math.max(wanted, 0.9 * innerHeight));
                    best[end] = { cost, start, height, isFull: !isShort };
                }
            }
        }
        /** @type {Row[]} */
        const result = [];
        for (let end = cards.length; end > 0; end = best[end].start) {
            const { start, height, isFull } = best[end];
            const row = cards.slice(start, end);
            const lines = Math.max(
                ...row.map((card, index) => linesOf(card, shapes[start + index] * height)));
            result.unshift({
                cards: row, shapes: shapes.slice(start, end), height, isFull, lines,
            });
        }
        return result;
    }

    /**
     * Shows the colour of an image until the image arrives. A transparent image already has a
     * background.
     * @param {HTMLImageElement | null} image
     */
    function showColour(image) {
        if (image?.dataset.colour && !image.complete) {
            image.style.backgroundColor = image.dataset.colour;
            image.addEventListener('load', () => image.style.removeProperty('background-color'), {
                once: true,
            });
        }
    }

    /** @param {Element} part */
    function place(part) {
        for (const { cards, shapes, height, isFull, lines } of waiting.get(part) ?? []) {
            cards.forEach((card, index) => {
                // Each card is narrower than its share and grows to fill it. So rounded widths
                // never break a row, and the row ends exactly at the edge.
                card.style.width = `${Math.max(shapes[index] * height - 1, 1)}px`;
                card.style.flexGrow = isFull ? '1' : '0';
                card.style.setProperty('--height', `${height}px`);
                card.style.setProperty('--lines', String(lines));
                showColour(card.querySelector('img'));
            });
        }
        waiting.delete(part);
    }

    const observer = new IntersectionObserver((changes) => {
        for (const { isIntersecting, target } of changes) {
            if (isIntersecting) {
                place(target);
            }
        }
    }, { rootMargin: '200% 0px' });

    function arrange() {
        const parts = [...list.querySelectorAll('ul')];
        const style = getComputedStyle(list);
        const gap = parseFloat(style.getPropertyValue('--gap'));
        const [rest, line] = ['--caption-rest', '--caption-line'].map((name) =>
            parseFloat(style.getPropertyValue(name)));
        const wanted = Math.min(Math.max(width * 0.24, 200), 320) * (isSmall ? 0.5 : 1);
        // A few images in one row use the width of the window.
        const single = isSmall || parts.length > 1 ? wanted : Math.max(wanted, 0.6 * innerHeight);
        observer.disconnect();
        waiting.clear();
        rows = [];
        let top = list.getBoundingClientRect().top;
        parts.forEach((part, index) => {
            const cards = /** @type {HTMLElement[]} */ ([...part.children]);
            const own = divided(cards, wanted, gap, index === parts.length - 1, single);
            const height = own.reduce(
                (sum, row) => sum + row.height + rest + row.lines * line + gap, -gap);
            // The browser may lay out a part before the observer reports the part, so the height is
            // set in advance.
            part.style.blockSize = `${Math.max(height, 0)}px`;
            rows.push(...own);
            waiting.set(part, own);
            // These parts are arranged before the first frame. The last part is always laid out.
            if (index === parts.length - 1 || (top < 2 * innerHeight && top + height > -innerHeight)) {
                place(part);
            }
            top += height + gap;
            observer.observe(part);
        });
    }

    /**
     * Returns the card above or below another card.
     * @param {Element} card
     * @param {number} step −1 or 1.
     * @returns {Element | undefined}
     */
    function beside(card, step) {
        const place = rows.findIndex(({ cards }) => cards.some((each) => each === card));
        /** @param {Row} row @param {number} index */
        const middle = ({ shapes, height }, index) => height * (shapes[index] / 2
            + shapes.slice(0, index).reduce((sum, each) => sum + each, 0));
        const [row, other] = [rows[place], rows[place + step]];
        if (!row || !other) {
            return undefined;
        }
        const here = middle(row, row.cards.findIndex((each) => each === card));
        const ways = other.cards.map((_, index) => Math.abs(middle(other, index) - here));
        return other.cards[ways.indexOf(Math.min(...ways))];
    }

    /** @param {boolean} isOn */
    function setSmall(isOn) {
        isSmall = isOn;
        list.classList.toggle('small', isOn);
        arrange();
    }

    /** Returns the width of the list with fractions of pixels, which `clientWidth` rounds. */
    const measured = () => list.getBoundingClientRect().width;

    list.classList.add('rows');
    width = measured();
    arrange();
    new ResizeObserver(() => {
        if (measured() !== width) {
            width = measured();
            arrange();
        }
    }).observe(list);

    return { arrange, beside, setSmall };
};
