import { asText } from '../../../core/mask/kinds/kind.ts';
import type { FormNoteProps } from '../../../core/mask/parts.ts';
import { hasText, useT } from '../../../providers/i18n.ts';

const HOURS = 'support.hours.';

/** How the value of a setting is written, and what it means to leave it empty. The seven days have one text. */
export function SettingHint({ row }: FormNoteProps) {
  const t = useT();
  const key = asText(row['key']);
  const text = `settings.hints.${key.startsWith(HOURS) ? 'hours' : key.replaceAll('.', '-')}`;
  return hasText(text) ? <p className="m-quiet">{t(text)}</p> : null;
}
