// needs: head/text.js, page/link.js
/**
 * The panel of a tour: the texts of a step, and its buttons.
 *
 * @typedef {string | { text: string, strong?: boolean, emphasis?: boolean, address?: string }} Span
 *
 * @typedef {object} Tour
 * @property {string} title
 * @property {Span[][]} [text] The paragraphs before the first step.
 * @property {Step[]} steps
 *
 * @typedef {object} Step
 * @property {string} title
 * @property {string} view The view in the form of the page's address; empty for the whole image.
 * @property {Span[][]} [text]
 * @property {{ file: string, text: string }} [image]
 * @property {{ file: string, text: string }} [sound]
 * @property {number} [seconds] The duration of the step while the tour plays.
 *
 * @param {Tour} tour
 * @param {{ move: (steps: number) => void, toggle: () => void, close: () => void,
 *     soundEnded: () => void }} acts
 */
ziggurat.tourPanel = function (tour, acts) {
    'use strict';

    const { text } = ziggurat;

    const { title, text: introduction = [], steps } = tour;

    /**
     * @template {keyof HTMLElementTagNameMap} Name
     * @param {Name} name
     * @param {Partial<HTMLElementTagNameMap[Name]>} [properties]
     * @param {(Node | string)[]} children
     * @returns {HTMLElementTagNameMap[Name]}
     */
    function make(name, properties = {}, ...children) {
        const element = Object.assign(document.createElement(name), properties);
        element.append(...children);
        return element;
    }

    /** @param {string} path @param {string} label @param {string} key @param {() => void} act */
    function button(path, label, key, act) {
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        svg.setAttribute('viewBox', '0 0 24 24');
        svg.setAttribute('aria-hidden', 'true');
        const line = document.createElementNS(svg.namespaceURI ?? '', 'path');
        line.setAttribute('d', path);
        svg.append(line);
        const made = make('button', { type: 'button', title: key ? `${label} (${key})` : label },
            svg, make('span', { textContent: label }));
        made.addEventListener('click', act);
        return made;
    }

    const paths = {
        back: 'M15 5l-7 7 7 7', on: 'M9 5l7 7-7 7', play: 'M7 5l11 7-11 7z',
        pause: 'M8 5v14M16 5v14', close: 'M6 6l12 12M18 6L6 18',
    };
    const heading = make('h2', { id: 'tour-heading', tabIndex: -1 });
    const body = make('div', { id: 'tour-body', tabIndex: 0 });
    body.setAttribute('role', 'group');
    body.setAttribute('aria-labelledby', 'tour-heading');
    const count = make('b', { id: 'tour-count' });
    const back = button(paths.back, text('Previous step'), '←', () => acts.move(-1));
    const on = button(paths.on, text('Next step'), '→', () => acts.move(1));
    const play = button(paths.play, text('Play the tour'), text('Space'), acts.toggle);
    const panel = make('section', { id: 'tour', hidden: true },
        make('header', {}, make('p', { id: 'tour-title', textContent: title }),
            button(paths.close, text('Close the tour'), text('Esc'), acts.close)),
        body, make('footer', {}, play, back, count, on));
    panel.setAttribute('aria-label', text('Tour: {title}', { title }));

    /** @param {Span[]} spans @param {number} number The number of the step, from 0. */
    function paragraph(spans, number) {
        return make('p', {}, ...spans.map((span) => {
            if (typeof span === 'string') {
                return span;
            }
            /** @type {Node | string} */
            let part = span.text;
            if (span.emphasis) {
                part = make('em', {}, part);
            }
            if (span.strong) {
                part = make('strong', {}, part);
            }
            if (span.address) {
                const isView = span.address.startsWith('#');
                // The link shows another view in the same step.
                const seen = span.address.slice(1) || 'xywh=percent:0,0,100,100';
                const href = isView ? ziggurat.link.here(`${seen}&step=${number + 1}`)
                    : span.address;
                part = make('a', { href }, part);
                if (!isView) {
                    Object.assign(part, { target: '_blank', rel: 'noopener' });
                }
            }
            return part;
        }));
    }

    /** @param {number} number The number of the step, from 0. */
    function fill(number) {
        const { title: name, text: words = [], image, sound } = steps[number];
        const written = (/** @type {Span[]} */ spans) => paragraph(spans, number);
        heading.textContent = name;
        const before = number === 0 ? introduction.map(written) : [];
        /** @type {HTMLElement[]} */
        const parts = [...before, heading];
        if (image) {
            parts.push(make('img', { src: image.file, alt: image.text }));
        }
        parts.push(...words.map(written));
        if (sound) {
            const player = make('audio', { controls: true, preload: 'none', src: sound.file });
            player.setAttribute('aria-label', sound.text || name);
            player.addEventListener('ended', acts.soundEnded);
            parts.push(player);
        }
        // If the element with the focus is removed, the focus is lost, so it is set again.
        const hadFocus = body !== document.activeElement && body.contains(document.activeElement);
        body.replaceChildren(...parts);
        body.scrollTop = 0;
        if (hadFocus) {
            heading.focus({ preventScroll: true });
        }
        count.textContent = text(
            '{number} of {total}', { number: number + 1, total: steps.length });
        panel.style.setProperty('--done', String((number + 1) / steps.length));
        back.disabled = number === 0;
        on.disabled = number === steps.length - 1;
    }

    /** @param {boolean} plays */
    function showPlaying(plays) {
        play.querySelector('path')?.setAttribute('d', plays ? paths.pause : paths.play);
        const label = plays ? text('Pause the tour') : text('Play the tour');
        play.title = `${label} (${text('Space')})`;
        const name = play.querySelector('span');
        if (name) {
            name.textContent = label;
        }
    }

    return { back, body, count, fill, heading, on, panel, showPlaying };
};
