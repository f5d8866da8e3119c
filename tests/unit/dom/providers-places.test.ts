import { describe, expect, it } from 'vitest';
import { aliasedPage, isLoginPage, isPrintPage, isPublicPage, loginPath, safePath } from '../../../src/providers/paths.ts';

(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('https://kontor.example/login');

describe('where a redirect may lead (P24)', () => {
  it.each(['/home', '/settings/tax?status=a%26b&x=1#top', '/wms/item/0192-ab', '/printItemlist/%7B%22a%22%3A1%7D'])(
    '%s is our own',
    (path) => {
      expect(safePath(path)).toBe(path);
    },
  );

  it.each([
    null,
    '',
    'home',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%2f%2fevil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    ' /home',
    '/%',
    '/%00',
    'https:evil.example',
    'http:/\\evil.example',
    '//user@evil.example',
    '/%09/evil.example',
  ])('%j is not', (path) => {
    const safe = safePath(path);
    expect(new URL(safe, window.location.origin).origin).toBe('https://kontor.example');
    expect(safe).toBe('/');
  });

  it('never leads back into the login', () => {
    for (const path of ['/login', '/login/', '/login?redirect=/login', '/auth-redirect', '/resetPassword'])
      expect(safePath(path)).toBe('/');
  });
});

describe('pages', () => {
  it('reachable without a session are those of the specification', () => {
    for (const path of [
      '/login',
      '/auth-redirect',
      '/resetPasswordRequest',
      '/resetPassword',
      '/shopify/redirect',
      '/ebay/redirect',
      '/404',
      '/401',
      '/pdfViewer',
    ])
      expect(isPublicPage(path)).toBe(true);
    for (const path of ['/', '/home', '/settings/tax', '/loginx', '/printItemlist/x']) expect(isPublicPage(path)).toBe(false);
    expect(isLoginPage('/login/')).toBe(true);
  });

  it.each(['/print', '/label', '/labelBox', '/labelPLT', '/labelPlt', '/spreadsheet', '/maske/edit', '/redirect/home'])(
    '%s shows data of somebody, so it leads to the login first',
    (path) => {
      expect(isPublicPage(path)).toBe(false);
      expect(loginPath({ pathname: path, search: '?id=1', hash: '' })).toBe(`/login?redirect=${encodeURIComponent(`${path}?id=1`)}`);
    },
  );

  it('that only print are known, in any case', () => {
    expect(['/label', '/labelBox', '/labelPLT', '/labelPlt', '/print', '/home'].map(isPrintPage)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('have one path each, whichever way it is spelled', () => {
    expect(aliasedPage('/labelPlt')).toBe('/labelPLT');
    expect(aliasedPage('/labelPLT')).toBeNull();
    expect(aliasedPage('/printItemlist/%7B%22ids%22%3A%5B%5D%7D')).toBe('/wEP/printItemlist/%7B%22ids%22%3A%5B%5D%7D');
    expect(aliasedPage('/home')).toBeNull();
  });

  it('the login keeps the wanted path', () => {
    expect(loginPath({ pathname: '/settings/tax', search: '?q=a%26b', hash: '' })).toBe('/login?redirect=%2Fsettings%2Ftax%3Fq%3Da%2526b');
    expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/login');
  });
});
