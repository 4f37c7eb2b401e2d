/**
 * Reads parts of a file: from a web server with HTTP range requests, or from a file that the
 * visitor chose.
 *
 * Parts that are requested at the same time and are close together are one request. A request
 * without users is aborted. The most recent parts stay in memory.
 *
 * @typedef {object} Part A requested part of the file.
 * @property {number} start
 * @property {number} end
 * @property {number} users
 * @property {Promise<Uint8Array>} promise
 * @property {(bytes: Uint8Array) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {() => void} unused Called when the last user aborts.
 */
const zigguratRanges = (function () {
    'use strict';

    /** The largest number of bytes between two parts of one request. */
    const largestGap = 1 << 16;
    /** The largest number of bytes of one request, unless a part is larger. */
    const largestRequest = 1 << 22;
    /** The largest number of bytes of a part; lengths in a damaged file are arbitrary. */
    const largestPart = 1 << 28;
    /** The number of bytes that stay in memory. */
    const cacheSize = 1 << 24;

    /**
     * An error with a reason for programs: `ranges`, the server does not support range requests;
     * `disk`, a page from the disk cannot read the file; `missing`, `network`, `changed`,
     * `truncated`, `damaged`, `compressed`, `unsupported`.
     */
    class ArchiveError extends Error {
        /** @param {string} reason @param {string} message */
        constructor(reason, message) {
            super(message);
            this.name = 'ArchiveError';
            this.reason = reason;
        }
    }

    const abortError = () => new DOMException('The request was aborted.', 'AbortError');

    class RangeReader {
        /**
         * @param {string | Blob} source The address of a file, or the file.
         * @param {number} [size] The size in bytes, if known.
         */
        constructor(source, size) {
            this.source = source;
            /** The size in bytes; undefined before the first response of a server. */
            this.size = typeof source === 'string' ? size : source.size;
            /**
             * The ETag or the time stamp of the file; null if unknown.
             * @type {string | null}
             */
            this.version = null;
            /** Whether the size and the version come from a response. */
            this.hasResponse = false;
            /**
             * The error that stops further requests.
             * @type {ArchiveError | undefined}
             */
            this.failure = undefined;
            /** The name of the file, for messages. */
            this.name = typeof source !== 'string' ? /** @type {File} */ (source).name ?? 'the file'
                : decoded(source.split(/[?#]/)[0].split('/').pop() ?? '');
            /** @type {Part[]} */
            this.waiting = [];
            /** @type {Map<string, Part>} */
            this.parts = new Map();
            /** @type {Map<string, Uint8Array>} */
            this.cache = new Map();
            this.cached = 0;
            /** The number of requests so far. */
            this.requests = 0;
        }

        /**
         * Reads a part. Joins it with other parts that are requested in the same task.
         *
         * @param {number} start
         * @param {number} end
         * @param {AbortSignal} [signal]
         * @returns {Promise<Uint8Array>}
         */
        read(start, end, signal) {
            if (signal?.aborted) {
                return Promise.reject(abortError());
            }
            if (start >= end) {
                return Promise.resolve(new Uint8Array(0));
            }
            if (this.size !== undefined && end > this.size) {
                return Promise.reject(this.truncated());
            }
            if (end - start > largestPart) {
                return Promise.reject(new ArchiveError('unsupported',
                    `A part of ${this.name} is larger than ${largestPart >> 20} MiB.`));
            }
            const key = `${start}-${end}`;
            const known = this.cache.get(key);
            if (known) {
                this.keep(key, known);
                return Promise.resolve(known);
            }
            if (this.failure) {
                return Promise.reject(this.failure);
            }
            const part = this.parts.get(key) ?? this.request(key, start, end);
            part.users += 1;
            return new Promise((resolve, reject) => {
                const abort = () => {
                    reject(abortError());
                    part.users -= 1;
                    if (part.users === 0) {
                        this.parts.delete(key);
                        part.unused();
                    }
                };
                signal?.addEventListener('abort', abort, { once: true });
                part.promise.then(resolve, reject).finally(() =>
                    signal?.removeEventListener('abort', abort));
            });
        }

        /** @param {string} key @param {number} start @param {number} end @returns {Part} */
        request(key, start, end) {
            /** @type {Part} */
            const part = {
                start, end, users: 0, promise: Promise.resolve(new Uint8Array(0)),
                resolve: () => {}, reject: () => {}, unused: () => {},
            };
            part.promise = new Promise((resolve, reject) => {
                Object.assign(part, { resolve, reject });
            });
            part.promise.then((bytes) => this.keep(key, bytes), () => {}).finally(() => {
                if (this.parts.get(key) === part) {
                    this.parts.delete(key);
                }
            });
            this.parts.set(key, part);
            if (this.waiting.length === 0) {
                // Waits for the other requests of this frame.
                window.setTimeout(() => this.flush());
            }
            this.waiting.push(part);
            return part;
        }

        /** @param {string} key @param {Uint8Array} bytes */
        keep(key, bytes) {
            this.cached -= this.cache.get(key)?.length ?? 0;
            this.cache.delete(key);
            this.cache.set(key, bytes);
            this.cached += bytes.length;
            for (const [oldest, { length }] of this.cache) {
                if (this.cached <= cacheSize) {
                    break;
                }
                this.cache.delete(oldest);
                this.cached -= length;
            }
        }

        /** Requests the waiting parts; close parts are one request. */
        flush() {
            const parts = this.waiting.filter(({ users }) => users > 0)
                .sort((one, other) => one.start - other.start);
            this.waiting = [];
            /** @type {Part[]} */
            let group = [];
            let end = 0;
            for (const part of parts) {
                if (group.length && (part.start > end + largestGap
                    || Math.max(end, part.end) - group[0].start > largestRequest)) {
                    this.load(group, end);
                    group = [];
                }
                end = group.length ? Math.max(end, part.end) : part.end;
                group.push(part);
            }
            if (group.length) {
                this.load(group, end);
            }
        }

        /** @param {Part[]} group @param {number} end */
        async load(group, end) {
            const controller = new AbortController();
            const { start } = group[0];
            let waiting = group;
            for (const part of group) {
                part.unused = () => {
                    if (waiting.every(({ users }) => users === 0)) {
                        controller.abort();
                    }
                };
            }
            try {
                const bytes = new Uint8Array(end - start);
                await this.fill(bytes, start, controller, (count) => {
                    const reached = start + count;
                    // The first part of a file can end after the end of a small file.
                    const isLast = this.size !== undefined && reached >= this.size;
                    const done = waiting.filter((each) => isLast || each.end <= reached);
                    waiting = waiting.filter((each) => !done.includes(each));
                    for (const part of done) {
                        if (part.end > reached && part.start > 0) {
                            part.reject(this.truncated());
                        } else {
                            part.resolve(bytes.slice(
                                part.start - start, Math.min(part.end, reached) - start));
                        }
                    }
                });
            } catch (error) {
                const reason = error instanceof ArchiveError || controller.signal.aborted ? error
                    : new ArchiveError('network', `Cannot load ${this.name}.`);
                for (const part of waiting) {
                    part.reject(/** @type {Error} */ (reason));
                }
            }
        }

        /**
         * Reads bytes from the file.
         *
         * @param {Uint8Array} bytes
         * @param {number} start
         * @param {AbortController} controller
         * @param {(count: number) => void} arrived Called with the number of bytes read so far.
         */
        async fill(bytes, start, controller, arrived) {
            const end = start + bytes.length;
            if (typeof this.source !== 'string') {
                this.requests += 1;
                const part = new Uint8Array(await this.source.slice(start, end).arrayBuffer());
                if (part.length < bytes.length) {
                    throw this.truncated();
                }
                bytes.set(part);
                arrived(bytes.length);
                return;
            }
            const response = await this.fetchPart(this.source, start, end, controller);
            const stream = response.body?.getReader();
            for (let count = 0; count < bytes.length;) {
                const { done, value } = await stream?.read() ?? { done: true, value: undefined };
                if (done) {
                    // A server on another origin may not expose the size of the file.
                    if (this.size === undefined && count > 0
                        && Number(response.headers.get('Content-Length')) === count) {
                        this.size = start + count;
                    }
                    if (start + count === this.size) {
                        arrived(count);
                        return;
                    }
                    throw new ArchiveError('network',
                        `Cannot load ${this.name}: incomplete response.`);
                }
                const rest = bytes.length - count;
                bytes.set(value.subarray(0, rest), count);
                count = Math.min(count + value.length, bytes.length);
                arrived(count);
                if (value.length > rest) {
                    stream?.cancel().catch(() => {});
                }
            }
        }

        /**
         * Requests a part from a server.
         *
         * @param {string} address
         * @param {number} start
         * @param {number} end
         * @param {AbortController} controller
         * @returns {Promise<Response>}
         */
        async fetchPart(address, start, end, { signal }) {
            const headers = { Range: `bytes=${start}-${end - 1}` };
            // The browser's cache can have parts of an older file; the first request revalidates.
            /** @type {RequestCache} */
            let cache = this.hasResponse ? 'default' : 'no-cache';
            for (;;) {
                this.requests += 1;
                const response = await fetch(address, { headers, cache, signal });
                try {
                    this.check(response, start);
                    this.hasResponse = true;
                    return response;
                } catch (error) {
                    // Does not load the rest of an invalid response.
                    response.body?.cancel().catch(() => {});
                    const failure = /** @type {ArchiveError} */ (error);
                    if (cache !== 'default' || failure.reason !== 'changed') {
                        if (['changed', 'ranges'].includes(failure.reason)) {
                            this.failure = failure;
                        }
                        throw failure;
                    }
                    cache = 'reload';
                }
            }
        }

        /**
         * Throws unless the response has the requested part of the same file.
         *
         * @param {Response} response
         * @param {number} start
         */
        check({ status, headers }, start) {
            if (status === 404 || status === 403 || status === 410) {
                throw new ArchiveError('missing', `${this.name} was not found on the web server.`);
            }
            if (status === 416) {
                throw this.truncated();
            }
            if (status >= 400) {
                throw new ArchiveError('network', `Cannot load ${this.name}: HTTP ${status}.`);
            }
            const range = headers.get('Content-Range')?.match(/^bytes (\d+)-\d+\/(\d+|\*)$/);
            if (status !== 206 || range && Number(range[1]) !== start) {
                throw new ArchiveError('ranges',
                    `The web server does not support range requests, which ${this.name} needs.`);
            }
            if (!['', 'identity'].includes(headers.get('Content-Encoding') ?? '')) {
                throw new ArchiveError('ranges', `The web server compresses ${this.name}; `
                    + 'it must send the file without Content-Encoding.');
            }
            const size = range && range[2] !== '*' ? Number(range[2]) : this.size;
            // Apache marks the ETag of a new file as weak for one second.
            const version = (headers.get('ETag') ?? headers.get('Last-Modified'))
                ?.replace(/^W\//, '') ?? this.version;
            const isOther = this.size !== undefined && size !== this.size;
            if (isOther && !this.hasResponse && Number(size) < Number(this.size)) {
                throw this.truncated();
            }
            if (isOther || this.version !== null && version !== this.version) {
                throw new ArchiveError('changed', `${this.name} was replaced by another file.`);
            }
            this.size = size;
            this.version = version;
        }

        truncated() {
            return new ArchiveError('truncated', `${this.name} is truncated.`);
        }

        /** @param {string} [what] */
        damaged(what = 'directory') {
            return new ArchiveError('damaged', `The ${what} of ${this.name} is damaged.`);
        }
    }

    /** @param {string} name */
    function decoded(name) {
        try {
            return decodeURIComponent(name);
        } catch {
            return name;
        }
    }

    return { ArchiveError, RangeReader };
})();
