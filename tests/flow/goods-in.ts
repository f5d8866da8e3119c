import { acts } from '../support/warehouse.ts';
import { type Call, listAll, must, type Person, type Row, type Scan, share, until } from './crew.ts';
import type { Day } from './day.ts';

export type Import = { id: string; state: string; created: number; updated: number; unchanged: number; failed: number; errors: unknown[] };
type Line = Row & { itemId: string; sku: string; ordered: number; received: number; putAway: number };

/** A file through the import: upload, ready-made mapping, check or run. */
export async function importFile(
  call: Call,
  { token }: Person,
  file: { mask: string; name: string; text: string; merchantId: string },
  mode: 'check' | 'all' | 'good',
): Promise<Import> {
  const form = new FormData();
  form.set('file', new Blob([file.text]), file.name);
  const upload = await must<{ id: string }>(call, token, 'POST', '/v0/statics/upload/intern', form);
  const { id } = await must<Import>(call, token, 'POST', '/v0/imports', {
    mask: file.mask,
    fileId: upload.id,
    merchantId: file.merchantId,
  });
  if (mode === 'check') await must(call, token, 'POST', `/v0/imports/${id}/check`, {});
  else await must(call, token, 'POST', `/v0/imports/${id}/run`, { mode, createMissing: true });
  return until(
    `import of ${file.name}`,
    () => must<Import>(call, token, 'GET', `/v0/imports/${id}`),
    ({ state }) => state !== 'checking' && state !== 'running',
  );
}

const DELIVERIES = 4;
/** A carton of this many pieces is counted with one scan. */
const CARTON = 240;
const portions = (qty: number, size: number): number[] =>
  Array.from({ length: Math.ceil(qty / size) }, (_, i) => Math.min(size, qty - i * size));

/** Announces what the orders need as some deliveries, counts it at the docks and puts it on the shelves. Answers the pieces taken in. */
export async function takeIn(day: Day, needed: ReadonlyMap<string, number>): Promise<number> {
  const { call, office } = day;
  const skus = [...needed.keys()];
  const size = Math.ceil(skus.length / DELIVERIES);
  const deliveries = await Promise.all(
    portions(skus.length, size).map(async (n, i) => {
      const lines = skus.slice(i * size, i * size + n).map((sku) => ({ sku, qty: needed.get(sku) ?? 0 }));
      return must<{ id: string; no: string }>(call, office.token, 'POST', '/v0/tasks', {
        kind: 'inbound',
        merchantId: day.merchantId,
        lines,
      });
    }),
  );
  let pieces = 0;
  await share(day.docks, deliveries, async (dock, { id, no }) => {
    const lines = await listAll<Line>(call, office.token, `/v0/taskLines?taskId=${id}`);
    const counted = lines.flatMap((line) =>
      portions(line.ordered, CARTON).map(
        (qty): Scan => ({ act: acts.receive(id, line.id, line.itemId, qty, dock.placeId), code: line.sku }),
      ),
    );
    await dock.scan('receivingScan', [
      { act: { do: 'arrive', taskId: id }, code: no },
      ...counted,
      { act: { do: 'closeReceipt', taskId: id, reason: '' }, code: no },
    ]);
    await dock.scan('putAway', shelved(day, id, lines, dock.placeId));
    pieces += lines.reduce((sum, line) => sum + line.ordered, 0);
    const delivery = await must<Row>(call, office.token, 'GET', `/v0/tasks/${id}`);
    if (delivery['status'] !== 'inbounded') throw new Error(`delivery ${no} is ${String(delivery['status'])}, not inbounded`);
  });
  return pieces;
}

/** Each item on two places, spread over the hall. */
function shelved(day: Day, taskId: string, lines: readonly Line[], fromId: string): Scan[] {
  return lines.flatMap((line, n) => {
    const half = Math.ceil(line.ordered / 2);
    return [half, line.ordered - half].flatMap((qty, side): Scan[] => {
      const shelf = day.shelves[(n * 7 + side * 31 + line.sku.length) % day.shelves.length];
      return qty > 0 && shelf ? [{ act: acts.putAway(taskId, line.itemId, qty, fromId, shelf.id), code: shelf['code'] as string }] : [];
    });
  });
}
