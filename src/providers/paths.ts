/** Paths and who may stand on them without a session (specification, point 2). */
const LOGIN_PAGES = ['/login', '/resetPasswordRequest', '/resetPassword', '/invitation', '/confirmEmail', '/cancelEmail', '/auth-redirect'];
const PUBLIC_PAGES = ['/shopify/redirect', '/ebay/redirect', '/404', '/401', '/pdfViewer'];
/** Addresses that lead to a page without being the path of a screen; the server answers all others with 404. */
export const PATHS_WITHOUT_SCREEN = ['/', '/clear', '/redirect/*', '/labelPlt', '/printItemlist/*', ...LOGIN_PAGES];
/** Views that only print: they send no login event on the live channel. */
const PRINT_PAGES = ['/label', '/labelBox', '/labelPLT', '/print'];

const plain = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

export const isLoginPage = (path: string): boolean => LOGIN_PAGES.includes(plain(path));
/** Without regard to case: the specification writes `/labelPLT` and `/labelPlt`. */
const printPageOf = (path: string): string | undefined => PRINT_PAGES.find((page) => page.toLowerCase() === plain(path).toLowerCase());
export const isPrintPage = (path: string): boolean => printPageOf(path) !== undefined;
export const isPublicPage = (path: string): boolean => isLoginPage(path) || PUBLIC_PAGES.includes(plain(path));

const ITEM_LIST = '/printItemlist/';

/** The page behind another spelling of its path: a print page in other case, an item list without its prefix. Null: the path is no such spelling. */
export function aliasedPage(path: string): string | null {
  if (path.startsWith(ITEM_LIST)) return `/wEP${path}`;
  const page = printPageOf(path);
  return page !== undefined && page !== plain(path) ? page : null;
}

/** Control characters and backslashes are how a path pretends to be one. */
const hasTricks = (text: string): boolean => /[\\\p{Cc}]/u.test(text);

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

/** A wanted path, or `/` for anything that is none of our own (P24): another origin, a script, a trick with slashes, a login page. */
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

/** The login page that leads back to where somebody wanted to go. */
export function loginPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const wanted = `${pathname}${search}${hash}`;
  return wanted === '/' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`;
}
