/**
 * Used instead of packages that refine, antd, kbar and jspdf import for parts which this application does not use (vite.config.ts):
 * - `papaparse` for `useImport` and `useExport` (the server reads and writes files) and `qs` for the address of `useTable`
 *   (src/core/mask/list/url-state.ts): 18 kB;
 * - `react-markdown` and `remark-gfm` for `MarkdownField` of @refinedev/antd: 41 kB in every form with a reference;
 * - `rc-field-form` for antd's Form, which inputs and dialogs import for a context alone: forms are our own (ADR 1);
 * - `fuse.js` for `useMatches` of kbar (src/core/palette/entries.ts): 9 kB;
 * - `canvg`, `dompurify` and `fast-png` of jspdf, which draw SVG and HTML and read PNG; it is given JPEG (src/core/pdf/save-pdf.ts).
 */
const unused = (): never => {
  throw new Error('a package that is left out of the build is used after all');
};

export {
  unused as decode,
  unused as Field,
  unused as FieldContext,
  unused as FormProvider,
  unused as List,
  unused as ListContext,
  unused as useForm,
  unused as useWatch,
};
export default { parse: unused, stringify: unused, unparse: unused };
