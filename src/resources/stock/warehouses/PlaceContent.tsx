import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FieldSpec } from '#contract/core/mask';
import { STATION_PATHS } from '#contract/scanning/station-paths';
import { Bar } from '../../../core/charts/Bar.tsx';
import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { mayOpen } from '../../../providers/access.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { recordPath } from '../../../providers/routes.ts';
import { useCall } from '../../../providers/use-call.ts';
import { allowed } from '../../../providers/user.ts';
import { type Content, useContent, useReadPlaces } from './plan.ts';
import './plan.css';

const REASON: Record<string, FieldSpec> = {
  reason: { kind: 'text', label: 'compartments.fields.blockedReason', required: true, maxLength: 200 },
};

function useActs(place: Content) {
  const call = useCall();
  const t = useT();
  const navigate = useNavigate();
  const reread = useReadPlaces();
  const [busy, setBusy] = useState(false);
  const path = `/v0/compartments/${encodeURIComponent(place.id)}`;
  const during = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await act();
      reread();
    } finally {
      setBusy(false);
    }
  };
  const block = (reason: string): Promise<void> =>
    during(async () => {
      await call('PUT', path, { body: { blockedReason: reason, version: place.version } });
    });
  const count = (): Promise<void> =>
    during(async () => {
      const body = { name: t('plan.countOf', { code: place.code }), compartmentIds: [place.id] };
      const made = await call<{ id: string; no: string }>('POST', '/v0/counts', { body });
      showNotice({
        kind: 'success',
        title: t('plan.countMade', { no: made.no }),
        action: { label: t('plan.open'), run: () => void navigate(`/wms/count/${made.id}`) },
      });
    });
  return { busy, block, count };
}

/** Actions on a place: move goods, count, block it for new goods or unblock it. */
function Acts({ place }: { place: Content }) {
  const t = useT();
  const navigate = useNavigate();
  const { busy, block, count } = useActs(place);
  const [asking, setAsking] = useState(false);
  const [values, setValues] = useState<Row>({});
  const blocked = place.blockedReason !== '';
  return (
    <div className="m-actions">
      <Button onClick={() => void navigate(STATION_PATHS.move)}>{t('plan.move')}</Button>
      {allowed('counts.create') ? (
        <Button disabled={busy || place.counts.length > 0} onClick={() => void count().catch(() => undefined)}>
          {t('plan.count')}
        </Button>
      ) : null}
      {allowed('compartments.update') ? (
        <Button danger={!blocked} disabled={busy} onClick={() => (blocked ? void block('').catch(() => undefined) : setAsking(true))}>
          {t(blocked ? 'plan.unblock' : 'plan.block')}
        </Button>
      ) : null}
      {asking ? (
        <Modal
          open
          title={t('plan.blockTitle', { code: place.code })}
          okText={t('plan.block')}
          cancelText={t('buttons.cancel')}
          okButtonProps={{ danger: true, disabled: asText(values['reason']).trim() === '' }}
          confirmLoading={busy}
          onOk={() =>
            void block(asText(values['reason']).trim()).then(
              () => setAsking(false),
              () => undefined,
            )
          }
          onCancel={() => setAsking(false)}
        >
          <AskForm fields={REASON} values={values} errors={[]} onChange={setValues} />
        </Modal>
      ) : null}
    </div>
  );
}

