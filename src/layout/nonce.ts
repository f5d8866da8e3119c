/** The page's nonce: the server's policy allows only styles that carry it. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * antd is given the nonce, but some of its parts (the scroll lock of dialogs, measuring of scrollbars) write style elements without
 * it. Every style element that a script of this page makes gets it here.
 */
export function giveStylesTheNonce(): void {
  if (nonce === '') return;
  const create = document.createElement.bind(document);
  Object.assign(document, {
    createElement: (name: string, options?: ElementCreationOptions) => {
      const element = create(name, options);
      if (element instanceof HTMLStyleElement) element.nonce = nonce;
      return element;
    },
  });
}
