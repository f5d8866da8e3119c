import { TASK_TEXTS } from '#contract/orders/texts';
import { Bar } from '../../../core/charts/Bar.tsx';
import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import type { HistoryLine } from './order-history.ts';

type Step = Extract<keyof HistoryLine, 'reserved' | 'picked' | 'packed' | 'shipped' | 'received' | 'putAway' | 'returned'>;
const OUT: readonly Step[] = ['reserved', 'picked', 'packed', 'shipped'];
const IN: readonly Step[] = ['received', 'putAway'];
const stepsOf = (kind: string): readonly Step[] => (kind === 'inbound' || kind === 'retour' ? IN : OUT);

/** Pieces by furthest step: a shipped piece counts as shipped only, not as packed and picked. */
function parts(line: HistoryLine, kind: string) {
  if (stepsOf(kind) === IN)
    return [
      { value: line.putAway, meaning: 'done' as const },
      { value: line.disposed, meaning: 'closed' as const },
      { value: Math.max(0, line.received - line.putAway - line.disposed), meaning: 'work' as const },
    ];
  const packed = Math.max(line.packed, line.shipped);
  const picked = Math.max(line.picked, packed);
  return [
    { value: line.shipped, meaning: 'done' as const },
    { value: packed - line.shipped, meaning: 'lead' as const },
    { value: picked - packed, meaning: 'work' as const },
    { value: line.reserved, meaning: 'closed' as const },
    { value: line.short, meaning: 'stop' as const },
  ];
}

/** Every line with the progress of its pieces and their places. */
export function Goods({ lines, kind }: { lines: readonly HistoryLine[]; kind: string }) {
  const t = useT();
  const { number } = useFormat();
  const steps = stepsOf(kind);
  if (lines.length === 0) return <p className="m-quiet">{t('taskPage.noGoods')}</p>;
  return (
    <ul className="t-goods">
      {lines.map((line) => {
        const wanted = line.ordered - line.cancelled;
        const image = fileAddress(line.image);
        const places = line.places.map(({ place, qty, picked }) => `${place} × ${number(qty)}${picked ? ` ${t('taskPage.picked')}` : ''}`);
        return (
          <li key={line.id}>
            {image ? <img className="t-image" src={image} alt="" loading="lazy" /> : <span className="t-image" />}
            <div className="t-line">
              <p>
                <b className="m-figures">{number(wanted)} ×</b> <span className="m-mono">{line.sku}</span>
                <span className="t-name">{line.name}</span>
              </p>
              <Bar parts={parts(line, kind)} of={wanted} />
              <dl className="t-steps m-figures">
                {steps.map((step) => (
                  <div key={step}>
                    <dt>{t(`taskPage.steps.${step}`)}</dt>
                    <dd>{number(line[step])}</dd>
                  </div>
                ))}
                {(['short', 'cancelled', 'returned', 'damaged', 'disposed'] as const).map((more) =>
                  line[more] > 0 ? (
                    <div key={more} data-stop={more === 'short' || more === 'damaged' ? true : undefined}>
                      <dt>{t(`taskPage.steps.${more}`)}</dt>
                      <dd>{number(line[more])}</dd>
                    </div>
                  ) : null,
                )}
              </dl>
              {line.returnReason ? <p className="m-quiet">{t(TASK_TEXTS.returnReason(line.returnReason))}</p> : null}
              {places.length > 0 ? <p className="m-quiet m-mono t-places">{places.join(' · ')}</p> : null}
              {steps === OUT && line.reserved + line.picked < wanted && line.shipped < wanted ? (
                <p className="m-quiet">{t('taskPage.free', { count: line.free })}</p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
