import type { CarrierChoice as Choice, OfferedRate, SkippedCarrier } from '#contract/shipping/carrier-choice';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useReason } from './reason.ts';

const nameOf = ({ carrier, service }: OfferedRate): string => [carrier, service].filter(Boolean).join(' · ');

/** Why an order goes with its carrier: what was compared, what won, and by how much. */
export function CarrierChoice({ choice }: { choice: Choice }) {
  const t = useT();
  const { money, instant } = useFormat();
  const reasonOf = useReason();
  const { reason, chosen, next, rates, skipped } = choice;
  const price = (rate: OfferedRate): string => money(rate.amount, rate.currency);
  const days = ({ days: count }: OfferedRate): string => (count === null ? '' : t('taskPage.choice.days', { count }));
  const why = ({ why: kind, carrier, message }: SkippedCarrier): string =>
    [t(`taskPage.choice.skipped.${kind}`, { carrier }), reasonOf(message)].filter(Boolean).join(' ');
  const sentence = (): string => {
    if (!chosen || reason === 'late') return t(`taskPage.choice.${reason}`);
    const won = { carrier: nameOf(chosen), price: price(chosen), days: days(chosen), count: rates.length };
    if (!next) return t('taskPage.choice.onlyOne', won);
    const other = { next: nameOf(next), nextPrice: price(next), nextDays: days(next) };
    const more = money(next.amount - chosen.amount, chosen.currency);
    const isSame = reason === 'cheapest' ? next.amount === chosen.amount : next.days === chosen.days;
    return t(`taskPage.choice.${reason}${isSame ? 'Same' : ''}`, { ...won, ...other, more });
  };
  return (
    <section className="r-card">
      <h2>{t('taskPage.choice.title')}</h2>
      <p>{sentence()}</p>
      {rates.length > 0 ? (
        <table className="m-table">
          <TableHead
            columns={[{ label: t('tasks.fields.carrierId') }, { label: t('taskPage.choice.price') }, { label: t('taskPage.choice.takes') }]}
          />
          <tbody>
            {rates.map((rate) => (
              <tr key={`${rate.carrierId} ${rate.service}`}>
                <td>{chosen?.carrierId === rate.carrierId && chosen.service === rate.service ? <b>{nameOf(rate)}</b> : nameOf(rate)}</td>
                <td className="m-figures">{price(rate)}</td>
                <td>{days(rate) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {skipped.map((one) => (
        <p key={one.carrier} className="m-quiet">
          {why(one)}
        </p>
      ))}
      <p className="m-quiet">{t('taskPage.choice.at', { at: instant(choice.at), rule: t(`merchants.carrierRules.${choice.rule}`) })}</p>
    </section>
  );
}
