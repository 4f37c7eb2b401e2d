// needs: page/about.js
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
 * @typedef {object} Shown A visible image of a comparison.
 * @property {number} index
 * @property {Box} [cell] The place of its panel; the whole stage if missing.
 * @property {{ left: number, top: number, right: number, bottom: number }} [part] The visible part
 *     of the panel, in percent; the whole panel if missing.
 * @property {number} opacity
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
        const { width, height } = free();
        const count = panels.length;
        if (count === 4) {
            return { columns: 2, rows: 2 };
        }
        return width > height ? { columns: count, rows: 1 } : { columns: 1, rows: count };
    }

    const isEmbedded = document.documentElement.classList.contains('embed');
    const phone = window.matchMedia('(max-width: 640px)' + (isEmbedded ? '' : ' and (not ('
        + '(max-height: 480px) and (orientation: landscape) and (pointer: coarse)))'));
    const find = (/** @type {string} */ selector) =>
        /** @type {HTMLElement} */ (stage.querySelector(selector));
    /** The title, or the credit of an embedded page. A user's template may lack it. */
    const caption = find(isEmbedded ? '#credit' : '#caption') ?? document.createElement('p');
    const bar = find('#comparison');

    /** Returns the part of the stage for images side by side. On phones, no bar covers it. */
    function free() {
        const isBesideBars = !phone.matches || isEmbedded;
        const isOpen = caption.querySelector('[open]') !== null;
        const top = isBesideBars || isOpen ? 0 : caption.offsetTop + caption.offsetHeight + 4;
        const bottom = isBesideBars ? stage.clientHeight : bar.offsetTop - 4;
        return { width: stage.clientWidth, top, height: Math.max(bottom - top, 60) };
    }

    const portrait = window.matchMedia('(max-width: 640px) and (orientation: portrait)');
    /** Returns the height that the title or the bars cover, whichever is larger. */
    const covered = () =>
        Math.max(ziggurat.about.bottom(), stage.clientHeight - bar.offsetTop) + 4;
    /** Whether the title or the bars cover so much of a phone that the image moves between them. */
    const isCramped = () => portrait.matches && !isEmbedded && labels.length > 0
        && state.mode !== 'side' && !state.isAcross && covered() > stage.clientHeight / 3;

    /**
     * Returns the width and the height to leave free on each side of the whole image. On a phone,
     * the title and the bars do not cover the image. Very high bars leave a sixth of the window
     * free.
     * @returns {[x: number, y: number]}
     */
    function margin() {
        if (state.mode === 'side') {
            return [0, phone.matches ? 0 : Math.min(44, panels[0].clientHeight / 8)];
        }
        return [0, portrait.matches && !isCramped()
            ? Math.min(covered(), 0.42 * stage.clientHeight) : 0];
    }

    /** Returns the size and the position of each panel. */
    function cells() {
        const { clientWidth: width, clientHeight: height } = stage;
        const { top, height: down } = free();
        if (state.mode !== 'side') {
            const box = isCramped() ? { y: top, height: down } : { y: 0, height };
            return panels.map(() => ({ x: 0, width, ...box, row: 0, rows: 1 }));
        }
        const { columns, rows } = grid();
        const [across, high] = [Math.floor((width - gap * (columns - 1)) / columns),
            Math.floor((down - gap * (rows - 1)) / rows)];
        return panels.map((_, index) => {
            const row = Math.floor(index / columns);
            return {
                x: (index % columns) * (across + gap), y: top + row * (high + gap),
                width: across, height: high, row, rows,
            };
        });
    }

    /** @param {HTMLElement} element @param {Box} box */
    function put(element, { x, y, width, height }) {
        Object.assign(element.style, {
            left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`,
        });
    }

    /** Returns the part of a panel that the curtain leaves visible, in percent. */
    function visiblePart(/** @type {number} */ index) {
        const whole = { left: 0, top: 0, right: 100, bottom: 100 };
        if (state.mode !== 'curtain' || !state.pair.includes(index)) {
            return whole;
        }
        const side = state.isAcross ? ['top', 'bottom'] : ['left', 'right'];
        return { ...whole, [side[index === state.pair[0] ? 1 : 0]]: state.divider };
    }

    /** Returns the clip path that hides the part of a panel behind the curtain. */
    function clipOf(/** @type {number} */ index) {
        const { left, top, right, bottom } = visiblePart(index);
        return state.mode === 'curtain'
            ? `inset(${top}% ${100 - right}% ${100 - bottom}% ${left}%)` : '';
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
     * Returns the height at which a name does not overlap the title of the page, or its credit;
     * null if an open panel covers the name.
     * @param {HTMLElement} name
     * @param {number} left
     */
    function freeHeight(name, left) {
        const isBeside = left < caption.offsetLeft + caption.offsetWidth
            && caption.offsetLeft < left + name.offsetWidth + 24;
        const isPanel = caption.querySelector('[open]') !== null;
        const bottom = caption.offsetTop + caption.offsetHeight;
        return !isBeside || (isPanel && caption.offsetTop > 0) ? 0 : isPanel ? null : bottom;
    }

    /**
     * Puts the name of an image at the curtain, or at the edge between its panel and another panel.
     * @param {number} index
     * @param {Box & { row: number, rows: number }} cell
     */
    function putName(index, cell) {
        const name = names[index];
        const [first, second] = state.pair;
        if (!name) {
            return;
        }
        name.hidden = opacityOf(index) === 0 || state.mode === 'overlay';
        const { classList } = name;
        for (const side of ['before', 'behind', 'above', 'below', 'low']) {
            classList.remove(side);
        }
        name.style.maxWidth = '';
        if (state.mode === 'curtain') {
            classList.add(index === first ? (state.isAcross ? 'above' : 'before')
                : (state.isAcross ? 'below' : 'behind'));
            // Beside the handle.
            name.style.left = state.isAcross ? 'calc(50% + 22px)' : `${state.divider}%`;
            const middle = stage.clientWidth * state.divider / 100;
            const own = freeHeight(name, index === first ? middle - name.offsetWidth - 24 : middle);
            // Both names have the same height.
            const height = Math.max(own ?? 0,
                freeHeight(names[first], middle - names[first].offsetWidth - 24) ?? 0,
                freeHeight(names[second], middle) ?? 0);
            name.hidden ||= own === null && !state.isAcross;
            name.style.top = state.isAcross ? `${state.divider}%` : `${height}px`;
        } else {
            const isLow = cell.rows > 1 && cell.row === 0;
            const height = freeHeight(name, cell.x + (cell.width - name.offsetWidth) / 2 - 12);
            classList.toggle('low', isLow);
            name.hidden ||= height === null && !isLow;
            name.style.left = `${cell.x + cell.width / 2}px`;
            name.style.maxWidth = `${cell.width - 24}px`;
            name.style.top = `${isLow ? cell.y + cell.height : Math.max(cell.y, height ?? 0)}px`;
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
    caption.addEventListener('toggle', arrange, true);

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

    /** Returns the visible images from back to front. @returns {Shown[]} */
    const shown = () => cells().map((cell, index) => ({
        index, cell, part: visiblePart(index), opacity: opacityOf(index),
    })).filter(({ opacity }) => opacity > 0);

    return {
        arrange, glasses, margin, shown, local,
        isVisible: (/** @type {number} */ index) => opacityOf(index) > 0,
    };
};
