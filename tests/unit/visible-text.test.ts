import { describe, expect, it } from 'vitest';
import { Line, Lines, withoutHidden } from '#contract/core/fields';

const HIDDEN: [string, string][] = [
  ['a control character', 'a\u0007b'],
  ['a null character', 'a\u0000b'],
  ['an escape sequence', 'a\u001b[31mb'],
  ['a zero-width space', 'DHL\u200bExpress'],
  ['a zero-width joiner between letters', 'ab\u200dc'],
  ['a word joiner', 'a\u2060b'],
  ['a byte order mark', 'a\ufeffb'],
  ['a soft hyphen', 'a\u00adb'],
  ['a right-to-left override', 'invoice\u202efdp.exe'],
  ['an isolate', 'a\u2066b\u2069'],
  ['a right-to-left mark', 'a\u200fb'],
  ['an Arabic letter mark', 'a\u061cb'],
  ['a line separator', 'a\u2028b'],
  ['an invisible letter', 'a\u3164b'],
  ['a tag', 'a\u{e0041}b'],
  ['half of a surrogate pair', 'a\ud800b'],
];
const VISIBLE: [string, string][] = [
  ['German', 'Müller & Söhne GmbH – „Größe“ 42 €'],
  ['Chinese', '深圳市南山区科技园　1号楼'],
  ['a rare Chinese variant', '葛\u{e0100}城'],
  ['Arabic and Persian', 'می\u200cخواهم'],
  ['Hindi', 'क\u094d\u200dष'],
  ['emoji of several parts', '👩\u200d👩\u200d👧 ❤\ufe0f 👍🏽'],
  ['accents set as marks', 'Cafe\u0301'],
  ['a blank that does not break', '10\u00a0kg'],
];

describe('text that people type', () => {
  it.each(HIDDEN)('may not hide %s', (_name, text) => {
    for (const schema of [Line(100), Lines(100)]) {
      const result = schema.safeParse(text);
      expect(result.error?.issues.map(({ message }) => message)).toEqual(['hiddenCharacter']);
    }
    expect(Line(100).safeParse(withoutHidden(text)).success).toBe(true);
  });

  it.each(VISIBLE)('may be %s', (_name, text) => {
    expect(Line(100).parse(text)).toBe(text);
    expect(withoutHidden(text)).toBe(text);
  });

  it('keeps line breaks and tabs in texts of several lines only', () => {
    expect(Lines(100).safeParse('a\nb\tc').success).toBe(true);
    expect(Line(100).safeParse('a\nb').success).toBe(false);
    expect(withoutHidden('a\nb\tc')).toBe('a\nb\tc');
  });

  it('is checked in time that grows with its length (P35)', () => {
    const text = `${'👩\u200d'.repeat(10_000)}${'می\u200c'.repeat(10_000)}\u202e`;
    expect(Lines(100_000).safeParse(text).success).toBe(false);
  });
});
