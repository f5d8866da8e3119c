import { addDays } from '#contract/core/house-day';
import type { Charge } from '#contract/freight/demurrage';
import type { Currency } from '#contract/money/scale';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';

export type Charges = { currency: Currency | null; demurrage: Charge | null; detention: Charge | null };

/** What a container costs so far, by the days of the storehouse. A change of the container has a new version and is read again. */
export const useCharges = (id: string, version: number): Charges | undefined =>
  useRead<Charges>(`/v0/containers/${id}/charges`, {
    queryKey: ['data', 'default', 'containers', 'charges', id, version],
    background: true,
  }).data;

/** The first charged day of a charge that has begun. */
export const firstCharged = ({ lastFreeDay }: Charge): string => addDays(lastFreeDay, 1);

/** Demurrage and detention: until when it is free, the days charged and the amount so far. */
export function ChargesTable({ charges }: { charges: Charges }) {
  const t = useT();
  const { date, money, number } = useFormat();
  const { currency } = charges;
  const rows = (['demurrage', 'detention'] as const).flatMap((kind) => (charges[kind] ? [{ kind, ...charges[kind] }] : []));
  if (rows.length === 0) return null;
  const inCurrency = (amount: number | null): string => (amount === null || currency === null ? '–' : money(amount, currency));
  return (
    <section>
      <h2>{t('containers.page.charges')}</h2>
      <table className="m-table">
        <TableHead
          columns={[
            { label: t('containers.page.what') },
            { label: t('containers.page.freeUntil') },
            { label: t('containers.page.chargedDays'), end: true },
            { label: t('containers.page.soFar'), end: true },
          ]}
        />
        <tbody>
          {rows.map(({ kind, lastFreeDay, days, amount, perDay, ended }) => (
            <tr key={kind}>
              <th scope="row">{t(`containers.page.${kind}`)}</th>
              <td className="m-figures">{date(lastFreeDay)}</td>
              <td className="m-end m-figures">
                {days > 0 && !ended ? <StatusTag meaning="stop">{number(days)}</StatusTag> : number(days)}
              </td>
              <td className="m-end m-figures">
                {inCurrency(amount)}
                {perDay ? <div className="m-quiet">{t('containers.page.perDay', { amount: inCurrency(perDay) })}</div> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {currency === null ? <p className="m-quiet">{t('containers.page.noTariff')}</p> : null}
    </section>
  );
}
