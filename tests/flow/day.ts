import type { TaskStatus } from '#contract/orders/statuses';
import { type Call, listAll, must, type Person, type Row, signIn, type Tablet, tablet } from './crew.ts';

/** What the steps of a day share: who works where, and what was written down. */
export type Day = {
  call: Call;
  office: Person;
  lead: Person;
  merchantId: string;
  docks: Tablet[];
  carts: Tablet[];
  tables: Tablet[];
  gate: Tablet;
  returns: Tablet;
  shelves: Row[];
  steps: Step[];
  progress: (text: string) => void;
};
export type Step = { step: string; done: string; scans: number; seconds: number };
export type Task = Row & {
  no: string;
  refOrderId: string;
  status: TaskStatus;
  pieces: number;
  shipped: number;
  consignee: Record<string, string>;
  carrierId: string | null;
};

const SHELVES = 60;

/** Signs the crew in and puts it at its stations. @throws Error where the house has no stations (it is not the sample house) */
export async function beginDay(call: Call, passwd: string, merchantNo: string, progress: (text: string) => void): Promise<Day> {
  const office = await signIn(call, 'employee', passwd);
  const lead = await signIn(call, 'manager', passwd);
  const floor = await signIn(call, 'warehouse', passwd);
  const stations = await listAll(call, floor.token, '/v0/stations?active=true');
  const at = (profile: string): Tablet[] =>
    stations.filter((one) => (one['profiles'] as string[]).includes(profile)).map((one) => tablet(call, floor, one));
  const [gate] = at('shippingScan');
  const [returns] = at('return');
  const docks = at('receivingScan');
  if (!gate || !returns || docks.length === 0) throw new Error('This house has no stations: the flow plays in the sample house.');
  // Several people at one door: each with a device of her own.
  const doors = docks.flatMap((dock) => [dock, tablet(call, floor, stations.find((one) => one.id === dock.stationId) as Row)]);
  const [merchant] = await must<Row[]>(call, office.token, 'GET', `/v0/merchants?no=${merchantNo}`);
  if (!merchant) throw new Error(`There is no merchant ${merchantNo}.`);
  return {
    call,
    office,
    lead,
    merchantId: merchant.id,
    docks: doors,
    carts: at('pickingScan'),
    tables: at('packScanOrder'),
    gate,
    returns,
    shelves: await shelvesOf(call, lead),
    steps: [],
    progress,
  };
}

/** Sixty places at least; what lacks is made by the generator. */
async function shelvesOf(call: Call, { token }: Person): Promise<Row[]> {
  const read = () => listAll(call, token, '/v0/compartments?kind=shelf&blockedReason=&s=code');
  const found = await read();
  if (found.length >= SHELVES) return found;
  const [hall] = await must<Row[]>(call, token, 'GET', '/v0/warehouses?l=1');
  const range = (from: string, to: string) => ({ from, to });
  await must(call, token, 'POST', '/v0/compartments/generate', {
    warehouseId: hall?.id,
    zone: 'F',
    pattern: 'F{aisle}-{rack}-{level}-{slot}',
    aisle: range('1', '4'),
    rack: range('1', '5'),
    level: range('A', 'C'),
    slot: range('1', '1'),
  });
  return read();
}

const scansOf = ({ docks, carts, tables, gate, returns }: Day): number =>
  [...docks, ...carts, ...tables, gate, returns].reduce((sum, one) => sum + one.scanned, 0);

/** One line of the day's table. */
export async function step<T>(day: Day, name: string, run: () => Promise<{ done: string; value: T }>): Promise<T> {
  const [begun, before] = [performance.now(), scansOf(day)];
  const { done, value } = await run();
  const line = { step: name, done, scans: scansOf(day) - before, seconds: (performance.now() - begun) / 1000 };
  day.steps.push(line);
  day.progress(`${name}: ${done} (${line.seconds.toFixed(1)} s)`);
  return value;
}

/** The merchant's imported orders with these references. */
export async function ordersOf(day: Day, references: ReadonlySet<string>): Promise<Task[]> {
  const rows = await listAll<Task>(day.call, day.office.token, `/v0/tasks?kind=outbound&source=import&merchantId=${day.merchantId}`);
  return rows.filter((task) => references.has(task.refOrderId));
}

export const countBy = (tasks: readonly Task[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of tasks) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Every order stands where it should. @throws Error naming those that do not */
export function expectAll(tasks: readonly Task[], ...allowed: TaskStatus[]): void {
  const strays = tasks.filter(({ status }) => !allowed.includes(status));
  if (strays.length > 0)
    throw new Error(
      `${strays.length} orders are not ${allowed.join(' or ')}: ${strays
        .slice(0, 5)
        .map(({ no, refOrderId, status }) => `${no} ${refOrderId} ${status}`)
        .join(', ')}`,
    );
}
