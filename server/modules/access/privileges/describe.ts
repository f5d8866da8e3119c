import { ACTIONS } from '#contract/core/area';
import type { Locale } from '#contract/core/limits';
import { textIn } from '../../../core/http/texts.ts';

/** A privilege in words, such as area “Accounts”, right “view” and text “Accounts: view”. */
type Words = { areaTitle: string; right: string; text: string };

const known = (locale: Locale, key: string): string => {
  const text = textIn(locale, key);
  return text === key ? '' : text;
};

/** The titles of referenced privileges in the language of the reader. Those that somebody added keep their key. */
export const describePrivileges = (keys: unknown, locale: Locale): string[] =>
  Array.isArray(keys) ? keys.map((key) => wordsOf(String(key), locale).text || String(key)) : [];

/** What a privilege allows, in the language of the reader. The texts of one that somebody added are empty. */
export function wordsOf(key: string, locale: Locale): Words {
  if (key === '*') {
    const everything = textIn(locale, 'privileges.everything');
    return { areaTitle: '', right: everything, text: everything };
  }
  const [area = '', action = ''] = key.split('.');
  const areaTitle = known(locale, `privileges.areas.${area}`) || known(locale, `${area}.title`);
  const special = known(locale, `privileges.special.${area}.${action}`);
  if (special) return { areaTitle, right: special, text: special };
  if (!areaTitle || !['*', ...ACTIONS].includes(action)) return { areaTitle, right: '', text: '' };
  const right = textIn(locale, `privileges.rights.${action === '*' ? 'all' : action}`);
  const text = textIn(locale, 'privileges.named').replace('{{area}}', areaTitle).replace('{{right}}', right);
  return { areaTitle, right, text };
}
