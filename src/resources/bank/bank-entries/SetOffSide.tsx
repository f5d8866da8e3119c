import type { SetOffDocument } from '#contract/bank/set-off';
import { AmountInput } from '../../../core/mask/inputs/AmountInput.tsx';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { formatMoney, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { type Amounts, openOf, sumOf } from './set-off-amounts.ts';

type Props = {
  /** Names the fields of this side. */
  name: string;
  title: string;
  documents: readonly SetOffDocument[];
  currency: string;
  amounts: Amounts;
  /** Texts that are no amount, by document. */
  unread: Readonly<Record<string, string>>;
  onToggle: (document: SetOffDocument) => void;
  onAmount: (id: string, amount: number | null) => void;
  onUnread: (id: string, text: string) => void;
};

/** The open documents of one side: ticked ones are set off, with what stays open of each. */
export function SetOffSide({ name, title, documents, currency, amounts, unread, onToggle, onAmount, onUnread }: Props) {
  const t = useT();
  const locale = useLocale();
  const { date } = useFormat();
  const money = (amount: number): string => formatMoney(amount, currency, locale);
  return (
    <section className="so-side" aria-label={title}>
      <h3>{title}</h3>
      <PageTable
        label={t('bankEntries.setOff.document')}
        columns={[
          { label: t('bankEntries.setOff.document') },
          { label: t('bankEntries.setOff.due'), className: 'so-due' },
          { label: t('bankEntries.setOff.open'), end: true },
          { label: t('bankEntries.setOff.amount') },
        ]}
        foot={
          <tr>
            <th scope="row">{t('bankEntries.setOff.left')}</th>
            <td className="so-due" />
            <td className="m-figures m-end">{money(openOf(documents) - sumOf(amounts))}</td>
            <td className="m-figures">{money(sumOf(amounts))}</td>
          </tr>
        }
        className="so-documents"
      >
        {documents.map((one) => {
          const isTicked = one.id in amounts;
          return (
            <tr key={one.id}>
              <td>
                <label className="bk-check">
                  <input type="checkbox" checked={isTicked} onChange={() => onToggle(one)} /> <Whole text={one.no} />
                </label>
              </td>
              <td className="m-figures so-due">{date(one.dueDate)}</td>
              <td className="m-figures m-end">{money(one.open)}</td>
              <td className="so-amount">
                {isTicked ? (
                  <AmountInput
                    id={`set-off-${name}-${one.id}`}
                    label={t('bankEntries.setOff.amountOf', { no: one.no })}
                    currency={currency}
                    value={amounts[one.id] ?? null}
                    open={one.open}
                    unread={unread[one.id]}
                    onChange={(amount) => onAmount(one.id, amount)}
                    onUnread={(typed) => onUnread(one.id, typed)}
                  />
                ) : null}
              </td>
            </tr>
          );
        })}
      </PageTable>
    </section>
  );
}
