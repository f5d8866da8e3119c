import { useEffect, useState } from 'react';
import { LOCALE_TAGS, type Locale } from '#contract/core/limits';
import type { Option } from '#contract/scanning/station/state';
import { useLocale, useT } from '../../providers/i18n.ts';
import { request } from '../../providers/request.ts';

type Sender = { id: string; name: string; city: string };

/** Who sends the returns to choose from, by id. Asked for each question and kept in memory only, because the device stores no names. */
export function useSenders(options: readonly Option[]): Readonly<Record<string, string>> {
  const [names, setNames] = useState<Record<string, string>>({});
  const ids = options.flatMap(({ about, value }) => (about ? [value] : [])).join(',');
  useEffect(
    function readSenders() {
      if (ids === '') return;
      const halt = new AbortController();
      request<Sender[]>('GET', '/v0/scan/senders', { params: { ids }, signal: halt.signal, background: true, handles: 'all' })
        .then((found) => setNames(Object.fromEntries(found.map(({ id, name, city }) => [id, [name, city].filter(Boolean).join(', ')]))))
        // Without a network the question is answered by number, goods and date.
        .catch(() => undefined);
      return () => halt.abort();
    },
    [ids],
  );
  return names;
}

const dayText = (on: string, locale: Locale): string =>
  new Intl.DateTimeFormat(LOCALE_TAGS[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${on}T00:00:00Z`));

/** The dot stays at the end of its line. */
const DOT = '\u00A0· ';

/** One return to choose: its number, who sends it, the pieces it still expects, its order and its date. */
export function ReturnOption({ text, about, sender }: Pick<Option, 'text'> & { about: NonNullable<Option['about']>; sender: string }) {
  const t = useT();
  const locale = useLocale();
  const { orderNo, merchant, sku, left, more, on } = about;
  const goods = [sku && t('scan.which.pieces', { left, sku }), more > 0 && t('scan.which.more', { count: more })];
  const origin = [orderNo !== '' && orderNo !== text && t('scan.which.order', { no: orderNo }), merchant];
  const facts = [goods.filter(Boolean).join(' '), ...origin, orderNo === text ? t('scan.which.new') : on && dayText(on, locale)];
  return (
    <span className="s-which">
      <b>{text}</b>
      {sender && <span>{sender}</span>}
      <small>{facts.filter(Boolean).join(DOT)}</small>
    </span>
  );
}
