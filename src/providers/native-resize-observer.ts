/** Used instead of `resize-observer-polyfill`, which antd's menus import: every browser that Kontor runs in has its own (vite.config.ts). */
export default globalThis.ResizeObserver;
