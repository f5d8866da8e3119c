import { useQueryClient } from '@tanstack/react-query';
import type { Texts } from '#contract/core/fields';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

type Item = { id: string; title: Texts; text: Texts; important: boolean };
const KEY = ['data', 'default', 'announcements', 'news'];
const WAIT = 500;

/** Unread announcements, one at a time and one line each, above every view. The start page shows them in full. */
export function News() {
  const call = useCall();
  const t = useT();
  const locale = useLocale();
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: KEY });
  useReloadOnChange(({ area }) => area === 'announcements', again, WAIT);
  const { data } = useRead<Item[]>('/v0/announcements/news', { queryKey: KEY, background: true });
  const [item] = data ?? [];
  if (!item) return null;
  const read = (): void => {
    call('POST', `/v0/announcements/${item.id}/read`).then(again, () => undefined);
  };
  return (
    <aside className="k-notice" data-important={item.important || undefined} aria-label={t('announcements.news.label')}>
      <p title={item.text[locale] || item.text.en}>
        <b>{item.title[locale] || item.title.en}</b> {item.text[locale] || item.text.en}
      </p>
      <button type="button" onClick={read}>
        {t('announcements.news.read')}
      </button>
    </aside>
  );
}
