/**
 * Takes the place of packages that refine imports for hooks which this application does not use: `papaparse` for `useImport` and `useExport`
 * (the server reads and writes files), `qs` for the address of `useTable` (src/mask/list/url-state.ts). They weigh 18 kB (vite.config.ts).
 * And of packages of jspdf: `canvg` and `dompurify` draw SVG and HTML, `fast-png` reads PNG. It is given JPEG (src/pdf/save-pdf.ts).
 */
const unused = (): never => {
  throw new Error('a package that is left out of the build is used after all');
};

export const decode = unused;
export default { parse: unused, stringify: unused, unparse: unused };
