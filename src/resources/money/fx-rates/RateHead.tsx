import { groupBy } from '#contract/core/group-by';
import { MAX_PAGE_SIZE } from '#contract/core/limits';
import { RATE_SCALE } from '#contract/money/scale';
import { Spark } from '../../../core/charts/Spark.tsx';
import { useRows } from '../../../core/mask/data.ts';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { usePhone } from '../../../core/mask/use-room.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import './rate-head.css';

const LATEST = { limit: MAX_PAGE_SIZE, cursor: null, search: '', sort: '-validOn', back: false, filters: [] };
/** Currencies beside the title. */
const SHOWN = 3;
/** The part of a line's height that is left below its lowest value, so that a change shows although rates differ by a few per cent. */
const FLOOR = 0.25;

/** The newest rate of a currency, and how it got there. `rows`: newest first. */
function Course({ currency, rows }: { currency: string; rows: readonly Row[] }) {
  const t = useT();
  const { number } = useFormat();
  const [newest] = rows;
  const same = rows.filter(({ source }) => source === newest?.['source']).toReversed();
  const values = same.map(({ rate }) => asNumber(rate) ?? 0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const shown = (rate: number): string => number(rate / 10 ** RATE_SCALE, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const span = t('fxRates.course', { low: shown(low), high: shown(high), since: asText(same[0]?.['validOn']) });
  return (
    <span className="fx-course" title={span}>
      <b>{currency}</b> <span className="m-figures">{shown(values.at(-1) ?? 0)}</span>
      {values.length > 1 ? <Spark values={values.map((value) => value - low + FLOOR * (high - low || 1))} label={span} /> : null}
    </span>
  );
}

/** Beside the title of the list: where each currency stands, and its course as far as the newest rates tell it. */
export function RateHead() {
  const isPhone = usePhone();
  const rows = useRows('fxRates', LATEST, !isPhone).data?.data ?? [];
  if (isPhone) return null;
  return [...groupBy(rows, ({ currency }) => asText(currency))]
    .slice(0, SHOWN)
    .map(([currency, own]) => <Course key={currency} currency={currency} rows={own} />);
}
