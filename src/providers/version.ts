/** The build's own version: the hash in the name of its entry file, which the server reads from the same build. */
function ownVersion(): string {
  const entry = typeof document === 'undefined' ? null : document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return /^.*-([\w-]+)\.js$/.exec(entry?.src ?? '')?.[1] ?? 'dev';
}

export const WEB_VERSION = ownVersion();

/** Whether the server holds another build than this page came from: what it serves is the newer one, also after a roll-back. */
export const isNewer = (offered: string, own = WEB_VERSION): boolean =>
  own !== 'dev' && offered !== '' && offered !== 'dev' && offered !== own;
