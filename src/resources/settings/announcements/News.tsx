import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import type { Texts } from '#contract/core/fields';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import './news.css';

type Item = { id: string; title: Texts; text: Texts; important: boolean };
const KEY = ['data', 'default', 'announcements', 'news'];
const WAIT = 500;

/** Unread announcements, one at a time, above every view. */
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
    <aside className="k-notice-bar" data-important={item.important || undefined} aria-label={t('announcements.news.label')}>
      <p>
        <b>{item.title[locale] || item.title.en}</b> {item.text[locale] || item.text.en}
      </p>
      <Button size="small" onClick={read}>
        {t('announcements.news.read')}
      </Button>
    </aside>
  );
}
