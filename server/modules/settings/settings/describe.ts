import type { Locale } from '#contract/core/limits';
import { textIn } from '../../../core/http/texts.ts';

/** Descriptions that the product stored in English before it described its settings in the reader's language. */
const FORMER: readonly string[] = [
  'Stands on documents',
  'Sender of labels and documents',
  'Copies of each label',
  'Opening hours for the deadlines of tickets, such as 08:00-12:00, 13:00-17:00; empty: closed',
  'State whose public holidays are closed days for tickets, such as NW',
  'Written at the first start; the guided set-up is shown because of it',
];

/** The name of a setting in the language of the reader: what an administrator wrote, else what the product says of its own settings. */
export function describeSetting(key: string, written: string, locale: Locale): string {
  if (written !== '' && !FORMER.includes(written)) return written;
  // A dot would be a level of the file.
  const name = `settings.about.${key.replaceAll('.', '-')}`;
  const text = textIn(locale, name);
  return text === name ? written : text;
}
