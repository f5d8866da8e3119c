import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LoginAnswer, LoginBody, UserInfo } from '#contract/access/session';
import { ITEM_KINDS } from '#contract/catalog/items';
import { CUSTOM_FIELD_ID, Email, FileId } from '#contract/core/fields';
import * as limits from '#contract/core/limits';
import { CONFIRMATIONS } from '#contract/core/mask';
import { EPOCH } from '#contract/core/query';
import { lookUp } from '../support/texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('constants of the specification, point 9', () => {
  it.each([
    ['session idle limit in minutes', limits.IDLE_MINUTES, 40],
    ['warning at minutes left', limits.IDLE_WARNING_MINUTES, 10],
    ['session-expiry check on a 403', limits.EXPIRY_CHECK_SECONDS, 3700],
    ['request time-out', limits.REQUEST_TIMEOUT, 60_000],
    ['retries', limits.RETRIES, 3],
    ['error toast in seconds', limits.TOAST_SECONDS, 5],
    ['route-permission call time-out', limits.ROUTE_TIMEOUT, 2_700],
    ['socket reconnect maximum delay', limits.SOCKET_MAX_DELAY, 6_666],
    ['chunk load time-out', limits.CHUNK_TIMEOUT, 120_000],
    ['default page size', limits.PAGE_SIZE, 25],
    ['mobile breakpoint of the layout', limits.MOBILE_BELOW, 992],
    ['mobile style of the error alert', limits.ALERT_MOBILE_UP_TO, 768],
    ['sidebar width', limits.SIDEBAR_WIDTH, 210],
    ['default avatars', limits.AVATARS, 9],
    ['look-back of the unfinished-task counter in days', limits.UNFINISHED_DAYS, 30],
    ['user types above this see the counter', limits.STAFF_TYPE_ABOVE, 100],
  ])('%s is as specified', (_name, value, specified) => {
    expect(value).toBe(specified);
  });

  it('page sizes are those of the specification', () => {
    expect(limits.PAGE_SIZES).toEqual([25, 50, 72, 100, 130, 140, 200, 250, 300, 400, 500, 1000]);
  });

  it('locales are en, cn and de', () => {
    expect(limits.LOCALES).toEqual(['en', 'cn', 'de']);
  });

  it('the theme colour is #1890ff', () => {
    expect(source('src/layout/theme.ts')).toContain("BRAND = '#1890ff'");
    expect(source('index.html')).toContain('content="#1890ff"');
  });

  it('nine default avatars exist', () => {
    expect(readdirSync(join(ROOT, 'public/avatars')).sort()).toEqual(Array.from({ length: 9 }, (_, i) => `${i + 1}.svg`));
  });

  it('file ids have 32 characters', () => {
    expect(FileId.safeParse('0123456789abcdef0123456789abcdef').success).toBe(true);
    expect(FileId.safeParse('0123456789abcdef0123456789abcde').success).toBe(false);
  });

  it('the first page of a list begins at the epoch', () => {
    expect(EPOCH).toBe('1970-01-01T00:00:00.000Z');
  });

  it('every limit is used where it belongs, not written again', () => {
    const uses: [file: string, name: string][] = [
      ['src/layout/session-watch.ts', 'IDLE_WARNING_MINUTES'],
      ['src/providers/http.ts', 'REQUEST_TIMEOUT'],
      ['src/providers/http.ts', 'RETRIES'],
      ['src/providers/http-fail.ts', 'EXPIRY_CHECK_SECONDS'],
      ['src/providers/http-fail.ts', 'ALERT_MOBILE_UP_TO'],
      ['src/providers/live.ts', 'SOCKET_MAX_DELAY'],
      ['src/providers/chunks.ts', 'CHUNK_TIMEOUT'],
      ['src/layout/boot.ts', 'ROUTE_TIMEOUT'],
      ['src/layout/Feedback.tsx', 'TOAST_SECONDS'],
      ['src/layout/Shell.tsx', 'MOBILE_BELOW'],
      ['src/layout/theme.ts', 'SIDEBAR_WIDTH'],
      ['server/core/http/read-session.ts', 'IDLE_MINUTES'],
    ];
    for (const [file, name] of uses) expect(source(file), file).toContain(name);
  });

  it('the token is stored in a cookie; locale, printers and the popup check in local storage', () => {
    expect(source('src/providers/session.ts')).toMatch(/document\.cookie = /);
    expect(source('src/providers/session.ts')).not.toMatch(/localStorage|writeStored/);
    expect(source('src/providers/i18n.ts')).toContain("'kontor-locale'");
    expect(source('src/layout/popup.ts')).toContain("writeStored('kontor-popups'");
    expect(source('src/print/hub/choices.ts')).toContain("'kontor-printers'");
  });
});

