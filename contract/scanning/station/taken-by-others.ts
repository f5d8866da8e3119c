import type { ScanCommand, ScanCommandOf, ScanVerdict } from '../commands.ts';
import type { WorkLine, WorkParcel } from '../work.ts';
import type { LocalWork } from './state.ts';

/** The remaining quantity, if the refusal contains it. */
const leftOf = ({ params }: ScanVerdict): number | null => {
  const left = params['left'] ?? params['expected'];
  return typeof left === 'number' ? left : null;
};

const onTasks = (
  base: LocalWork,
  change: (line: WorkLine) => WorkLine,
  ship: (parcel: WorkParcel) => WorkParcel = (own) => own,
): LocalWork => ({
  ...base,
  tasks: base.tasks.map((task) => ({ ...task, lines: task.lines.map(change), parcels: task.parcels.map(ship) })),
});

/** Reduces a picklist line by the pieces that the device wrongly assumed to be open. */
function walk(base: LocalWork, work: LocalWork, id: string, left: number): LocalWork {
  const known = work.picklists.flatMap(({ lines }) => lines).find((line) => line.id === id);
  const gone = known ? known.qty - known.picked - known.short - left : 0;
  if (gone <= 0) return base;
  const take = (lines: LocalWork['picklists'][number]['lines']) =>
    lines.map((line) => (line.id === id ? { ...line, picked: line.picked + gone } : line));
  return { ...base, picklists: base.picklists.map((list) => ({ ...list, lines: take(list.lines) })) };
}

function packed(base: LocalWork, work: LocalWork, act: ScanCommandOf<'pack'> | ScanCommandOf<'packSingle'>, left: number): LocalWork {
  const known = work.tasks.flatMap(({ lines }) => lines).find(({ id }) => id === act.lineId);
  const wanted = known ? known.ordered - known.cancelled : 0;
  // If nothing is left to pack, all wanted pieces were packed by others; otherwise only picked pieces count.
  const gone = known ? (left === 0 ? wanted : Math.min(known.picked, wanted)) - known.packed - left : 0;
  if (gone <= 0) return base;
  const more = act.do === 'packSingle' ? gone : 0;
  return onTasks(base, (line) => (line.id === act.lineId ? { ...line, packed: line.packed + gone, picked: line.picked + more } : line));
}

function received(base: LocalWork, work: LocalWork, id: string, left: number): LocalWork {
  const known = work.tasks.flatMap(({ lines }) => lines).find((line) => line.id === id);
  const gone = known ? known.ordered - known.cancelled - known.received - left : 0;
  return gone > 0 ? onTasks(base, (line) => (line.id === id ? { ...line, received: line.received + gone } : line)) : base;
}

const parcelIs = (base: LocalWork, id: string, state: WorkParcel['state']): LocalWork =>
  onTasks(
    base,
    (line) => line,
    (parcel) => (parcel.id === id ? { ...parcel, state } : parcel),
  );

/**
 * Applies what a refusal implies about other devices: they have taken the pieces, so these are no longer expected here. The server's next
 * work contains the same; until then no worker is sent to missing goods. `work` is the local work without the refused scan.
 */
export function takenByOthers(base: LocalWork, work: LocalWork, act: ScanCommand, answer: ScanVerdict): LocalWork {
  const { why } = answer;
  const left = leftOf(answer);
  if (act.do === 'pick' && (why === 'alreadyPicked' || why === 'tooMany'))
    return left === null ? base : walk(base, work, act.picklistLineId, left);
  if ((act.do === 'pack' || act.do === 'packSingle') && why === 'alreadyPacked' && act.serial === '') return packed(base, work, act, 0);
  if (act.do === 'pack' && why === 'tooMany' && left !== null && act.serial === '') return packed(base, work, act, left);
  if (act.do === 'receive' && why === 'overReceipt' && act.lineId !== null && left !== null) return received(base, work, act.lineId, left);
  if (act.do === 'load' && why === 'alreadyLoaded') return parcelIs(base, act.parcelId, 'loaded');
  if ((act.do === 'load' || act.do === 'handOver') && why === 'alreadyShipped') return parcelIs(base, act.parcelId, 'handedOver');
  return base;
}
