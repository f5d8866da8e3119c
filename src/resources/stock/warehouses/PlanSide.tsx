import Button from 'antd/es/button';
import { Bar } from '../../../core/charts/Bar.tsx';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import type { PlanPlace } from './plan.ts';

/** Most places in each list. */
const SHOWN = 8;

const isTooHeavy = ({ weight, maxWeight }: PlanPlace): boolean => maxWeight !== null && weight > maxWeight;
const fillOf = ({ weight, maxWeight }: PlanPlace): number => (maxWeight ? weight / maxWeight : 0);

type Props = { places: readonly PlanPlace[]; onOpen: (place: PlanPlace) => void };

/** Beside the drawing: how much of the hall is in use, the places that somebody has to look at, and the fullest ones. */
export function PlanSide({ places, onOpen }: Props) {
  const t = useT();
  const { number } = useFormat();
  const kg = (grams: number): string => number(grams / 1000, { maximumFractionDigits: 1 });
  const used = places.filter(({ pieces }) => pieces > 0).length;
  const attention = places.filter((place) => place.blocked || isTooHeavy(place));
  const fullest = places
    .filter((place) => fillOf(place) > 0)
    .toSorted((a, b) => fillOf(b) - fillOf(a))
    .slice(0, SHOWN);
  const code = (place: PlanPlace) => (
    <Button type="link" size="small" className="m-mono" onClick={() => onOpen(place)}>
      {place.code}
    </Button>
  );
  return (
    <aside className="w-side" aria-label={t('plan.attention')} data-pdf="hidden">
      <section className="r-card">
        <h2>{t('plan.inUse', { used: number(used), all: number(places.length) })}</h2>
        <Bar of={places.length} parts={[{ value: used, meaning: 'work' }]} />
      </section>
      <section className="r-card">
        <h2>{t('plan.attention')}</h2>
        {attention.length === 0 ? <p className="m-quiet">{t('plan.calm')}</p> : null}
        <ul>
          {attention.slice(0, SHOWN).map((place) => (
            <li key={place.id}>
              {code(place)}
              <StatusTag meaning="stop">{t(place.blocked ? 'plan.blockedShort' : 'plan.tooHeavy')}</StatusTag>
            </li>
          ))}
        </ul>
        {attention.length > SHOWN ? <p className="m-quiet">{t('plan.moreAttention', { n: attention.length - SHOWN })}</p> : null}
      </section>
      {fullest.length === 0 ? null : (
        <section className="r-card w-fullest">
          <h2>{t('plan.fullest')}</h2>
          <ul>
            {fullest.map((place) => (
              <li key={place.id}>
                {code(place)}
                <Bar of={place.maxWeight ?? 1} parts={[{ value: place.weight, meaning: isTooHeavy(place) ? 'stop' : 'work' }]} />
                <span className="m-figures m-quiet">
                  {t('plan.weightOf', { kg: kg(place.weight), max: `${kg(place.maxWeight ?? 0)} kg` })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
