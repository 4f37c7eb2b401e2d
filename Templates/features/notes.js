// needs: head/text.js, page/about.js, page/link.js, page/roving.js
/**
 * Annotations: shapes and pins with labels over the image, and a list beside the image. The pins
 * are one Tab stop, and so are the notes of the list; arrow keys move between them.
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
ziggurat.notes = function (page, stage, leap, findImage) {
    'use strict';

    const { text } = ziggurat;

    const svg = 'http://www.w3.org/2000/svg';
    const { lens } = page;
    const find = (/** @type {string} */ selector) =>
        /** @type {any} */ (stage.querySelector(selector));
    const [panel, list, toggle] = [find('#notes'), find('#notes ol'), find('#notesShown')];
    const [layer, pins] = [find('#shapes'), find('#pins')];
    pins.setAttribute('role', 'group');
    pins.setAttribute('aria-label', text('Notes'));
    const refreshPins = ziggurat.roving(pins, 'button, a[href]');
    const refreshList = ziggurat.roving(list, 'li > button');
    /**
     * @typedef {object} Entry
     * @property {Note} note
     * @property {SVGPathElement} [path]
     * @property {HTMLElement} [pin]
     * @property {any} box
     * @property {HTMLElement} item
     * @property {number} wide The width of the pin with its whole label, in CSS pixels; 0 if unknown.
     */
    /** @type {Entry[]} */
    let entries = [];
    /** Half the width of a pin without a label, in CSS pixels. */
    const radius = 13;
    /** The most pins with labels on the screen; more would hide the image. */
    const mostLabels = 60;
    /** Whether the view shows a note beside the panel. */
    let isBeside = false;

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
        measure();
        /** @type {{ pin: HTMLElement, wide: number, left: number, top: number }[]} */
        const shown = [];
        for (const { note, pin, box, wide } of entries) {
            if (pin) {
                const x = note.point?.x ?? box.x + box.width / 2;
                const y = note.point?.y ?? box.y + box.height / 2;
                const [left, top] = [a * x + c * y + e, b * x + d * y + f];
                pin.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
                const inside = left > -20 && top > -20 && left < width + 20 && top < height + 20;
                pin.classList.toggle('away', !inside);
                if (inside) {
                    shown.push({ pin, wide, left, top });
                }
            }
        }
        placeLabels(shown, width);
    }

    /** Finds out the width of pins whose width is unknown. */
    function measure() {
        const unknown = entries.filter(({ pin, wide }) => pin && !wide);
        for (const { pin } of unknown) {
            pin?.classList.remove('bare');
            pin?.style.removeProperty('max-width');
        }
        for (const entry of unknown) {
            entry.wide = entry.pin?.offsetWidth ?? 0;
        }
    }

    /**
     * Places labels to the right or to the left of their numbers, inside the window. A label that
     * would cover another pin is hidden until its pin is marked.
     *
     * @param {{ pin: HTMLElement, wide: number, left: number, top: number }[]} shown
     * @param {number} width The width of the window.
     */
    function placeLabels(shown, width) {
        const isMirrored = ziggurat.language.isMirrored();
        const spans = shown.map(({ left }) => [left - radius, left + radius]);
        const isMarked = (/** @type {HTMLElement} */ pin) => pin.classList.contains('marked');
        const isCrowded = shown.length > mostLabels;
        shown.forEach(({ pin, wide, left, top }, index) => {
            const room = { right: width - left + radius - 4, left: left + radius - 4 };
            const order = /** @type {('left' | 'right')[]} */ (
                isMirrored ? ['left', 'right'] : ['right', 'left']);
            const span = (/** @type {string} */ side) => (side === 'right'
                ? [left - radius, left - radius + wide] : [left + radius - wide, left + radius]);
            const isFree = (/** @type {string} */ side) => shown.every(({ top: other }, at) =>
                at === index || Math.abs(other - top) >= 2 * radius
                || spans[at][0] >= span(side)[1] || spans[at][1] <= span(side)[0]);
            const side = isCrowded ? undefined
                : order.find((each) => room[each] >= wide && isFree(each));
            const best = side ?? (room[order[0]] >= wide || room[order[0]] >= room[order[1]]
                ? order[0] : order[1]);
            if (side) {
                spans[index] = span(side);
            }
            pin.classList.toggle('bare', !isMarked(pin) && !side);
            pin.classList.toggle('left', best === 'left');
            pin.style.maxWidth = room[best] < wide || isMarked(pin) ? `${room[best]}px` : '';
        });
    }

    /** Moves the view to a note and marks it. */
    function visit(/** @type {number} */ index) {
        const { box, pin } = entries[index];
        mark(index);
        if (!box || !lens.matrix()) {
            return;
        }
        leap();
        const region = regionOf(box);
        const view = besidePanel(region);
        isBeside = view !== null;
        lens.fit(view ?? region, false, isBeside);
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
     * Returns a view that shows a region beside the panel, or above it on a narrow screen; null if
     * the panel is closed or too large, or the image is rotated or flipped. The view may extend
     * beyond the image.
     * @param {Box} region
     * @returns {Box | null}
     */
    function besidePanel({ x, y, width, height }) {
        const caption = panel.closest('#caption').getBoundingClientRect();
        const isMirrored = ziggurat.language.isMirrored();
        const right = isMirrored ? stage.clientWidth - caption.left : caption.right;
        const left = right / stage.clientWidth;
        // On a phone, the panel is at the foot of the window.
        const isBelow = caption.top > stage.clientHeight / 8;
        const covered = isBelow ? 1 - caption.top / stage.clientHeight : 0;
        if (!panel.open || lens.rotation() || lens.isFlipped()
            || (isBelow ? covered : left) > 0.7) {
            return null;
        }
        // The view stays within the maximum zoom.
        const least = window.devicePixelRatio / (page.config.maxZoom ?? 4);
        if (!isBelow) {
            // The region becomes as wide as the free part of the screen, so that its height has no
            // influence.
            const free = stage.clientWidth - right;
            const wide = Math.max(width, height * free / stage.clientHeight, free * least);
            const all = wide / (1 - left);
            const shift = isMirrored ? 0 : all * left;
            return { x: x + width / 2 - wide / 2 - shift, y, width: all, height };
        }
        const high = Math.max(
            height, width * caption.top / stage.clientWidth, caption.top * least);
        return { x, y: y + height / 2 - high / 2, width, height: high / (1 - covered) };
    }

    function mark(/** @type {number} */ index) {
        entries.forEach(({ path, pin, item }, each) => {
            const isMarked = each === index;
            path?.classList.toggle('marked', isMarked);
            pin?.classList.toggle('marked', isMarked);
            item.querySelector('p')?.toggleAttribute('hidden', !isMarked);
            item.querySelector('button')?.setAttribute('aria-current', String(isMarked));
        });
        place();
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
            link.href = ziggurat.link.here([`page=${image.number}`, view].filter(Boolean).join('&'));
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
        refreshPins();
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
        // The label can be hidden.
        pin.setAttribute('aria-label', [number, label].map((each) => each.textContent).join(' ').trim());
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
            const best = ziggurat.about.bestLanguage(Object.keys(translations), language);
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
                note, path, box, wide: 0, item: itemFor(note, index),
                pin: box ? pinFor(note, index) : undefined,
            };
        });
        const hadFocus = [pins, list].some((part) => part.contains(document.activeElement));
        pins.replaceChildren(...entries.flatMap(({ pin }) => pin ?? []));
        list.replaceChildren(...entries.map(({ item }) => item));
        refreshList();
        connect();
        find('#notes summary').textContent = text(
            'Notes ({number})', { number: notes.length });
        place();
        if (hadFocus) {
            find('#viewer[tabindex], #viewer [tabindex]')?.focus();
        }
    }

    toggle.addEventListener('change', () => {
        layer.toggleAttribute('hidden', !toggle.checked);
        pins.hidden = !toggle.checked;
    });
    panel.addEventListener('toggle', () => {
        if (isBeside && !panel.open && lens.matrix()) {
            isBeside = false;
            lens.fit(lens.region());
        }
    });
    lens.events.addEventListener('move', place);
    // Labels are shorter in narrow windows.
    window.addEventListener('resize', () => {
        for (const entry of entries) {
            entry.wide = 0;
        }
    });
    return { connect, show };
};
