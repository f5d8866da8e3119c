import type { PrintEvent } from '#contract/core/live';
import { isDocumentName } from '#contract/printing/documents';
import { mayStep, type NewJob, PrintedBefore, type PrintJob, paperOf } from '#contract/printing/jobs';
import { isCallError, isOutage } from '../../providers/call-error.ts';
import { showToast } from '../../providers/feedback.ts';
import { translate } from '../../providers/i18n.ts';
import { onLive } from '../../providers/live.ts';
import { newIntent } from '../../providers/new-id.ts';
import { currentUser } from '../../providers/user.ts';
import { usualLocales } from '../kept.ts';
import { makePrint } from '../make.ts';
import { findAgent, useAgent } from './agent.ts';
import { askAboutFaults, askWhatCameOut, type UnsureJob } from './ask.ts';
import { jobCalls, ownClient } from './calls.ts';
import { printerFor, stationHere } from './choices.ts';
import { askPrinter } from './questions.ts';
import { drop, type Entry, entriesOf, entryOf, keep } from './queue.ts';
import { runJob, type Ways } from './run.ts';
import { showOutcome, showPrinted } from './show-outcome.ts';
import type { Draw, OfferedJob, Outcome, Printer, PrintWish } from './types.ts';
import { openWaiting, showFiles } from './window.ts';

/** How long other stations may claim an offered print job before a print window opens. Milliseconds. */
const PATIENCE = 4000;
/** Milliseconds between attempts for files without an answer. */
const RETRY = 15_000;
/** Milliseconds during which such files are sent again. After that, only the user is asked. */
const STILL_TRIED = 15 * 60_000;

const draw: Draw = async (job, { format, dpi }) => {
  const { files, warnings } = await makePrint({
    document: job.document,
    ...(job.records ? { records: job.records } : { ids: job.ids }),
    locales: job.locales,
    format,
    dpi,
    copies: job.copies,
    title: job.title || job.no,
  });
  return { files, warnings };
};

/** The name of this place as shown to others: the station's code or the user's name. */
const placeHere = (): string => stationHere()?.code ?? currentUser()?.name ?? '';

/** Waits until another station has claimed the job, at most `PATIENCE`. */
function patience(job: PrintJob): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, PATIENCE);
    const stop = onLive('change', ({ area, id }) => {
      if (area !== 'printJobs' || id !== job.id) return;
      jobCalls.read(id).then(
        ({ held }) => (held === 'other' ? done() : undefined),
        () => undefined,
      );
    });
  });
}

/** Jobs that need a click or are being processed in this tab. They are not resumed automatically. */
const busy = new Set<string>();

/**
 * Makes sure that one tab of this browser processes a job. Without the Web Locks API, the agent's own record of printed files prevents a
 * second print.
 */
async function alone<T>(intent: string, run: () => Promise<T>): Promise<T | null> {
  if (!('locks' in navigator)) return run();
  return navigator.locks.request(`kontor-print-${intent}`, { ifAvailable: true }, (lock) => (lock ? run() : null));
}

function waysOf(entry: Entry, popup: Window | null, offered: boolean): Ways {
  return {
    calls: jobCalls,
    draw,
    place: placeHere(),
    findAgent,
    choosePrinter: async (job, agent) => {
      const kept = entryOf(job.id)?.printer;
      if (kept) return agent.printers.includes(kept.name) || job.state === 'sent' || job.state === 'unsure' ? kept : null;
      return (await printerFor(job, agent, offered)) ?? (offered ? null : askPrinter(job, agent));
    },
    remember: (printer) => keep({ ...(entryOf(entry.jobId ?? '') ?? entry), printer }),
    patience,
    accept: askAboutFaults,
    show: (job, drawn) => showFiles(popup, job, drawn),
    showLater: (job, drawn) => {
      showFiles(openWaiting(), job, drawn);
      drop(entry.intent);
    },
  };
}

const isOpen = ({ state }: PrintJob): boolean => mayStep(state, 'failed');

/**
 * Updates an entry after an outcome. `unsure` is kept for further attempts for `STILL_TRIED`. `blocked` is kept for a click. A job that
 * another station is printing is kept and watched. Otherwise the entry is deleted.
 */
function settle(entry: Entry, outcome: Outcome): void {
  if (outcome.kind === 'unsure' && Date.now() - entry.at < STILL_TRIED) return;
  if (outcome.kind === 'blocked') return void busy.add(entry.intent);
  const open = outcome.kind === 'elsewhere' && isOpen(outcome.job);
  if (open && entry.wish) keep({ ...entry, jobId: outcome.job.id, printer: null, watch: true });
  else drop(entry.intent);
}

async function carry(first: Entry, popup: Window | null): Promise<Outcome> {
  let entry = first;
  let job: PrintJob;
  try {
    job = entry.jobId || !entry.wish ? await jobCalls.read(entry.jobId ?? '') : await jobCalls.ask(entry.wish, entry.intent);
  } catch (error) {
    // Without an answer the entry is kept and resumed later. A refusal deletes it.
    if (!isCallError(error) || isOutage(error) || error.code === 'NoSession') throw error;
    drop(entry.intent);
    const before = PrintedBefore.safeParse(error.data);
    if (before.success) return { kind: 'before', before: before.data };
    throw error;
  }
  entry = { ...entry, jobId: job.id };
  keep(entry);
  const outcome = await runJob(waysOf(entry, popup, entry.wish === null), job, { elsewhere: entry.wish !== null && !entry.here });
  settle(entryOf(job.id) ?? entry, outcome);
  return outcome;
}