describe('entities of the specification, point 3', () => {
  it('the user info has every field of the session', () => {
    const fields = Object.keys(UserInfo.shape);
    for (const field of ['account', 'name', 'roles', 'loginIp', 'subId', 'avatar', 'type', 'createdAt']) expect(fields).toContain(field);
  });

  it('the login sends account, passwd, xxs, captcha and eid, and gets token and loginEnvId', () => {
    expect(Object.keys(LoginBody.shape)).toEqual(expect.arrayContaining(['account', 'passwd', 'xxs', 'captcha', 'eid']));
    expect(Object.keys(LoginAnswer.shape)).toEqual(['token', 'loginEnvId']);
  });

  it('item kinds are logical, physical, merged packages, packed product and shared', () => {
    expect(ITEM_KINDS).toEqual(['logical', 'physical', 'mergedPackages', 'packedProduct', 'shared']);
  });

  it('the device is desktop and the size medium where nothing was chosen', () => {
    expect(source('src/layout/preferences.ts')).toContain("'medium')");
    expect(source('src/layout/Shell.tsx')).toContain("mobile ? 'mobile' : 'desktop'");
  });
});

describe('validation rules of the specification, point 5', () => {
  it.each(['weight', 'grossWeight', 'a', 'aB'])('custom field ID %s is accepted', (id) => {
    expect(CUSTOM_FIELD_ID.test(id)).toBe(true);
  });

  it.each(['', 'Weight', '1weight', 'gross_weight', 'gross weight', 'weight2', 'größe'])('custom field ID %j is refused', (id) => {
    expect(CUSTOM_FIELD_ID.test(id)).toBe(false);
  });

  it.each(['a@b.example', 'first.last+tag@sub.kontor.example'])('%s is an e-mail address', (email) => {
    expect(Email.safeParse(email).success).toBe(true);
  });

  it.each(['', 'a', 'a@', '@b.example', 'a b@c.example', 'a@b'])('%j is no e-mail address', (email) => {
    expect(Email.safeParse(email).success).toBe(false);
  });

  it('a confirmation precedes delete, permanent delete, duplicate, recover, reset, submit, export and cancel', () => {
    expect(CONFIRMATIONS).toEqual(['delete', 'purge', 'duplicate', 'recover', 'reset', 'submit', 'export', 'cancel']);
    for (const locale of limits.LOCALES)
      for (const name of CONFIRMATIONS) expect(lookUp(locale, `mask.confirm.${name}.title`), `${locale} ${name}`).toBeTruthy();
  });

  it('the upload limit has a message with the size in MB', () => {
    for (const locale of limits.LOCALES) expect(lookUp(locale, 'errors.UploadTooLarge')).toMatch(/\{\{size\}\}\s*MB/);
  });

  it('every password input warns of caps lock', () => {
    for (const file of ['src/login/Fields.tsx', 'src/pages/Form.tsx']) expect(source(file)).toContain("getModifierState('CapsLock')");
    const inputs = ['src/login', 'src/pages', 'src/core/mask/inputs', 'src/layout'].flatMap((folder) =>
      readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
    );
    const others = inputs.filter((file) => file.endsWith('.tsx') && /type="password"|Input\.Password/.test(source(file)));
    expect(others.filter((file) => !source(file).includes('CapsLock'))).toEqual([]);
  });
});
