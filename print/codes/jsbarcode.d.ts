/**
 * The encoders of jsbarcode, one file each, which its own types do not name. They are CommonJS: Node hands out the exports as a whole, a bundler
 * their `default`.
 */
declare module 'jsbarcode/bin/barcodes/*.js' {
  type Encoder = new (
    text: string,
    options: { flat?: true },
  ) => {
    /** Modules from the first bar to the last, 1 for a bar. */
    encode: () => { data: string };
  };
  const exported: Encoder | { default: Encoder } | { CODE39: Encoder };
  export default exported;
  export type { Encoder };
}
