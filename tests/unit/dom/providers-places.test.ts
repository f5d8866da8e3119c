import { describe, expect, it } from 'vitest';
import { isLoginPage, isPrintPage, isPublicPage, loginPath, safePath } from '../../../src/providers/places.ts';

(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('https://kontor.example/login');

describe('where a redirect may lead', () => {
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
      '/redirect/home',
      '/pdfViewer',
      '/print',
      '/label',
      '/labelBox',
      '/labelPLT',
      '/spreadsheet',
      '/maske/edit',
    ])
      expect(isPublicPage(path)).toBe(true);
    for (const path of ['/', '/home', '/settings/tax', '/loginx', '/printItemlist/x']) expect(isPublicPage(path)).toBe(false);
    expect(isLoginPage('/login/')).toBe(true);
  });

  it('that only print are known', () => {
    expect(['/label', '/labelBox', '/labelPLT', '/print', '/home'].map(isPrintPage)).toEqual([true, true, true, true, false]);
  });

  it('the login keeps the wanted path', () => {
    expect(loginPath({ pathname: '/settings/tax', search: '?q=a%26b', hash: '' })).toBe('/login?redirect=%2Fsettings%2Ftax%3Fq%3Da%2526b');
    expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/login');
  });
});
