import { ACTIONS } from '#contract/core/area';
import type { Locale } from '#contract/core/limits';
import { textIn } from '../../../core/http/texts.ts';

const known = (locale: Locale, key: string): string | null => {
  const text = textIn(locale, key);
  return text === key ? null : text;
};

/** The titles of referenced privileges in the language of the reader. Those that somebody added keep their key. */
export const describePrivileges = (keys: unknown, locale: Locale): string[] =>
  Array.isArray(keys) ? keys.map((key) => describePrivilege(String(key), locale) || String(key)) : [];

/** What a privilege allows, in the language of the reader; empty for one that somebody added. */
export function describePrivilege(key: string, locale: Locale): string {
  if (key === '*') return textIn(locale, 'privileges.everything');
  const [area = '', action = ''] = key.split('.');
  const special = known(locale, `privileges.special.${area}.${action}`);
  if (special) return special;
  const title = known(locale, `${area}.title`);
  if (!title || !['*', ...ACTIONS].includes(action)) return '';
  return textIn(locale, `privileges.actions.${action === '*' ? 'all' : action}`).replace('{{area}}', title);
}
