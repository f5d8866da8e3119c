import { Link } from 'react-router';
import { FLOW_DAYS, type Flow } from '#contract/stock/flow';
import { StockFlow } from '../../../core/charts/StockFlow.tsx';
import { useListPath } from '../../../core/mask/area-paths.ts';
import { useRelated } from '../../../core/mask/data.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import './item-page.css';

const sum = (flow: Flow, key: 'in' | 'out'): number => flow.reduce((all, day) => all + day[key], 0);

/** How long the free pieces last at the pace of the last 90 days. */
function useAnswer(flow: Flow, free: number): string {
  const t = useT();
  const { number } = useFormat();
  const daily = sum(flow, 'out') / FLOW_DAYS;
  if (free <= 0) return t('items.flow.none');
  if (daily === 0) return t('items.flow.idle');
  const days = Math.round(free / daily);
  const values = { daily: number(daily, { maximumFractionDigits: daily < 10 ? 1 : 0 }) };
  return days > FLOW_DAYS ? t('items.flow.months', values) : t('items.flow.days', { ...values, days: number(days) });
}

function Card({ flow, row }: { flow: Flow; row: PartProps['row'] }) {
  const t = useT();
  const { number } = useFormat();
  const moves = useListPath()('stockMoves');
  const id = asText(row['id']);
  const facts = useRelated('items', id).data?.facts ?? [];
  const answer = useAnswer(flow, Number(facts.find(({ key }) => key === 'free')?.value ?? 0));
  const [cameIn, wentOut] = [sum(flow, 'in'), sum(flow, 'out')];
  const minStock = Number(row['minStock'] ?? 0);
  const words = {
    today: t('items.flow.today'),
    label: t('items.flow.chart', {
      first: number(flow[0]?.level),
      last: number(flow.at(-1)?.level),
      in: number(cameIn),
      out: number(wentOut),
    }),
  };
  return (
    <section className="r-card">
      <header>
        <h2>{t('items.flow.title')}</h2>
        {facts.length > 0 ? <span className="m-quiet">{answer}</span> : null}
        {moves ? <Link to={`${moves}?f.itemId=${id}`}>{t('items.flow.moves')}</Link> : null}
      </header>
      {cameIn + wentOut === 0 && (flow.at(-1)?.level ?? 0) === 0 ? (
        <p className="m-quiet">{t('items.flow.empty')}</p>
      ) : (
        <>
          <StockFlow
            points={flow}
            words={words}
            limit={minStock > 0 ? { value: minStock, label: t('items.flow.limit', { min: number(minStock) }) } : null}
          />
          <p className="item-flow-sums">
            <span data-mark="level">{t('items.flow.level')}</span>
            <span data-mark="in">
              {t('items.flow.in')} <b className="m-figures">{number(cameIn)}</b>
            </span>
            <span data-mark="out">
              {t('items.flow.out')} <b className="m-figures">{number(wentOut)}</b>
            </span>
          </p>
        </>
      )}
    </section>
  );
}

/** The page of an item: its stock over 90 days, with what came in and went out. */
export function ItemOverview({ row }: PartProps) {
  const may = useAllowed('stockMoves.read');
  const id = asText(row['id']);
  const flow = useRead<Flow>(`/v0/stock/flow?itemId=${id}`, {
    queryKey: ['data', 'default', 'stockMoves', 'flow', id],
    enabled: may,
    background: true,
  });
  // A kit has no stock of its own.
  if (!may || flow.isError || row['kind'] === 'logical') return null;
  return flow.data ? <Card flow={flow.data} row={row} /> : <ListSkeleton rows={4} />;
}
