// needs: compare/plane.js, features/crop.js
/**
 * Cuts the visible part out of a comparison: all visible images, as the screen shows them, in the
 * resolution of the first image. The script loads with the dialog that saves the view.
 */
ziggurat.compareCrop = (function () {
    'use strict';

    const { inside, plan, size: panelSize } = ziggurat.crop;
    const { fitted, origin, product } = ziggurat.plane;

    /** The pixels between images side by side. */
    const gap = 4;

    /** @param {CanvasRenderingContext2D} pen @param {Matrix} matrix */
    const transform = (pen, [a, b, c, d, e, f]) => pen.transform(a, b, c, d, e, f);

    /** Returns the visible images, each with the column and the row of its panel. */
    function arranged() {
        const shown = window.ziggurat.shown?.() ?? [];
        const places = (/** @type {'x' | 'y'} */ side) =>
            [...new Set(shown.map(({ cell }) => cell?.[side] ?? 0))].sort((a, b) => a - b);
        const [columns, rows] = [places('x'), places('y')];
        return {
            columns: columns.length, rows: rows.length,
            images: shown.map((each) => ({
                ...each, column: columns.indexOf(each.cell?.x ?? 0),
                row: rows.indexOf(each.cell?.y ?? 0),
            })),
        };
    }

    /** @param {Cut} cut @param {Lens} lens */
    function size(cut, lens) {
        const { width, height } = panelSize(cut, lens);
        const { columns, rows } = arranged();
        return { width: columns * (width + gap) - gap, height: rows * (height + gap) - gap };
    }

    /**
     * Returns the matrix from pixels of the first image to pixels of the cut-out, and the matrix
     * from the panel to the cut-out.
     *
     * @param {Page} page
     * @param {Cut} cut
     * @returns {{ fromImage: Matrix, fromPanel: Matrix }}
     */
    function matrices({ lens, config }, { region: { x, y, width, height }, level }) {
        const matrix = lens.matrix() ?? [1, 0, 0, 1, 0, 0];
        const { scaleFactor } = config.levels[level];
        // The rotation is a multiple of 90 degrees.
        const length = Math.hypot(matrix[0], matrix[1]);
        const [a, b, c, d] = matrix.slice(0, 4).map((each) => Math.round(each / length) / scaleFactor);
        const corner = [x, x + width].flatMap((across) => [y, y + height].map((down) =>
            [a * across + c * down, b * across + d * down]));
        const [left, top] = [0, 1].map((side) => Math.min(...corner.map((each) => each[side])));
        /** @type {Matrix} */
        const fromImage = [a, b, c, d, -left, -top];
        const scale = 1 / length / scaleFactor;
        const start = origin(matrix, 0, 0);
        return {
            fromImage,
            fromPanel: [scale, 0, 0, scale, a * start.x + c * start.y - left,
                b * start.x + d * start.y - top],
        };
    }

    /**
     * Returns the part of an image that a panel of the cut-out shows; null if it shows none.
     *
     * @param {Config} config
     * @param {Matrix} matrix From pixels of the image to pixels of the panel.
     * @param {{ width: number, height: number }} panel
     */
    function seen(config, matrix, panel) {
        const points = [0, panel.width].flatMap((x) =>
            [0, panel.height].map((y) => origin(matrix, x, y)));
        const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
        const [x, y] = [Math.min(...across), Math.min(...down)];
        return inside(config,
            { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y },
            Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])));
    }

    /**
     * @param {Page} page
     * @param {Cut} cut
     * @param {string} background A CSS colour; empty for transparency.
     * @param {(done: number, count: number) => void} progress
     */
    async function draw(page, cut, background, progress) {
        const { lens, pictures = [] } = page;
        const canvas = document.createElement('canvas');
        Object.assign(canvas, size(cut, lens));
        const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        if (background) {
            pen.fillStyle = background;
            pen.fillRect(0, 0, canvas.width, canvas.height);
        }
        const panel = panelSize(cut, lens);
        const { fromImage, fromPanel } = matrices(page, cut);
        const upright = { ...lens, matrix: () => null };
        for (const { index, opacity, part: visible, cell, column, row } of arranged().images) {
            const picture = pictures[index];
            const matrix = index === 0 ? fromImage
                : product(fromImage, picture.transform ?? fitted(picture, pictures[0]));
            const own = seen(picture, matrix, panel);
            if (own) {
                const flat = await ziggurat.crop.draw(
                    { ...page, lens: upright, config: picture, base: '' }, own, '', progress);
                pen.save();
                pen.translate(column * (panel.width + gap), row * (panel.height + gap));
                pen.beginPath();
                pen.rect(0, 0, panel.width, panel.height);
                pen.clip();
                if (visible && cell) {
                    pen.save();
                    transform(pen, fromPanel);
                    pen.beginPath();
                    pen.rect(visible.left / 100 * cell.width, visible.top / 100 * cell.height,
                        (visible.right - visible.left) / 100 * cell.width,
                        (visible.bottom - visible.top) / 100 * cell.height);
                    pen.restore();
                    pen.clip();
                }
                pen.globalAlpha = opacity;
                pen.imageSmoothingQuality = 'high';
                transform(pen, matrix);
                const { x, y, width, height } = own.region;
                pen.drawImage(flat, x, y, width, height);
                pen.restore();
            }
        }
        return canvas;
    }

    return { draw, plan, size };
})();
