import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useId, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useRows } from '../../../core/mask/data.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { useSettled } from '../../../core/mask/use-settled.ts';
import { SavePdfButton } from '../../../core/pdf/SavePdfButton.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { FILL_STEPS } from './layout.ts';
import { PlaceContent } from './PlaceContent.tsx';
import { PlanCanvas } from './PlanCanvas.tsx';
import { PlanSide } from './PlanSide.tsx';
import { paintWhole, stripNames } from './paint.ts';
import { type Plan, type PlanPlace, useFound, usePlan } from './plan.ts';
import '../../../core/mask/inputs/inputs.css';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/read/read.css';
import './plan.css';

/** Most rows of the list. Matches of the search come first. */
const LISTED = 200;

function PlaceList({ places, onOpen }: { places: readonly PlanPlace[]; onOpen: (place: PlanPlace) => void }) {
  const t = useT();
  const { number } = useFormat();
  return (
    <PageTable
      label={t('plan.list')}
      columns={[
        { label: t('compartments.fields.code') },
        { label: t('compartments.fields.kind') },
        { label: t('plan.piecesTitle'), end: true },
        { label: t('plan.itemsTitle'), end: true },
      ]}
      note={places.length > LISTED ? <p className="m-quiet">{t('plan.moreListed', { n: places.length - LISTED })}</p> : null}
      className="w-list"
    >
      {places.slice(0, LISTED).map((place) => (
        <tr key={place.id}>
          <td>
            <Button type="link" size="small" className="m-mono" onClick={() => onOpen(place)}>
              {place.code}
            </Button>
            {place.blocked ? <span className="w-blocked">{t('plan.blockedShort')}</span> : null}
          </td>
          <td>{t(`compartments.kinds.${place.kind}`)}</td>
          <td className="m-end m-figures">{number(place.pieces)}</td>
          <td className="m-end m-figures">{number(place.items)}</td>
        </tr>
      ))}
    </PageTable>
  );
}

function Legend() {
  const t = useT();
  return (
    <p className="w-legend">
      <span>{t('plan.legend.empty')}</span>
      {Array.from({ length: FILL_STEPS + 1 }, (_, step) => (
        <i
          key={step}
          aria-hidden="true"
          style={{ background: `color-mix(in srgb, var(--k-fill) ${step ? 10 + (80 * step) / FILL_STEPS : 0}%, var(--k-surface))` }}
        />
      ))}
      <span>{t('plan.legend.full')}</span>
      <svg aria-hidden="true" viewBox="0 0 16 12">
        <path d="M0 4 4 0M0 10 10 0M3 12 15 0M9 12 16 5" />
      </svg>
      <span>{t('plan.legend.blocked')}</span>
    </p>
  );
}

const FIRST_PLACE = { limit: 1, cursor: null, search: '', sort: 'code', back: false, filters: [] };
const WAREHOUSES = { limit: 100, cursor: null, search: '', sort: 'code', back: false, filters: [] };

/** A warehouse as a plan: fill level of each place, search, and the contents of a place by a tap. */
export function PlanPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const searchId = useId();
  const houseId = useId();
  const page = useRef<HTMLElement>(null);
  const [listed, setListed] = useState(false);
  const [chosen, setChosen] = useState<PlanPlace | null>(null);
  const houses = useRows('warehouses', WAREHOUSES);
  const rows = houses.data?.data ?? [];
  const first = useRows('compartments', FIRST_PLACE).data?.data[0];
  // Prefers a warehouse that has places.
  const id = params.get('w') ?? asText(first?.['warehouseId'] ?? rows[0]?.['id']);
  const [typed, setTyped] = useState(params.get('q') ?? '');
  const q = useSettled(typed.trim());
  const query = usePlan(id);
  const found = useFound(id, q);
  const plan: Plan | undefined = query.data;
  const shown = useMemo(() => (found ? (plan?.places ?? []).filter((place) => found.has(place.id)) : (plan?.places ?? [])), [plan, found]);
  const put = (name: string, value: string): void => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  /** A PDF shows the whole plan, even if the screen shows a part. */
  const layOut = (copy: HTMLElement): void => {
    const canvas = copy.querySelector('canvas');
    if (canvas && plan) paintWhole(canvas, { places: plan.places, found, nameOf: stripNames(t) });
  };
  if (houses.isError && !houses.data) return <LoadError error={houses.error} onRetry={() => void houses.refetch()} />;
  if (query.isError && !plan) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (houses.data && rows.length === 0) return <p className="m-empty">{t('plan.noWarehouse')}</p>;
  return (
    <section className="m-list w-page" aria-label={t('menu.warehouseView')} ref={page}>
      <header className="m-list-head" data-pdf="hidden">
        <h1>{t('menu.warehouseView')}</h1>
        <label className="m-hidden" htmlFor={houseId}>
          {t('compartments.fields.warehouseId')}
        </label>
        <select id={houseId} className="m-select" value={id} onChange={(event) => put('w', event.target.value)}>
          {rows.map((row) => (
            <option key={asText(row['id'])} value={asText(row['id'])}>
              {[row['code'], row['name']].map(asText).join(' · ')}
            </option>
          ))}
        </select>
        <span className="m-spring" />
        <Button aria-pressed={listed} onClick={() => setListed(!listed)}>
          {t(listed ? 'plan.asPicture' : 'plan.asList')}
        </Button>
        {plan && plan.places.length > 0 ? (
          <SavePdfButton
            element={page}
            title={t('menu.warehouseView')}
            subject={`${plan.code} · ${plan.name}`}
            filtering={{ search: found ? q : '' }}
            layOut={layOut}
          />
        ) : null}
      </header>
      <div className="m-toolbar">
        <input
          id={searchId}
          className="m-input w-find"
          data-pdf="hidden"
          type="search"
          aria-label={t('plan.search')}
          placeholder={t('plan.search')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            put('q', event.target.value.trim());
          }}
        />
        <span className="m-quiet m-figures" role="status">
          {found ? t('plan.found', { count: found.size }) : plan ? t('plan.places', { count: plan.places.length }) : ''}
        </span>
        <span className="m-spring" />
        {listed ? null : <Legend />}
      </div>
      {plan ? (
        plan.places.length === 0 ? (
          <p className="m-empty">{t('plan.noPlaces')}</p>
        ) : listed ? (
          <PlaceList places={shown} onOpen={setChosen} />
        ) : (
          <div className="w-body">
            <PlanCanvas
              key={plan.id}
              places={plan.places}
              found={found}
              chosen={chosen?.id ?? ''}
              label={t('plan.picture', { name: plan.name, count: plan.places.length })}
              onOpen={setChosen}
            />
            <PlanSide places={plan.places} onOpen={setChosen} />
          </div>
        )
      ) : (
        <ListSkeleton rows={10} />
      )}
      <Drawer open={chosen !== null} width="min(520px, 100vw)" title={t('plan.place')} onClose={() => setChosen(null)} destroyOnHidden>
        {chosen ? <PlaceContent id={chosen.id} /> : null}
      </Drawer>
    </section>
  );
}
