/**
 * Annotations: shapes and pins with labels over the image, and a list beside it. Every pin is a
 * button, so that it can be reached by keyboard.
 *
 * @typedef {object} Note
 * @property {string} label
 * @property {string} [text] Details.
 * @property {string} [path] The outline as SVG path data, in pixels of the image.
 * @property {{ x: number, y: number }} [point] The pin; the centre of the outline if missing. A note
 *     with neither is about the whole image.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 * @param {() => void} leap Called before the view changes.
 */
const zigguratNotes = function (page, stage, leap) {
    'use strict';

    const svg = 'http://www.w3.org/2000/svg';
    const { lens } = page;
    const find = (/** @type {string} */ selector) =>
        /** @type {any} */ (stage.querySelector(selector));
    const [panel, list, toggle] = [find('#notes'), find('#notes ol'), find('#notesShown')];
    const [layer, pins] = [find('#shapes'), find('#pins')];
    /** @type {{ note: Note, path?: SVGPathElement, pin?: HTMLElement, box: any, item: HTMLElement }[]} */
    let entries = [];

    /** The region of a note, in pixels of the image; null for the whole. */
    function boxOf(/** @type {Note} */ note, /** @type {SVGPathElement | undefined} */ path) {
        if (path) {
            return path.getBBox();
        }
        return note.point ? { ...note.point, width: 0, height: 0 } : null;
    }

    /** Moves the shapes and pins to the current position of the image. */
    function place() {
        const matrix = entries.length ? lens.matrix() : null;
        if (!matrix) {
            return;
        }
        const [a, b, c, d, e, f] = matrix;
        layer.firstElementChild.setAttribute('transform', `matrix(${matrix.join(' ')})`);
        const { clientWidth: width, clientHeight: height } = stage;
        for (const { note, pin, box } of entries) {
            if (pin) {
                const x = note.point?.x ?? box.x + box.width / 2;
                const y = note.point?.y ?? box.y + box.height / 2;
                const [left, top] = [a * x + c * y + e, b * x + d * y + f];
                pin.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
                const inside = left > -20 && top > -20 && left < width + 20 && top < height + 20;
                pin.classList.toggle('away', !inside);
            }
        }
    }

    /** Moves the view to a note and marks it. */
    function visit(/** @type {number} */ index) {
        const { box, pin } = entries[index];
        mark(index);
        if (!box || !lens.matrix()) {
            return;
        }
        leap();
        lens.fit(besidePanel(regionOf(box)));
        pin?.focus({ preventScroll: true });
    }

    /** Returns a note with its surroundings; those of a pin, which has no size, are larger. */
    function regionOf(/** @type {Box} */ { x, y, width, height }) {
        const margin = Math.max(width, height) / 6
            || Math.min(page.config.width, page.config.height) / 8;
        return {
            x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin,
        };
    }

    /**
     * Returns a view that shows a region beside the caption, or below it on a narrow screen.
     * @param {Box} region
     * @returns {Box}
     */
    function besidePanel({ x, y, width, height }) {
        const caption = panel.closest('#caption').getBoundingClientRect();
        const { bottom } = caption;
        const isMirrored = zigguratLanguage.isMirrored();
        const right = isMirrored ? stage.clientWidth - caption.left : caption.right;
        const left = right / stage.clientWidth;
        const top = bottom / stage.clientHeight;
        if (!panel.open || lens.rotation() || lens.isFlipped() || Math.min(left, top) > 0.7) {
            return { x, y, width, height };
        }
        if (left <= top) {
            // As wide as the free part of the screen, so that the height decides no more.
            const free = stage.clientWidth - right;
            const wide = Math.max(width, height * free / stage.clientHeight);
            const all = wide / (1 - left);
            const shift = isMirrored ? 0 : all * left;
            return { x: x + width / 2 - wide / 2 - shift, y, width: all, height };
        }
        const high = Math.max(height, width * (stage.clientHeight - bottom) / stage.clientWidth);
        const all = high / (1 - top);
        return { x, y: y + height / 2 - high / 2 - all * top, width, height: all };
    }

    function mark(/** @type {number} */ index) {
        entries.forEach(({ path, pin, item }, each) => {
            const isMarked = each === index;
            path?.classList.toggle('marked', isMarked);
            pin?.classList.toggle('marked', isMarked);
            item.querySelector('p')?.toggleAttribute('hidden', !isMarked);
            item.querySelector('button')?.setAttribute('aria-current', String(isMarked));
        });
    }

    function pinFor(/** @type {Note} */ note, /** @type {number} */ index) {
        const pin = document.createElement('button');
        pin.type = 'button';
        pin.className = 'pin';
        const number = document.createElement('b');
        number.textContent = String(index + 1);
        const label = document.createElement('span');
        label.textContent = note.label;
        pin.append(number, label);
        pin.addEventListener('click', () => {
            panel.open = true;
            visit(index);
        });
        pin.addEventListener('focus', () =>
            (pin.classList.contains('away') ? visit(index) : mark(index)));
        return pin;
    }

    function itemFor(/** @type {Note} */ note, /** @type {number} */ index) {
        const item = document.createElement('li');
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = note.label;
        button.addEventListener('click', () => visit(index));
        item.append(button);
        if (note.text) {
            const details = document.createElement('p');
            details.textContent = note.text;
            details.hidden = true;
            item.append(details);
        }
        return item;
    }

    /** Shows the notes of the current image. */
    function show() {
        /** @type {Note[]} */
        const notes = page.config.annotations ?? [];
        panel.hidden = notes.length === 0;
        const group = document.createElementNS(svg, 'g');
        layer.replaceChildren(group);
        entries = notes.map((note, index) => {
            /** @type {SVGPathElement | undefined} */
            let path;
            if (note.path) {
                path = document.createElementNS(svg, 'path');
                path.setAttribute('d', note.path);
                path.classList.toggle('line', !/z\s*$/i.test(note.path));
                group.append(path);
            }
            const box = boxOf(note, path);
            return {
                note, path, box, item: itemFor(note, index),
                pin: box ? pinFor(note, index) : undefined,
            };
        });
        pins.replaceChildren(...entries.flatMap(({ pin }) => pin ?? []));
        list.replaceChildren(...entries.map(({ item }) => item));
        find('#notes summary').textContent = text(
            'Notes ({number})', { number: notes.length });
        place();
    }

    toggle.addEventListener('change', () => {
        layer.toggleAttribute('hidden', !toggle.checked);
        pins.hidden = !toggle.checked;
    });
    lens.events.addEventListener('move', place);
    return { show };
};
