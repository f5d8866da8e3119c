import type { PaperKind, PrintJob } from '#contract/printing/jobs';
import { paperOf } from '#contract/printing/jobs';
import { request, requestList } from '../../providers/request.ts';
import { readJson, writeStored } from '../../providers/storage.ts';
import type { Agent, Printer } from './types.ts';

/** Printers by kind of paper, for each station of this computer. `''` is no station (specification, point 9: in local storage). */
const CHOICES = 'kontor-printers';
const STATION = 'kontor-station';

type Choices = Record<string, Partial<Record<PaperKind, string>>>;
const isChoices = (value: unknown): value is Choices => typeof value === 'object' && value !== null && !Array.isArray(value);
const isStation = (value: unknown): value is { id: string; code: string } =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'code' in value &&
  typeof value.code === 'string';

/** The station of this computer, as stored by the scan pages. */
export const stationHere = (): { id: string; code: string } | null => readJson(STATION, isStation);

export const chosenPrinter = (paper: PaperKind, station = stationHere()?.id ?? ''): string | null =>
  readJson(CHOICES, isChoices)?.[station]?.[paper] ?? null;

export function choosePrinter(paper: PaperKind, name: string | null, station = stationHere()?.id ?? ''): void {
  const all = readJson(CHOICES, isChoices) ?? {};
  const { [paper]: _former, ...rest } = all[station] ?? {};
  writeStored(CHOICES, JSON.stringify({ ...all, [station]: name === null ? rest : { ...rest, [paper]: name } }));
}

type HousePrinter = { id: string; queue: string; kind: 'pdf' | 'zpl'; dpi: number };
const DPI: Record<PaperKind, number> = { label: 203, small: 203, document: 600 };
const quiet = { background: true, handles: 'all' } as const;

/** Stored settings of a printer by its queue name, or the usual ones if it is unknown. */
async function known(name: string, paper: PaperKind): Promise<Printer> {
  const filters = [{ field: 'queue', op: 'eq' as const, value: name }];
  const query = { limit: 1, cursor: null, search: '', sort: null, back: false, filters };
  const found = await requestList<HousePrinter>('printers', query, quiet).then(
    ({ data }) => data[0],
    () => undefined,
  );
  return { name, format: found?.kind ?? 'pdf', dpi: found?.dpi ?? DPI[paper] };
}

const queueOf = async (printerId: string): Promise<string | null> =>
  request<HousePrinter>('GET', `/v0/printers/${printerId}`, quiet).then(
    ({ queue }) => queue,
    () => null,
  );

const stationPrinter = async (stationId: string): Promise<string | null> => {
  const station = await request<{ printerId: string | null }>('GET', `/v0/stations/${stationId}`, quiet).catch(() => null);
  return station?.printerId ? queueOf(station.printerId) : null;
};

/**
 * The agent's printer for a job: the job's own, else this computer's choice for the paper, else the station's.
 * `strict`: a job with a printer is only for that one.
 */
export async function printerFor(
  job: Pick<PrintJob, 'document' | 'printerId' | 'stationId'>,
  agent: Agent,
  strict = false,
): Promise<Printer | null> {
  const paper = paperOf(job.document);
  const has = (name: string | null): name is string => name !== null && agent.printers.includes(name);
  const wanted = job.printerId ? await queueOf(job.printerId) : null;
  if (has(wanted)) return known(wanted, paper);
  if (strict && wanted !== null) return null;
  const chosen = chosenPrinter(paper);
  if (has(chosen)) return known(chosen, paper);
  const station = stationHere();
  const fixed = station ? await stationPrinter(station.id) : null;
  return has(fixed) ? known(fixed, paper) : null;
}

export const printerNamed = known;
