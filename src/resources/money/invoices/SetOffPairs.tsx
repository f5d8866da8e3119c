import Button from 'antd/es/button';
import { createElement, useState } from 'react';
import type { SetOffPair } from '#contract/bank/set-off';
import { dialogOf } from '../../../core/mask/dialogs.ts';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';

/** Companies that owe us and are owed, each with its set-off. Nothing is shown if there are none. `onChanged`: the balances are other ones. */
export function SetOffPairs({ onChanged }: { onChanged: () => void }) {
  const t = useT();
  const locale = useLocale();
  const mayBook = useAllowed('bankEntries.book');
  const [chosen, setChosen] = useState<SetOffPair['owed'] | null>(null);
  const found = useRead<SetOffPair[]>('/v0/bankEntries/setOff/pairs', { queryKey: ['bankEntries', 'setOffPairs'], enabled: mayBook });
  const Dialog = dialogOf('bank.setOff');
  const pairs = found.data ?? [];
  if (!mayBook || !Dialog || (pairs.length === 0 && !chosen)) return null;
  const close = (changed: boolean): void => {
    setChosen(null);
    if (!changed) return;
    void found.refetch();
    onChanged();
  };
  return (
    <section className="iv-pairs" data-pdf="hidden" aria-label={t('bankEntries.setOff.both')}>
      <h2>{t('bankEntries.setOff.both')}</h2>
      <ul>
        {pairs.map(({ owed, owing, currency }) => (
          <li key={`${owed.id} ${owing.id} ${currency}`}>
            <span>
              {t('bankEntries.setOff.pair', {
                owed: owed.name,
                owing: owing.name,
                owes: formatMoney(owed.open, currency, locale),
                owe: formatMoney(owing.open, currency, locale),
              })}
            </span>
            <Button size="small" aria-label={t('bankEntries.setOff.actionOf', { name: owed.name })} onClick={() => setChosen(owed)}>
              {t('bankEntries.setOff.action')}
            </Button>
          </li>
        ))}
      </ul>
      {chosen
        ? createElement(Dialog, {
            mask: { key: 'invoice.balance.query', title: '', area: chosen.kind, fields: {} },
            rows: [chosen],
            onClose: close,
          })
        : null}
    </section>
  );
}
