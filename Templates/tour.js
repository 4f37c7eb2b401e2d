/**
 * A tour: steps with a view of the image and texts, in a panel beside the image, or below it on a
 * phone. The address has the step, `#xywh=…&step=3`; `#step=3` alone shows the step's own view.
 *
 * @typedef {string | { text: string, strong?: boolean, emphasis?: boolean, address?: string }} Span
 *
 * @typedef {object} Tour
 * @property {string} title
 * @property {Span[][]} [text] Paragraphs before the first step.
 * @property {Step[]} steps
 *
 * @typedef {object} Step
 * @property {string} title
 * @property {string} view In the form of the address; empty for the whole image.
 * @property {Span[][]} [text]
 * @property {{ file: string, text: string }} [image]
 * @property {{ file: string, text: string }} [sound]
 * @property {number} [seconds] How long the step is shown while the tour plays.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 * @param {{ leap: () => void, show: (values: URLSearchParams, atOnce?: boolean) => void,
 *     write: () => void }} view
 * @param {(topic: string, text: string) => void} announce
 * @returns {TourPart}
 */
const zigguratTour = function (page, stage, view, announce) {
    'use strict';

    const { lens } = page;
    const { classList } = document.documentElement;
    const { title, text: introduction = [], steps } = /** @type {Tour} */ (page.config.tour);
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');
    /** The time to read a step, in seconds: a part for looking, and one for each word. */
    const reading = { look: 5, word: 0.4 };
    const swipe = 60;

    /** The current step; -1 if the tour is closed. */
    let current = -1;
    /** The view to keep when the window changes its size; null after the visitor moved the image. */
    /** @type {URLSearchParams | null} */
    let kept = null;
    let isPlaying = false;
    let timer = 0;

    // ---- The panel

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
    const back = button(paths.back, text('Previous step'), '←', () => move(-1));
    const on = button(paths.on, text('Next step'), '→', () => move(1));
    const play = button(paths.play, text('Play the tour'), 'Space',
        () => (isPlaying ? pause() : start()));
    const panel = make('section', { id: 'tour', hidden: true },
        make('header', {}, make('p', { id: 'tour-title', textContent: title }),
            button(paths.close, text('Close the tour'), 'Esc', close)),
        body, make('footer', {}, play, back, count, on));
    panel.setAttribute('aria-labelledby', 'tour-title');
    stage.querySelector('#caption')?.after(panel);

    /** @param {Span[]} spans */
    function paragraph(spans) {
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
                // Another view in the same step.
                const seen = span.address.slice(1) || 'xywh=percent:0,0,100,100';
                const href = isView ? zigguratLink.here(`${seen}&step=${current + 1}`)
                    : span.address;
                part = make('a', { href }, part);
                if (!isView) {
                    Object.assign(part, { target: '_blank', rel: 'noopener' });
                }
            }
            return part;
        }));
    }

    /** @param {Step} step */
    function fill({ title: name, text: words = [], image, sound }) {
        heading.textContent = name;
        const before = current === 0 ? introduction.map(paragraph) : [];
        /** @type {HTMLElement[]} */
        const parts = [...before, heading];
        if (image) {
            parts.push(make('img', { src: image.file, alt: image.text }));
        }
        parts.push(...words.map(paragraph));
        if (sound) {
            const player = make('audio', { controls: true, preload: 'none', src: sound.file });
            player.setAttribute('aria-label', sound.text || name);
            player.addEventListener('ended', () => isPlaying && move(1, true));
            parts.push(player);
        }
        // A part that leaves the page takes the focus with it.
        const hadFocus = body !== document.activeElement && body.contains(document.activeElement);
        body.replaceChildren(...parts);
        body.scrollTop = 0;
        if (hadFocus) {
            heading.focus({ preventScroll: true });
        }
        count.textContent = text(
            '{number} of {total}', { number: current + 1, total: steps.length });
        panel.style.setProperty('--done', String((current + 1) / steps.length));
        back.disabled = current === 0;
        on.disabled = current === steps.length - 1;
    }

    // ---- Steps

    /**
     * Shows a step.
     * @param {number} number From 0.
     * @param {URLSearchParams} [seen] The view; that of the step if missing.
     * @param {boolean} [atOnce]
     */
    function show(number, seen, atOnce = stillness.matches) {
        const isNew = current !== number;
        const isOpening = current < 0;
        current = number;
        const step = steps[number];
        kept = seen ?? new URLSearchParams(step.view);
        if (isNew) {
            fill(step);
        }
        if (isOpening) {
            panel.hidden = false;
            classList.add('touring');
            // Leaflet and OpenSeadragon then measure the smaller part of the window.
            window.dispatchEvent(new Event('resize'));
            heading.focus({ preventScroll: true });
        }
        const target = kept;
        view.show(target, atOnce);
        if (isNew) {
            announce('tour', `${count.textContent}: ${body.textContent}`);
        }
    }

    /** @param {number} steps_ @param {boolean} [isAutomatic] */
    function move(steps_, isAutomatic = false) {
        const number = current + steps_;
        if (number < 0 || number >= steps.length) {
            pause();
            return;
        }
        const hadFocus = document.activeElement;
        if (!isAutomatic) {
            view.leap();
        }
        show(number);
        view.write();
        // A disabled button has no focus.
        if ((hadFocus === back && back.disabled) || (hadFocus === on && on.disabled)) {
            heading.focus({ preventScroll: true });
        }
        if (isPlaying) {
            wait();
        }
    }

    function close() {
        pause();
        if (current < 0) {
            return;
        }
        current = -1;
        kept = null;
        const { activeElement } = document;
        const hadFocus = activeElement === document.body || panel.contains(activeElement);
        panel.hidden = true;
        body.replaceChildren();
        classList.remove('touring');
        window.dispatchEvent(new Event('resize'));
        view.write();
        if (hadFocus) {
            /** @type {HTMLElement | null} */ (stage.querySelector('#tour-start'))?.focus();
        }
    }

    // ---- Playing

    /** Shows the next step after the sound, or the time to read the text. */
    async function wait() {
        window.clearTimeout(timer);
        const number = current;
        const { seconds } = steps[number];
        const player = body.querySelector('audio');
        if (player && seconds === undefined) {
            try {
                await player.play();
                return;
            } catch {
                // The file is missing, or the browser plays no sound.
            }
        }
        if (isPlaying && number === current) {
            const words = (body.textContent ?? '').split(/\s+/).length;
            timer = window.setTimeout(() => move(1, true),
                1000 * (seconds ?? reading.look + reading.word * words));
        }
    }

    /** @param {boolean} plays */
    function setPlaying(plays) {
        isPlaying = plays;
        play.querySelector('path')?.setAttribute('d', plays ? paths.pause : paths.play);
        const label = plays ? text('Pause the tour') : text('Play the tour');
        play.title = `${label} (Space)`;
        const name = play.querySelector('span');
        if (name) {
            name.textContent = label;
        }
    }

    function start() {
        setPlaying(true);
        if (current === steps.length - 1) {
            move(1 - steps.length);
        } else {
            wait();
        }
    }

    function pause() {
        window.clearTimeout(timer);
        body.querySelector('audio')?.pause();
        if (isPlaying) {
            setPlaying(false);
        }
    }

    // ---- Input

    const isOpen = () => current >= 0;
    document.addEventListener('keydown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        if (!isOpen() || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
            || target.closest('[role="toolbar"], input, textarea, select, audio, dialog, #strip')) {
            return;
        }
        const isPressing = target.closest('button, a, summary') !== null;
        /** @type {Record<string, (() => void) | false>} */
        const keys = {
            ArrowLeft: () => move(-1), ArrowRight: () => move(1), Escape: close,
            ' ': !isPressing && (() => (isPlaying ? pause() : start())),
        };
        const action = keys[event.key];
        if (action) {
            action();
            event.preventDefault();
            event.stopPropagation();
        }
    }, true);
    // The visitor looks around.
    for (const name of ['pointerdown', 'wheel', 'keydown']) {
        stage.addEventListener(name, ({ target }) => {
            if (isOpen() && !panel.contains(/** @type {Node} */ (target))) {
                kept = null;
                pause();
            }
        }, { passive: true });
    }
    document.addEventListener('visibilitychange', () => document.hidden && pause());
    lens.events.addEventListener('resize', () => {
        if (isOpen() && kept && lens.matrix()) {
            view.show(kept, true);
        }
    });

    let [pressX, pressY] = [0, 0];
    panel.addEventListener('touchstart', ({ touches: [touch] }) => {
        [pressX, pressY] = [touch.clientX, touch.clientY];
    }, { passive: true });
    panel.addEventListener('touchend', ({ changedTouches: [touch], target }) => {
        const way = touch.clientX - pressX;
        const isLevel = Math.abs(touch.clientY - pressY) < Math.abs(way) / 2;
        if (Math.abs(way) > swipe && isLevel
            && !(/** @type {HTMLElement} */ (target).closest('audio'))) {
            move(way < 0 ? 1 : -1);
        }
    }, { passive: true });

    return {
        inAddress: () => (isOpen() ? `step=${current + 1}` : ''),
        close,
        read: (values, atOnce) => {
            const number = Number(values.get('step'));
            if (!Number.isInteger(number) || number < 1 || number > steps.length) {
                close();
                return false;
            }
            const isStored = ['xywh', 'rotate', 'flip'].some((name) => values.has(name));
            show(number - 1, isStored ? values : undefined, atOnce);
            return true;
        },
    };
};
