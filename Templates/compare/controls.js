// needs: head/text.js
/**
 * The controls of a comparison: its mode, the curtain, and the opacity of the images.
 *
 * @param {HTMLElement} stage
 * @param {string[]} labels
 * @param {Arrangement} state
 * @param {() => void} change Called after each change of the state.
 */
ziggurat.compareControls = function (stage, labels, state, change) {
    'use strict';

    const { text } = ziggurat;

    const find = (/** @type {string} */ selector) =>
        /** @type {HTMLElement} */ (stage.querySelector(selector));
    const curtain = find('#curtain');
    const modes = /** @type {HTMLInputElement[]} */ ([...stage.querySelectorAll('[name="mode"]')]);
    const across = find('[data-compare="across"]');
    /** @type {HTMLInputElement | null} A user's template may lack the bar. */
    const bar = stage.querySelector('#divider');
    const pair = /** @type {HTMLSelectElement[]} */ ([...stage.querySelectorAll('#pair select')]);
    const sliders = find('#opacities');

    /** @param {Partial<Arrangement>} next */
    function set(next) {
        Object.assign(state, next);
        show();
        change();
    }

    // ---- The curtain

    /** @param {number} value In percent. */
    const draw = (value) => set({ divider: Math.min(Math.max(Math.round(value * 10) / 10, 0), 100) });

    curtain.addEventListener('pointerdown', (event) => {
        if (event.button === 0) {
            curtain.setPointerCapture(event.pointerId);
            curtain.focus({ preventScroll: true });
            event.preventDefault();
        }
    });
    curtain.addEventListener('pointermove', (event) => {
        if (curtain.hasPointerCapture(event.pointerId)) {
            const { left, top, width, height } = stage.getBoundingClientRect();
            draw(state.isAcross ? (event.clientY - top) / height * 100
                : (event.clientX - left) / width * 100);
        }
    });
    curtain.addEventListener('keydown', (event) => {
        const far = event.shiftKey ? 10 : 2;
        const step = /** @type {Record<string, number>} */ ({
            ArrowLeft: -far, ArrowUp: -far, ArrowRight: far, ArrowDown: far,
            PageUp: -10, PageDown: 10, Home: -100, End: 100,
        })[event.key];
        if (step !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
            draw(state.divider + step);
            event.preventDefault();
        }
    });
    across.addEventListener('click', () => set({ isAcross: !state.isAcross }));
    // A press on the bar moves the curtain without dragging.
    bar?.addEventListener('input', () => draw(Number(bar.value)));

    // ---- The images on both sides of the curtain

    pair.forEach((select, side) => {
        select.append(...labels.map((label, index) => new Option(label, String(index))));
        select.addEventListener('change', () => {
            const chosen = [...state.pair];
            const old = chosen[side];
            chosen[side] = Number(select.value);
            if (chosen[0] === chosen[1]) {
                chosen[1 - side] = old;
            }
            set({ pair: chosen });
        });
    });

    // ---- Opacity

    const inputs = labels.map((label, index) => {
        const row = document.createElement('label');
        const name = document.createElement('span');
        const value = document.createElement('output');
        const input = document.createElement('input');
        name.textContent = label;
        Object.assign(input, { type: 'range', min: '0', max: '100', step: '1' });
        input.setAttribute('aria-label', text('Opacity of {label}', { label }));
        input.addEventListener('input', () => {
            const opacity = [...state.opacity];
            opacity[index] = Number(input.value);
            set({ opacity });
        });
        row.append(name, input, value);
        if (index > 0) {
            sliders.append(row);
        }
        return { input, value };
    });

    // ---- Modes

    for (const input of modes) {
        input.addEventListener('change', () => set({ mode: input.value }));
    }

    /** Shows the state in the controls. */
    function show() {
        const { mode, divider, isAcross } = state;
        for (const input of modes) {
            input.checked = input.value === mode;
        }
        curtain.hidden = mode !== 'curtain';
        find('#split').hidden = mode !== 'curtain';
        find('#pair').hidden = mode !== 'curtain' || labels.length < 3;
        sliders.hidden = mode !== 'overlay';
        curtain.classList.toggle('across', isAcross);
        Object.assign(curtain.style, isAcross ? { left: '', top: `${divider}%` }
            : { left: `${divider}%`, top: '' });
        const [first, second] = state.pair.map((index) => labels[index]);
        const set = (/** @type {string} */ name, /** @type {string} */ value) =>
            curtain.setAttribute(name, value);
        set('aria-orientation', isAcross ? 'vertical' : 'horizontal');
        set('aria-valuenow', String(Math.round(divider)));
        set('aria-valuetext', `${Math.round(divider)}% ${first}, ${100 - Math.round(divider)}% ${second}`);
        if (bar) {
            bar.value = String(divider);
            bar.setAttribute('aria-valuetext', curtain.getAttribute('aria-valuetext') ?? '');
        }
        across.setAttribute('aria-pressed', String(isAcross));
        pair.forEach((select, side) => {
            select.value = String(state.pair[side]);
        });
        inputs.forEach(({ input, value }, index) => {
            input.value = String(state.opacity[index]);
            value.textContent = `${state.opacity[index]}%`;
            input.setAttribute('aria-valuetext', value.textContent);
        });
    }

    return { show };
};