function Stock({ stock }: { stock: Content['stock'] }) {
  const t = useT();
  const { number } = useFormat();
  if (stock.length === 0) return <p className="m-quiet">{t('plan.empty')}</p>;
  return (
    <ul className="w-stock">
      {stock.map((one) => {
        const image = fileAddress(one.image);
        const marks = [
          one.lot && t('plan.lot', { lot: one.lot }),
          one.expiry && t('plan.expiry', { date: one.expiry }),
          one.serial && t('plan.serial', { serial: one.serial }),
          one.condition !== 'good' && t(`stockBalances.conditions.${one.condition}`),
          one.unit && t('plan.unit', { unit: one.unit }),
        ].filter(Boolean);
        return (
          <li key={one.id}>
            {image ? <img src={image} alt="" loading="lazy" /> : <span className="w-image" />}
            <div>
              <p>
                <b className="m-figures">{number(one.onHand)} ×</b> <span className="m-mono">{one.sku}</span> {one.name}
              </p>
              <p className="m-quiet">{[one.merchant, ...marks].join(' · ')}</p>
              {one.heldFor.length > 0 ? (
                <p className="m-quiet">
                  {t('plan.heldFor')}{' '}
                  {one.heldFor.map(({ id, no, qty }, i) => {
                    const to = recordPath('tasks', id, mayOpen);
                    return (
                      <span key={`${id} ${i}`}>
                        {i > 0 ? ', ' : ''}
                        <span className="m-whole">{to ? <Link to={to}>{no}</Link> : no}</span> × {number(qty)}
                      </span>
                    );
                  })}
                </p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Moves({ moves }: { moves: Content['moves'] }) {
  const t = useT();
  const { relative, instant, number } = useFormat();
  if (moves.length === 0) return <p className="m-quiet">{t('plan.noMoves')}</p>;
  return (
    <PageTable
      label={t('plan.moves')}
      hasCards
      className="w-moves"
      columns={[
        { label: t('stockMoves.fields.at') },
        { label: t('stockMoves.fields.qty'), end: true },
        { label: t('stockMoves.fields.sku') },
        { label: t('plan.fromTo') },
        { label: t('stockMoves.fields.taskId') },
        { label: t('stockMoves.fields.userId') },
      ]}
    >
      {moves.map((move) => {
        const other = move.outside ? t(`stockMoves.places.${move.other}`) : move.other;
        const to = move.taskId ? recordPath('tasks', move.taskId, mayOpen) : null;
        return (
          <tr key={move.id}>
            <td>
              <time dateTime={move.at} title={instant(move.at)}>
                {relative(move.at)}
              </time>
            </td>
            <td className="m-figures m-end" data-label={t('stockMoves.fields.qty')} data-into={move.into}>
              {move.into ? '+' : '−'}
              {number(move.qty)}
            </td>
            <td className="m-mono" data-label={t('stockMoves.fields.sku')}>
              {move.sku}
            </td>
            <td data-label={t('plan.fromTo')}>{t(move.into ? 'plan.from' : 'plan.to', { place: other })}</td>
            <td data-label={t('stockMoves.fields.taskId')}>{to && move.taskNo ? <Link to={to}>{move.taskNo}</Link> : '–'}</td>
            <td data-label={t('stockMoves.fields.userId')}>{move.by || '–'}</td>
          </tr>
        );
      })}
    </PageTable>
  );
}

/** One place: contents, reservations, fill level, latest movements, actions. */
export function PlaceContent({ id }: { id: string }) {
  const t = useT();
  const { number } = useFormat();
  const query = useContent(id);
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const place = query.data;
  if (!place) return <ListSkeleton rows={4} />;
  const kg = (grams: number): string => `${number(grams / 1000, { maximumFractionDigits: 1 })} kg`;
  return (
    <div className="w-place">
      <p className="w-place-head">
        <b className="m-mono">{place.code}</b> {t(`compartments.kinds.${place.kind}`)} · {place.warehouse}
        {place.blockedReason ? <StatusTag meaning="stop">{t('plan.blocked', { reason: place.blockedReason })}</StatusTag> : null}
        {place.counts.map(({ id: countId, no }) => (
          <Link key={countId} to={`/wms/count/${countId}`}>
            <StatusTag meaning="wait">{t('plan.beingCounted', { no })}</StatusTag>
          </Link>
        ))}
      </p>
      <p className="m-figures">
        {t('plan.pieces', { count: place.pieces })} ·{' '}
        {place.maxWeight ? t('plan.weightOf', { kg: kg(place.weight), max: kg(place.maxWeight) }) : kg(place.weight)}
      </p>
      {place.maxWeight ? (
        <Bar of={place.maxWeight} parts={[{ value: place.weight, meaning: place.weight > place.maxWeight ? 'stop' : 'work' }]} />
      ) : null}
      <Acts place={place} />
      <div className="w-place-parts">
        <section>
          <h3>{t('plan.content')}</h3>
          <Stock stock={place.stock} />
        </section>
        <section>
          <h3>{t('plan.moves')}</h3>
          <Moves moves={place.moves} />
        </section>
      </div>
    </div>
  );
}
