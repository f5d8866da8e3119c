import { Link } from 'react-router';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import './dunning.css';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';

type Letter = {
  id: string;
  no: string;
  party: string;
  level: number;
  status: string;
  currency: string;
  due: number;
  interest: number;
  flatSum: number;
  fee: number;
};
type Item = {
  invoiceId: string;
  no: string;
  party: string;
  currency: string;
  letterId: string | null;
  level: number;
  open: number;
  disputed: number;
  interest: number;
  daysLate: number;
  reason: string | null;
  nextOn: string | null;
};
type Overview = { letters: Letter[]; items: Item[]; rateMissing: boolean };

function InvoiceLink({ id, no }: { id: string; no: string }) {
  const to = useLinkTo()('invoices', id);
  const whole = <Whole text={no} />;
  return to ? <Link to={to}>{whole}</Link> : whole;
}

/** With so few letters all are open. */
const ALL_OPEN = 3;

const totalOf = ({ due, interest, flatSum, fee }: Letter): number => due + interest + flatSum + fee;

/** One letter with its items; those that fell out of it since it was proposed are among what is left out. */
function LetterTable({ letter, items, open }: { letter: Letter; items: Item[]; open: boolean }) {
  const t = useT();
  const { money } = useFormat();
  const to = useLinkTo()('dunningLetters', letter.id);
  const { currency } = letter;
  const extra = (['interest', 'flatSum', 'fee'] as const).filter((key) => letter[key] > 0);
  return (
    <details className="dn-letter" open={open}>
      <summary>
        <h3>
          {letter.party} · {t('dunningRuns.overview.level', { n: letter.level })} · {to ? <Link to={to}>{letter.no}</Link> : letter.no}{' '}
          <span className="m-quiet">{t(`dunningLetters.statuses.${letter.status}`)}</span>
        </h3>
        <span className="m-figures">{money(totalOf(letter), currency)}</span>
      </summary>
      <PageTable
        label={`${letter.party} ${letter.no}`}
        columns={[
          { label: t('dunningRuns.overview.invoice') },
          { label: t('dunningRuns.overview.ofLevel') },
          { label: t('dunningRuns.overview.daysLate'), end: true },
          { label: t('dunningRuns.overview.amount'), end: true },
        ]}
        foot={
          <>
            {extra.map((key) => (
              <tr key={key}>
                <td colSpan={3}>{t(`dunningLetters.fields.${key}`)}</td>
                <td className="m-figures m-end">{money(letter[key], currency)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={3}>
                {t('dunningRuns.overview.total')}
              </th>
              <td className="m-figures m-end">{money(totalOf(letter), currency)}</td>
            </tr>
          </>
        }
      >
        {items.map((item) => (
          <tr key={item.invoiceId}>
            <td>
              <InvoiceLink id={item.invoiceId} no={item.no} />
            </td>
            <td className="m-figures">{item.level}</td>
            <td className="m-figures m-end">{item.daysLate}</td>
            <td className="m-figures m-end">
              {money(item.open - item.disputed, currency)}
              {item.disputed > 0 ? (
                <p className="m-quiet">{t('dunningRuns.overview.withoutDisputed', { amount: money(item.disputed, currency) })}</p>
              ) : null}
            </td>
          </tr>
        ))}
      </PageTable>
    </details>
  );
}

function LeftOut({ items }: { items: Item[] }) {
  const t = useT();
  const { money, date } = useFormat();
  return (
    <section className="dn-letter">
      <h3>{t('dunningRuns.overview.leftOut')}</h3>
      <PageTable
        label={t('dunningRuns.overview.leftOut')}
        columns={[
          { label: t('dunningRuns.overview.invoice') },
          { label: t('dunningRuns.overview.why') },
          { label: t('dunningRuns.overview.amount'), end: true },
        ]}
      >
        {items.map((item) => (
          <tr key={item.invoiceId}>
            <td>
              <InvoiceLink id={item.invoiceId} no={item.no} />
              <p className="m-quiet">{item.party}</p>
            </td>
            <td>
              {t(`dunningRuns.reasons.${item.reason ?? ''}`)}
              {item.nextOn ? (
                <span className="m-quiet">
                  {' '}
                  ·{' '}
                  {t(item.reason === 'waiting' ? 'dunningRuns.overview.from' : 'dunningRuns.overview.until', {
                    day: date(item.nextOn),
                  })}
                </span>
              ) : null}
            </td>
            <td className="m-figures m-end">{money(item.open, item.currency)}</td>
          </tr>
        ))}
      </PageTable>
    </section>
  );
}

/** What a run sends, by letter, and what it leaves out with the reason. */
export function DunningOverview({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const id = asText(row['id']);
  const found = useRead<Overview>(`/v0/dunningRuns/${id}/overview`, {
    queryKey: ['data', 'default', 'dunningRuns', 'overview', id, asText(row['status']), asText(row['version'])],
    keepFormer: true,
  });
  if (found.isError) return <LoadError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return null;
  const { letters, items, rateMissing } = found.data;
  const left = items.filter(({ reason }) => reason !== null);
  const printed = letters.filter(({ status }) => status === 'printed').length;
  return (
    <>
      {rateMissing ? (
        <p role="status">
          {t('dunningRuns.overview.rateMissing')} <Link to="/accounting/base-rates">{t('menu.baseRates')}</Link>
        </p>
      ) : null}
      {printed > 0 ? <p role="status">{t('dunningRuns.overview.toPrint', { count: printed })}</p> : null}
      {letters.length === 0 ? <p>{t('dunningRuns.overview.none')}</p> : null}
      {letters.map((letter) => (
        <LetterTable
          key={letter.id}
          letter={letter}
          open={letters.length <= ALL_OPEN}
          items={items.filter(({ letterId, reason }) => letterId === letter.id && reason === null)}
        />
      ))}
      {left.length > 0 ? <LeftOut items={left} /> : null}
    </>
  );
}
