/**
 * Annotations: shapes and pins with labels over the image, and a list beside the image. Every pin
 * is a button, so that the keyboard can reach it.
 *
 * @typedef {object} Note
 * @property {string} label
 * @property {string} [text] Details.
 * @property {string} [language] The language of the label and the text.
 * @property {Record<string, { label: string, text?: string }>} [translations] By language.
 * @property {string} [path] The outline as SVG path data, in pixels of the image.
 * @property {{ x: number, y: number }} [point] The pin; the centre of the outline if missing. A
 *     note without pin and outline is about the whole image.
 * @property {string} [link] The target of the note: a web address, or the name of another image of
 *     the destination; `#` and a view may follow the name. If the note has no text, its pin opens
 *     the target at once.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 * @param {() => void} leap Called before the view changes.
 * @param {(name: string) => { number: number, title: string } | undefined} findImage Returns an image of the
 *     destination by its name.
 */
const zigguratNotes = function (page, stage, leap, findImage) {
    'use strict';

    const svg = 'http://www.w3.org/2000/svg';
    const { lens } = page;
    const find = (/** @type {string} */ selector) =>
        /** @type {any} */ (stage.querySelector(selector));
    const [panel, list, toggle] = [find('#notes'), find('#notes ol'), find('#notesShown')];
    const [layer, pins] = [find('#shapes'), find('#pins')];
    /** @type {{ note: Note, path?: SVGPathElement, pin?: HTMLElement, box: any, item: HTMLElement }[]} */
    let entries = [];

    /** Returns the region of a note, in image pixels; null for the whole image. */
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

    /** Returns the region of a note with a margin. A pin has no size, so its margin is larger. */
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
            // The region becomes as wide as the free part of the screen, so that its height has no
            // influence.
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

    /**
     * Makes an element link to the target of a note.
     * @param {HTMLAnchorElement} link
     * @param {string} target The target in the form of the note's `link`.
     * @returns {string} The title of the target; empty if this page cannot show it.
     */
    function lead(link, target) {
        if (/^https?:/i.test(target)) {
            [link.href, link.target, link.rel] = [target, '_blank', 'noopener noreferrer'];
            return new URL(target).hostname;
        }
        const [name, view = ''] = target.split('#');
        const image = findImage(name);
        if (image) {
            link.href = zigguratLink.here([`page=${image.number}`, view].filter(Boolean).join('&'));
        } else {
            link.removeAttribute('href');
        }
        return image?.title ?? '';
    }

    /**
     * Updates the links to other images. Their numbers are known after the list of images has
     * loaded.
     */
    function connect() {
        for (const { note, item, pin } of entries) {
            const link = item.querySelector('a');
            if (!link || !note.link) {
                continue;
            }
            const title = lead(link, note.link);
            link.textContent = title;
            link.hidden = title === '';
            if (pin instanceof HTMLAnchorElement) {
                lead(pin, note.link);
                pin.title = title;
            }
        }
    }

    function pinFor(/** @type {Note} */ note, /** @type {number} */ index) {
        const isHotspot = note.link !== undefined && note.text === undefined;
        const pin = document.createElement(isHotspot ? 'a' : 'button');
        if (pin instanceof HTMLButtonElement) {
            pin.type = 'button';
        }
        pin.className = 'pin';
        pin.classList.toggle('link', note.link !== undefined);
        const number = document.createElement('b');
        number.textContent = String(index + 1);
        const label = document.createElement('span');
        label.textContent = note.label;
        label.lang = note.language ?? '';
        pin.append(number, label);
        pin.addEventListener('click', () => {
            if (!pin.hasAttribute('href')) {
                panel.open = true;
                visit(index);
            }
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
        item.lang = note.language ?? '';
        if (note.text || note.link) {
            const details = document.createElement('p');
            details.textContent = note.text ?? '';
            details.hidden = true;
            item.append(details);
            if (note.link) {
                const link = document.createElement('a');
                link.className = 'link';
                details.append(note.text ? '\n' : '', link);
            }
        }
        return item;
    }

    /** Shows the notes of the current image. */
    function show() {
        /** @type {Note[]} */
        const notes = (page.config.annotations ?? []).map((note) => {
            const { translations = {}, language } = note;
            const best = zigguratAbout.bestLanguage(Object.keys(translations), language);
            return best === undefined ? note : { ...note, ...translations[best], language: best };
        });
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
        connect();
        find('#notes summary').textContent = text(
            'Notes ({number})', { number: notes.length });
        place();
    }

    toggle.addEventListener('change', () => {
        layer.toggleAttribute('hidden', !toggle.checked);
        pins.hidden = !toggle.checked;
    });
    lens.events.addEventListener('move', place);
    return { connect, show };
};
