// needs: compare/plane.js
/**
 * The layers of one image, such as the bands of a camera or the planes of a focus stack. A slider
 * shows one layer, or a mixture of two adjacent layers.
 *
 * Five planes show all layers in turn, so memory does not grow with the number of layers. The
 * adjacent layers are loaded ahead.
 *
 * @param {HTMLElement} stage
 * @param {HTMLElement} parent The parent of the planes.
 * @param {Picture[]} pictures
 * @param {Lens} lens The lens of the first layer. The lens's own image is hidden.
 * @param {() => void} change Called after each change of the layer.
 * @param {(topic: string, text: string) => void} announce
 */
ziggurat.layers = function (stage, parent, pictures, lens, change, announce) {
    'use strict';

    const mostPlanes = 5;
    const cacheSize = 100;
    const pause = 150;
    const last = pictures.length - 1;
    const find = (/** @type {string} */ selector) =>
        /** @type {HTMLElement} */ (stage.querySelector(selector));
    const slider = /** @type {HTMLInputElement} */ (find('#layer'));
    const blend = find('[data-compare="blend"]');
    slider.max = String(last);

    /**
     * The planes: each has the index of its layer, and whether the layer is drawn.
     * @type {{ plane: Plane, index: number, isDrawn: boolean, isNeeded: boolean,
     *     ready: Promise<void> }[]}
     */
    const slots = [];
    /** The position of the slider: 1.5 is between the second and the third layer. */
    let position = 0;
    let isBlending = false;
    let timer = 0;
    let isStarted = false;

    /** Returns the layers that are visible at the current position, the lower layer first. */
    const visible = () => [...new Set([Math.floor(position), Math.ceil(position)])];

    /**
     * Returns the plane of a layer; undefined if all planes are in use.
     * @param {number} index
     * @param {number[]} kept The layers whose planes must keep their image.
     */
    function slot(index, kept) {
        let found = slots.find((each) => each.index === index);
        if (found) {
            return found;
        }
        found = slots.find((each) => !kept.includes(each.index));
        if (slots.length < mostPlanes && (!found || slots.length < 3)) {
            const panel = document.createElement('div');
            panel.className = 'panel layer';
            parent.append(panel);
            const plane = ziggurat.plane.create(panel, lens, pictures[0], cacheSize);
            found = {
                plane, index: -1, isDrawn: false, isNeeded: true, ready: Promise.resolve(),
            };
            slots.push(found);
        }
        if (found) {
            const chosen = found;
            chosen.index = index;
            chosen.isNeeded = true;
            chosen.plane.need(true);
            chosen.plane.panel.style.opacity = '0';
            wait(chosen, chosen.plane.open(pictures[index]));
        }
        return found;
    }

    /**
     * Sets `isDrawn` of a plane when its image is drawn.
     * @param {typeof slots[number]} slot
     * @param {Promise<void>} drawn
     */
    function wait(slot, drawn) {
        const { index } = slot;
        slot.isDrawn = false;
        slot.ready = drawn.then(() => {
            if (slot.index === index) {
                slot.isDrawn = true;
                draw();
            }
        });
    }

    /**
     * Lets the planes of some layers load tiles, and stops all other planes.
     * @param {number[]} layers
     */
    function need(layers) {
        for (const each of slots) {
            const isNeeded = layers.includes(each.index);
            if (isNeeded !== each.isNeeded) {
                each.isNeeded = isNeeded;
                each.plane.need(isNeeded);
                if (isNeeded) {
                    wait(each, each.plane.drawn());
                }
            }
        }
    }

    /** Shows the planes. Earlier planes stay visible below until the chosen layer is drawn. */
    function draw() {
        const [lower, upper = lower] = visible();
        const mixture = position - lower;
        const isReady = visible().every((index) =>
            slots.find((each) => each.index === index)?.isDrawn);
        for (const { plane: { panel }, index } of slots) {
            const isShown = index === lower || index === upper;
            if (isShown) {
                panel.style.zIndex = index === upper ? '3' : '2';
                panel.style.opacity = String(index === lower ? 1 : mixture);
            } else {
                panel.style.zIndex = '1';
                if (isReady) {
                    panel.style.opacity = '0';
                }
            }
        }
    }

    /** Loads the visible layers, and later the adjacent layers. */
    function load() {
        if (!isStarted) {
            return;
        }
        window.clearTimeout(timer);
        const now = visible();
        // The visible planes stay until the new layer is drawn.
        const shown = slots.filter(({ plane }) => plane.panel.style.opacity !== '0')
            .map(({ index }) => index).slice(0, 2);
        for (const index of now) {
            slot(index, [...now, ...shown]);
        }
        need([...now, ...slots.filter(({ isNeeded }) => isNeeded).map(({ index }) => index)]);
        draw();
        timer = window.setTimeout(() => {
            const near = [now[now.length - 1] + 1, now[0] - 1]
                .filter((index) => index >= 0 && index <= last);
            for (const index of near) {
                slot(index, [...visible(), ...near]);
            }
            need([...visible(), ...near]);
        }, pause);
    }

    /** Returns the visible layers from back to front. @returns {Shown[]} */
    function shown() {
        const [lower, upper] = visible();
        return [{ index: lower, opacity: 1 },
            ...(upper === undefined ? [] : [{ index: upper, opacity: position - lower }])];
    }

    /** Returns the name of the visible layer or mixture. */
    function name() {
        const [lower, upper = lower] = visible();
        return lower === upper ? pictures[lower].label
            : `${pictures[lower].label} / ${pictures[upper].label}`;
    }

    function show() {
        slider.step = isBlending ? '0.05' : '1';
        slider.value = String(position);
        const place = `${Math.round(position) + 1} / ${pictures.length}`;
        slider.setAttribute('aria-valuetext', `${name()}, ${place}`);
        find('#layer-name').textContent = name();
        find('#layer-place').textContent = place;
        blend.setAttribute('aria-pressed', String(isBlending));
        for (const [action, isEnd] of [['previous', position <= 0], ['next', position >= last]]) {
            const button = /** @type {HTMLButtonElement} */ (find(`[data-action="${action}"]`));
            button.setAttribute('aria-disabled', String(isEnd));
        }
    }

    /** @param {number} next */
    function go(next) {
        const limited = Math.min(Math.max(next, 0), last);
        const goal = isBlending ? Math.round(limited * 100) / 100 : Math.round(limited);
        if (goal !== position) {
            position = goal;
            load();
            show();
            change();
        }
    }

    slider.addEventListener('input', () => go(Number(slider.value)));
    blend.addEventListener('click', () => {
        isBlending = !isBlending;
        go(Math.round(position));
        show();
        change();
    });
    const step = (/** @type {number} */ by) => () => {
        go((by > 0 ? Math.floor(position) : Math.ceil(position)) + by);
        announce('layer', name());
    };

    // The wheel with Alt or Shift. Some systems turn the movement to the side.
    let way = 0;
    stage.addEventListener('wheel', (event) => {
        if ((event.altKey || event.shiftKey) && !event.ctrlKey) {
            event.preventDefault();
            event.stopImmediatePropagation();
            way += (event.deltaY || event.deltaX) * [1, 33, 800][event.deltaMode];
            const steps = Math.trunc(way / 100);
            if (steps !== 0) {
                way -= steps * 100;
                step(steps)();
            }
        }
    }, { capture: true, passive: false });

    /** Loads the first layer. */
    function start() {
        isStarted = true;
        load();
        return Promise.all(visible().map((index) =>
            slots.find((each) => each.index === index)?.ready));
    }

    return {
        next: step(1), previous: step(-1), show, shown, start,
        place: () => slots.forEach(({ plane }) => plane.place()),
        planes: () => slots.map(({ plane }) => plane),
        parts: () => [position ? `layer=${Number((position + 1).toFixed(2))}` : '',
            isBlending ? 'blend=1' : ''].filter(Boolean),
        restore: (/** @type {URLSearchParams} */ values) => {
            isBlending = values.get('blend') === '1';
            go((Number(values.get('layer')) || 1) - 1);
            show();
        },
    };
};
