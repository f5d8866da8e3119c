import { describe, expect, it } from 'vitest';
import { ERRORS } from '#contract/core/errors';
import { LOCALE_TAGS, LOCALES, type Locale } from '#contract/core/limits';
import { AREAS } from '../../server/modules/index.ts';
import { readSources } from '../support/sources.ts';
import { formOf, keysOfMask, lookUp, paramsOf, textFiles, textsOf, withoutForm } from '../support/texts.ts';

const files = [...new Set(LOCALES.flatMap(textFiles))].sort();
const sources = readSources('src', 'server', 'contract', 'print');
const masks = [...AREAS.values()].flatMap((entry) => entry.masks);
const maskKeys = new Set(masks.flatMap(keysOfMask));

const keysIn = (locale: Locale, file: string): string[] => [...textsOf(locale, file).keys()];
const bare = (keys: string[]): string[] => [...new Set(keys.map(withoutForm))].sort();

describe('texts in three languages', () => {
  it('every language has the same files', () => {
    for (const locale of LOCALES) expect(textFiles(locale), locale).toEqual(files);
  });

  it.each(files)('%s.json has the same keys in every language, each with a text', (file) => {
    const english = bare(keysIn('en', file));
    for (const locale of LOCALES) {
      expect(bare(keysIn(locale, file)), locale).toEqual(english);
      expect(
        [...textsOf(locale, file)].filter(([, text]) => text.trim() === '').map(([key]) => key),
        locale,
      ).toEqual([]);
    }
  });

  it.each(files)('%s.json separates Chinese words by Chinese punctuation', (file) => {
    const ideograph = '\\p{Script=Han}';
    // The hours and minutes of a pattern of time are separated as they are typed.
    const latin = new RegExp(`[${ideograph}”）][,;:?!](?!分)[${ideograph}“（]`, 'u');
    expect([...textsOf('cn', file)].filter(([, text]) => latin.test(text)).map(([key]) => key)).toEqual([]);
  });

  it.each(files)('%s.json has the plural forms that each language counts by', (file) => {
    for (const locale of LOCALES) {
      const keys = keysIn(locale, file);
      const counted = bare(keys.filter((key) => formOf(key) !== undefined));
      const forms = new Intl.PluralRules(LOCALE_TAGS[locale]).resolvedOptions().pluralCategories;
      for (const key of counted) expect(keys, locale).toEqual(expect.arrayContaining(forms.map((form) => `${key}_${form}`)));
    }
  });

  it.each(files)('%s.json has the same parameters in every language', (file) => {
    const paramsByKey = (locale: Locale): Record<string, string[]> => {
      const found: Record<string, string[]> = {};
      for (const [key, text] of textsOf(locale, file))
        found[withoutForm(key)] = [...new Set([...(found[withoutForm(key)] ?? []), ...paramsOf(text)])].sort();
      return found;
    };
    const english = paramsByKey('en');
    for (const locale of LOCALES) expect(paramsByKey(locale), locale).toEqual(english);
  });

  it.each(masks.map((mask) => [mask.key, mask] as const))('mask %s has all its texts', (_key, mask) => {
    const missing = LOCALES.flatMap((locale) =>
      keysOfMask(mask)
        .filter((key) => lookUp(locale, key) === undefined)
        .map((key) => `${locale}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('every area is named, and every list counts its rows by name and says what belongs in it and how to begin', () => {
    const wanted = [...AREAS.values()].flatMap(({ area, masks: lists }) => [
      `${area.name}.title`,
      ...(lists.length > 0 ? [`${area.name}.empty`, `${area.name}.counted_other`] : []),
    ]);
    for (const locale of LOCALES)
      expect(
        wanted.filter((key) => lookUp(locale, key) === undefined),
        locale,
      ).toEqual([]);
  });

  it('a form for a new record is headed by what it makes', () => {
    const wanted = [...AREAS.values()]
      .filter(({ masks: lists }) => lists.some((mask) => mask.form && !mask.without?.includes('create')))
      .map(({ area }) => `${area.name}.newOne`);
    expect(wanted).toContain('customers.newOne');
    for (const locale of LOCALES)
      expect(
        wanted.filter((key) => lookUp(locale, key) === undefined),
        locale,
      ).toEqual([]);
  });

  it('the menu calls an area what its screens call it', () => {
    for (const locale of LOCALES) {
      expect(lookUp(locale, 'menu.masken'), locale).toBe(lookUp(locale, 'mask.editor.all'));
      for (const { area } of AREAS.values()) {
        const inMenu = lookUp(locale, `menu.${area.name}`);
        if (inMenu !== undefined) expect(inMenu, `${locale} ${area.name}`).toBe(lookUp(locale, `${area.name}.title`));
      }
    }
  });

  it('every text that the code asks for by name is there', () => {
    const menu = [...sources.literals].filter((text) => /^menu\.[\w.]+$/.test(text));
    // The mask engine's own `t` looks into mask.json.
    const missing = [...sources.asked, ...menu].filter(
      (key) => lookUp('en', key) === undefined && lookUp('en', `mask.${key}`) === undefined,
    );
    expect(missing.sort()).toEqual([]);
  });
});

describe('texts nobody asks for', () => {
  const used = (key: string): boolean =>
    sources.literals.has(key) || maskKeys.has(key) || sources.patterns.some((pattern) => pattern.test(key));
  /** An area's name is asked for by its screens; an area without a screen keeps it for messages and privileges. */
  const isAreaTitle = (file: string, key: string): boolean => AREAS.has(file) && key === 'title';

  it.each(files)('%s.json has none', (file) => {
    const names = (key: string): string[] => [
      `${file}.${key}`,
      // Keys of common.json need no file name; the mask engine's `t` leaves out its own.
      ...(file === 'common' || file === 'mask' ? [key] : []),
    ];
    const unused = bare(keysIn('en', file)).filter((key) => !isAreaTitle(file, key) && !names(key).some(used));
    expect(unused).toEqual([]);
  });
});

describe('messages of the specification, point 8', () => {
  it.each(Object.keys(ERRORS))('code %s is a sentence in every language', (code) => {
    for (const locale of LOCALES) expect(lookUp(locale, `errors.${code}`), locale).toBeTruthy();
  });

  it.each([
    ['CaptchaNotMatchError', 'Wrong captcha!'],
    ['IntegrityError', 'Integrity Error!'],
    ['InternalError', 'Something wrong, please contact the admin!'],
    ['LoginError', 'Wrong password or invalid account!'],
    ['NotFound', 'Necessary information not found!'],
  ])('%s reads "%s"', (code, message) => {
    expect(lookUp('en', `errors.${code}`)).toBe(message);
  });

  it.each([
    'Session expired!',
    'Your session has expired, please login again.',
    'Verification failed, please Login again.',
    'After more than 40 minutes no further action, automatically logged out for your privacy.',
    "Your browser doesn't support this function!",
    'Please unblock the pop-ups of this site!',
  ])('"%s" is among the English texts', (message) => {
    expect(files.flatMap((file) => [...textsOf('en', file).values()])).toContain(message);
  });

  it.each([
    ['the server or the contract', ['server', 'contract'], ['rules.']],
    // The mask engine's inputs may word a rule more closely than the server does.
    ['the browser', ['src'], ['rules.', 'mask.rules.']],
  ])('every rule that %s names is a sentence in every language', (_where, folders, families) => {
    const { rules } = readSources(...folders);
    for (const locale of LOCALES)
      expect(
        [...rules].filter((rule) => families.every((family) => lookUp(locale, family + rule) === undefined)),
        locale,
      ).toEqual([]);
  });
});
