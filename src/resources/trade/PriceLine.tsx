import { Link } from 'react-router';
import { useT } from '../../providers/i18n.ts';
import { PriceInput } from './PriceInput.tsx';
import type { GridRule, PriceCell, PriceRow } from './price-grid.ts';
import { usePriceWords } from './use-price-words.ts';

type CellProps = { rule: GridRule; cell: PriceCell; state: PriceRow['state']; head: string; currency: string; editable: boolean };

/** A price, and where it differs the one before and the change in per cent. A price that goes on from the band before is quiet. */
function Price({ rule, cell: { from, now, before, starts }, state, head, currency, editable }: CellProps) {
  const t = useT();
  const { price, percent } = usePriceWords();
  const differs = now !== before;
  const change = now !== null && before !== null && before !== 0 ? percent(((now - before) * 10_000) / before) : '';
  return (
    <td className={`m-figures m-end${starts || differs ? '' : ' m-quiet'}`} data-label={head}>
      {state === 'gone' ? null : editable && now !== null && rule.bands.some((band) => band.from === from) ? (
        <PriceInput rule={rule} from={from} price={now} head={head} currency={currency} />
      ) : (
        price(now, currency)
      )}
      {differs && before !== null ? (
        <span className="pg-before">
          <s aria-label={t('tariffs.grid.before', { price: price(before, currency) })}>{price(before, currency)}</s>
          {change ? <span>{change}</span> : null}
        </span>
      ) : null}
    </td>
  );
}

type Props = { row: PriceRow; heads: string[]; currency: string; editable: boolean };

/** One rule: its name with what it is for, and its price from each quantity on. */
export function PriceLine({ row: { rule, state, cells, others }, heads, currency, editable }: Props) {
  const t = useT();
  const { conditions, percent, amount } = usePriceWords();
  const isMarkup = rule.bands.length === 0;
  const what = conditions(rule);
  const notes = [
    rule.minAmount > 0 ? t('tariffs.grid.minimum', { amount: amount(rule.minAmount, currency) }) : '',
    others.length > 0 ? t('tariffs.grid.others', { fields: others.map((field) => t(`priceRules.fields.${field}`)).join(', ') }) : '',
  ].filter(Boolean);
  return (
    <tr className="pg-row" data-state={state}>
      <td className="m-name">
        <Link to={`/meta/baseQuotation/${rule.id}`}>{rule.name}</Link>
        {state === 'new' || state === 'gone' ? <span className="m-chip">{t(`tariffs.grid.${state}`)}</span> : null}
        {what === '' ? null : <div className="m-quiet">{what}</div>}
        {notes.map((note) => (
          <div key={note} className="m-quiet">
            {note}
          </div>
        ))}
      </td>
      {isMarkup ? (
        <td className="m-end" colSpan={Math.max(1, heads.length)} data-label={t('priceRules.fields.markup')}>
          {t('tariffs.grid.markup', { percent: percent(rule.markup) })}
        </td>
      ) : (
        cells.map((cell, at) => (
          <Price key={cell.from} rule={rule} cell={cell} state={state} head={heads[at] ?? ''} currency={currency} editable={editable} />
        ))
      )}
    </tr>
  );
}
