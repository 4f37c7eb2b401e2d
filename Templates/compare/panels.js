// needs: head/namespace.js
/**
 * The arrangement of the images of a comparison: with a curtain, side by side, or as an overlay.
 *
 * @typedef {object} Arrangement The settings that the visitor chose.
 * @property {string} mode `curtain`, `side` or `overlay`.
 * @property {number} divider The position of the curtain, in percent of the view.
 * @property {boolean} isAcross Whether the curtain is horizontal.
 * @property {number[]} pair The images on both sides of the curtain.
 * @property {number[]} opacity The opacity of each image, in percent.
 *
 * @param {HTMLElement} stage
 * @param {HTMLElement[]} panels The panels of the images; the first panel contains the viewer.
 * @param {string[]} labels
 * @param {Arrangement} state
 */
ziggurat.panels = function (stage, panels, labels, state) {
    'use strict';

    const parent = /** @type {HTMLElement} */ (panels[0].parentElement);
    const gap = 2;

    /** The surfaces that receive the pointer: one for all images, or one for each image. */
    const glasses = panels.map(() => {
        const glass = document.createElement('div');
        glass.className = 'glass';
        parent.append(glass);
        return glass;
    });
    const names = labels.map((text) => {
        const name = document.createElement('p');
        name.className = 'label';
        name.textContent = text;
        parent.append(name);
        return name;
    });

    /** Returns the numbers of columns and rows for images side by side. */
    function grid() {
        const { clientWidth: width, clientHeight: height } = stage;
        const count = panels.length;
        if (count === 4) {
            return { columns: 2, rows: 2 };
        }
        return width > height ? { columns: count, rows: 1 } : { columns: 1, rows: count };
    }

    /** Returns the size and the position of each panel. */
    function cells() {
        const { clientWidth: width, clientHeight: height } = stage;
        if (state.mode !== 'side') {
            return panels.map(() => ({ x: 0, y: 0, width, height, row: 0, rows: 1 }));
        }
        const { columns, rows } = grid();
        const [across, down] = [Math.floor((width - gap * (columns - 1)) / columns),
            Math.floor((height - gap * (rows - 1)) / rows)];
        return panels.map((_, index) => {
            const row = Math.floor(index / columns);
            return {
                x: (index % columns) * (across + gap), y: row * (down + gap),
                width: across, height: down, row, rows,
            };
        });
    }

    /** @param {HTMLElement} element @param {Box} box */
    function put(element, { x, y, width, height }) {
        Object.assign(element.style, {
            left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`,
        });
    }

    /** Returns the clip path that hides the part of a panel behind the curtain. */
    function clipOf(/** @type {number} */ index) {
        const [first, second] = state.pair;
        if (state.mode !== 'curtain' || (index !== first && index !== second)) {
            return '';
        }
        const rest = 100 - state.divider;
        if (index === first) {
            return state.isAcross ? `inset(0 0 ${rest}% 0)` : `inset(0 ${rest}% 0 0)`;
        }
        return state.isAcross ? `inset(${state.divider}% 0 0 0)`
            : `inset(0 0 0 ${state.divider}%)`;
    }

    /** @param {number} index */
    function opacityOf(index) {
        switch (state.mode) {
            case 'overlay': return state.opacity[index] / 100;
            case 'curtain': return state.pair.includes(index) ? 1 : 0;
            case 'side': return 1;
            // Planes, which are in other elements, show the layers.
            default: return 0;
        }
    }

    /**
     * Returns the height at which names do not overlap the title of the page.
     * @param {HTMLElement} name The name before a vertical curtain.
     */
    function freeHeight(name) {
        const caption = /** @type {HTMLElement} */ (stage.querySelector('#caption'));
        const left = stage.clientWidth * state.divider / 100 - name.offsetWidth - 24;
        const bottom = caption.offsetTop + caption.offsetHeight;
        return left < caption.offsetLeft + caption.offsetWidth
            ? Math.min(bottom, stage.clientHeight * 0.45) : 0;
    }

    /**
     * Puts the name of an image at the curtain, or at the edge between its panel and another panel.
     */
    function putName(/** @type {number} */ index, /** @type {Box & { row: number, rows: number }} */ cell) {
        const name = names[index];
        const [first] = state.pair;
        if (!name) {
            return;
        }
        name.hidden = opacityOf(index) === 0 || state.mode === 'overlay';
        const { classList } = name;
        for (const side of ['before', 'behind', 'above', 'below', 'low']) {
            classList.remove(side);
        }
        if (state.mode === 'curtain') {
            classList.add(index === first ? (state.isAcross ? 'above' : 'before')
                : (state.isAcross ? 'below' : 'behind'));
            name.style.left = state.isAcross ? '50%' : `${state.divider}%`;
            name.style.top = state.isAcross ? `${state.divider}%`
                : `${freeHeight(names[first])}px`;
        } else {
            const isLow = cell.rows > 1 && cell.row === 0;
            classList.toggle('low', isLow);
            name.style.left = `${cell.x + cell.width / 2}px`;
            name.style.top = `${isLow ? cell.y + cell.height : cell.y}px`;
        }
    }

    /** Sets the positions of all panels and names. */
    function arrange() {
        const all = cells();
        all.forEach((cell, index) => {
            const panel = panels[index];
            put(panel, cell);
            put(glasses[index], cell);
            glasses[index].hidden = index > 0 && state.mode !== 'side';
            panel.style.clipPath = clipOf(index);
            panel.style.opacity = String(opacityOf(index));
            putName(index, cell);
        });
        parent.dataset.mode = state.mode;
    }
    window.addEventListener('resize', arrange);

    /**
     * Returns the position of a point of the stage in the panel that contains it.
     * @param {number} x
     * @param {number} y
     */
    function local(x, y) {
        const cell = cells().find((each) =>
            x >= each.x && y >= each.y && x <= each.x + each.width + gap
            && y <= each.y + each.height + gap);
        return cell ? { x: x - cell.x, y: y - cell.y } : { x, y };
    }

    return { arrange, glasses, isVisible: (/** @type {number} */ index) => opacityOf(index) > 0, local };
};
