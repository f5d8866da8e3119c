/** Paths, and which of them need no session (specification, point 2). */
const LOGIN_PAGES = ['/login', '/resetPasswordRequest', '/resetPassword', '/invitation', '/confirmEmail', '/cancelEmail', '/auth-redirect'];
const PUBLIC_PAGES = ['/shopify/redirect', '/ebay/redirect', '/404', '/401', '/pdfViewer'];
/** Addresses of pages that are not the path of a screen. The server answers all others with 404. */
export const PATHS_WITHOUT_SCREEN = ['/', '/clear', '/redirect/*', '/labelPlt', '/printItemlist/*', ...LOGIN_PAGES];
/** Views that only print. They send no login event on the live channel. */
const PRINT_PAGES = ['/label', '/labelBox', '/labelPLT', '/print'];

const plain = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

export const isLoginPage = (path: string): boolean => LOGIN_PAGES.includes(plain(path));
/** Case-insensitive, because the specification has both `/labelPLT` and `/labelPlt`. */
const printPageOf = (path: string): string | undefined => PRINT_PAGES.find((page) => page.toLowerCase() === plain(path).toLowerCase());
export const isPrintPage = (path: string): boolean => printPageOf(path) !== undefined;
export const isPublicPage = (path: string): boolean => isLoginPage(path) || PUBLIC_PAGES.includes(plain(path));

const ITEM_LIST = '/printItemlist/';

/** The page for another spelling of its path: a print page in other case, or an item list without its prefix. Null otherwise. */
export function aliasedPage(path: string): string | null {
  if (path.startsWith(ITEM_LIST)) return `/wEP${path}`;
  const page = printPageOf(path);
  return page !== undefined && page !== plain(path) ? page : null;
}

/** Control characters and backslashes can disguise another origin as a path. */
const hasTricks = (text: string): boolean => /[\\\p{Cc}]/u.test(text);

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

/**
 * The wanted path, or `/` for anything that is not a path of this application (P24): another origin, a script, slash tricks, a login page.
 */
export function safePath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || hasTricks(wanted)) return '/';
  let url: URL;
  try {
    url = new URL(wanted, window.location.origin);
  } catch {
    return '/';
  }
  const path = decoded(url.pathname);
  if (url.origin !== window.location.origin || path === null || path.startsWith('//') || url.pathname.startsWith('//') || hasTricks(path))
    return '/';
  if (isLoginPage(path)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The login page's path, with the wanted page to return to. */
export function loginPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const wanted = `${pathname}${search}${hash}`;
  return wanted === '/' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`;
}