async function go(entry: Entry, popup: Window | null): Promise<Outcome | null> {
  if (busy.has(entry.intent)) return null;
  busy.add(entry.intent);
  let outcome: Outcome | null = null;
  try {
    outcome = await alone(entry.intent, () => carry(entry, popup));
    return outcome;
  } finally {
    if (outcome?.kind !== 'blocked') busy.delete(entry.intent);
    if (outcome?.kind !== 'opened') popup?.close();
  }
}

/**
 * Prints without a dialog if possible. Call it in the click itself, because it opens a window at once if no agent is known.
 * With `only`, the job is for that printer of this computer's agent and no other. Resolves with the outcome after the user was told.
 * @throws CallError, already shown, if the server refuses
 * @example onClick={() => void printNow({ document: 'transportLabel', ids: [parcel.id] })}
 */
export async function printNow(wish: PrintWish, only: Printer | null = null): Promise<Outcome | null> {
  const popup = only || useAgent.getState().state === 'connected' ? null : openWaiting();
  const entry = entryFor(jobOf(wish), null, only);
  keep(entry);
  const outcome = await go(entry, popup);
  if (outcome) showOutcome(outcome, wish);
  return outcome;
}

/**
 * Like `printNow`, for prints without a click: only on the given printer, and without a message if it was printed before or is being
 * printed elsewhere.
 * @throws CallError if the server refuses
 */
export async function printOnce(wish: PrintWish, only: Printer): Promise<Outcome | null> {
  const entry = entryFor(jobOf(wish), null, only);
  keep(entry);
  const outcome = await go(entry, null);
  // The packer has the label at hand, so only a short message covers the station.
  if (outcome?.kind === 'printed') showPrinted(outcome.where);
  else if (outcome && outcome.kind !== 'before' && outcome.kind !== 'elsewhere') showOutcome(outcome, wish);
  return outcome;
}

/** Adds this computer, and the languages usually printed on this paper here. */
const jobOf = (wish: PrintWish): NewJob => ({
  locales: usualLocales(paperOf(wish.document)),
  ...wish,
  client: ownClient,
  stationId: stationHere()?.id ?? null,
});

const entryFor = (wish: NewJob | null, jobId: string | null, printer: Printer | null = null): Entry => ({
  intent: newIntent(),
  user: currentUser()?.id ?? '',
  wish,
  jobId,
  printer,
  here: printer !== null,
  watch: false,
  at: Date.now(),
});

async function resume(): Promise<void> {
  for (const entry of entriesOf(currentUser()?.id ?? '')) {
    if (entry.watch) await look(entry).catch(() => undefined);
    else {
      const outcome = await go(entry, null).catch(() => null);
      if (outcome && outcome.kind !== 'unsure') showOutcome(outcome, entry.wish);
    }
  }
}

/** Checks the state of an own job that another station prints. */
async function look(entry: Entry): Promise<void> {
  const job = await jobCalls.read(entry.jobId ?? '');
  if (isOpen(job)) return;
  drop(entry.intent);
  showOutcome(
    job.state === 'printed' ? { kind: 'printed', where: job.agent, job } : { kind: 'failed', reason: job.error || job.state },
    entry.wish,
  );
}

/** Claims a job of another user that has no agent, if this computer has a printer for it. */
async function take(job: OfferedJob): Promise<void> {
  const { document } = job;
  if (!isDocumentName(document) || entryOf(job.id) || useAgent.getState().state !== 'connected') return;
  const agent = await findAgent();
  const printer = agent && (await printerFor({ ...job, document }, agent, true));
  if (!printer) return;
  await jobCalls.claim(job.id, `${placeHere()} · ${printer.name}`.slice(0, 200));
  const entry = entryFor(null, job.id);
  keep(entry);
  await go(entry, null);
}

/**
 * Handles the user's answer about an unsure job. If it did not come out, it is printed again, on the same printer if this computer knows
 * it.
 */
export async function answerUnsure(job: UnsureJob, cameOut: boolean): Promise<void> {
  const entry = entryOf(job.id);
  await alone(entry?.intent ?? job.id, async () => {
    await jobCalls.answer(job.id, cameOut);
    if (entry) drop(entry.intent);
  });
  if (cameOut) return showToast('success', translate('printers.hub.cameOut.marked', { no: job.no }));
  const { id, document, title, copies } = job;
  const wish = { document, reprintOf: id, title, copies, reason: translate('printers.hub.cameOut.reason') };
  await printNow(wish, entry?.here ? entry.printer : null);
}

/** Resumes unfinished jobs and listens for jobs of other stations. Returns a function that stops it. */
export function startHub(): () => void {
  const stopAsking = askWhatCameOut(answerUnsure);
  findAgent()
    .then(resume)
    .catch(() => undefined);
  const timer = setInterval(() => {
    if (entriesOf(currentUser()?.id ?? '').length > 0) resume().catch(() => undefined);
  }, RETRY);
  const stops = [
    onLive('print', (event: PrintEvent) => {
      if (event.type === 'job') take(event.job).catch(() => undefined);
    }),
    onLive('change', ({ area, id }) => {
      const entry = area === 'printJobs' && id !== null ? entryOf(id) : undefined;
      if (entry?.watch) look(entry).catch(() => undefined);
    }),
  ];
  return () => {
    clearInterval(timer);
    stopAsking();
    for (const stop of stops) stop();
  };
}
