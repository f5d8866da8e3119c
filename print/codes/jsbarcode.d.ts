/**
 * The encoders of jsbarcode, one file each, which its own types do not declare. They are CommonJS: Node imports the exports object, a
 * bundler imports it as `default`.
 */
declare module 'jsbarcode/bin/barcodes/*.js' {
  type Encoder = new (
    text: string,
    options: { flat?: true },
  ) => {
    /** Modules from the first bar to the last; 1 is a bar. */
    encode: () => { data: string };
  };
  const exported: Encoder | { default: Encoder } | { CODE39: Encoder };
  export default exported;
  export type { Encoder };
}
