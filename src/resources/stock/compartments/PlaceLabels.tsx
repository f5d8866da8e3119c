import { keys } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useMemo, useState } from 'react';
import { MAX_JOB_ROWS } from '#contract/printing/jobs';
import type { CompartmentAisle } from '#contract/stock/compartments';
import { Icon } from '../../../layout/icons.tsx';
import { printOrder } from '../../../print/open.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { requestList } from '../../../providers/request.ts';
import { useRead } from '../../../providers/use-call.ts';
import { type Portion, portionsOf } from './portions.ts';
import './pattern.css';

const READ_AT_ONCE = 1000;

/** The ids of a portion's places in walking order, the order in which the labels are stuck on. */
async function idsOf(warehouseId: string, { aisles, skip, count }: Portion, signal: AbortSignal): Promise<string[]> {
  const filters = [
    { field: 'warehouseId', op: 'eq' as const, value: warehouseId },
    { field: 'aisle', op: 'in' as const, value: aisles },
  ];
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: READ_AT_ONCE, cursor, search: '', sort: 'pickOrder', back: false, filters };
    const page: { data: { id: string }[]; next: string | null } = await requestList<{ id: string }>('compartments', query, { signal });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null && ids.length < skip + count);
  return ids.slice(skip, skip + count);
}

const compartmentKey = (name: string, params: object) =>
  keys()
    .data('default')
    .resource('compartments')
    .action('list')
    .params({ [name]: params })
    .get();

/** Prints the labels of a warehouse's places, in portions of what one print job holds. Nothing without places. */
export function PlaceLabels({ warehouseId }: { warehouseId: string }) {
  const t = useT();
  const { number } = useFormat();
  const [chosen, setChosen] = useState(0);
  const { data: aisles } = useRead<CompartmentAisle[]>(`/v0/compartments/aisles?warehouseId=${warehouseId}`, {
    queryKey: compartmentKey('aisles', { warehouseId }),
  });
  const portions = useMemo(() => portionsOf(aisles ?? [], MAX_JOB_ROWS), [aisles]);
  const portion = portions[chosen] ?? portions[0];
  // Read before the click: a browser blocks windows that open after a call.
  const { data: ids } = useQuery({
    queryKey: compartmentKey('labels', { warehouseId, ...portion }),
    queryFn: ({ signal }) => (portion ? idsOf(warehouseId, portion, signal) : []),
    enabled: portion !== undefined,
  });
  if (!portion) return null;
  const nameOf = ({ aisles: names, count, first, last }: Portion): string =>
    t('compartments.labels.portion', { first, last, n: number(count), count, aisles: names.length });
  return (
    <div className="cp-labels">
      {portions.length > 1 ? (
        <>
          <p>{t('compartments.labels.portions', { most: number(MAX_JOB_ROWS) })}</p>
          <select
            className="m-select"
            aria-label={t('compartments.labels.which')}
            value={portions.indexOf(portion)}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {portions.map((one, i) => (
              <option key={`${one.first} ${one.skip}`} value={i}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </>
      ) : null}
      <Button
        icon={<Icon name="printer" />}
        loading={ids === undefined}
        disabled={ids === undefined || ids.length === 0}
        onClick={() => printOrder({ document: 'compartmentLabel', ids: ids ?? [], from: 'compartments' })}
      >
        {t('compartments.labels.print', { count: portion.count, n: number(portion.count) })}
      </Button>
    </div>
  );
}
