/** The version of this build: the hash in the name of its entry file. The server reads it from the same build. */
function ownVersion(): string {
  const entry = typeof document === 'undefined' ? null : document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return /^.*-([\w-]+)\.js$/.exec(entry?.src ?? '')?.[1] ?? 'dev';
}

export const WEB_VERSION = ownVersion();

/** Whether the server has another build than this page. The server's build counts as newer, also after a rollback. */
export const isNewer = (offered: string, own = WEB_VERSION): boolean =>
  own !== 'dev' && offered !== '' && offered !== 'dev' && offered !== own;
