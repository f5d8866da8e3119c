import { create } from 'zustand';
import type { PrintedBefore, PrintJob } from '#contract/printing/jobs';
import { paperOf } from '#contract/printing/jobs';
import { printerNamed } from './choices.ts';
import type { Agent, Printer, PrintWish } from './types.ts';

type PrinterQuestion = { job: PrintJob; names: readonly string[]; answer: (name: string | null) => void };
type Questions = { printer: PrinterQuestion | null; again: { wish: PrintWish; before: PrintedBefore } | null; shown: ShownJob | null };
/** A job with the fields of its preview's title. */
export type ShownJob = Pick<PrintJob, 'id' | 'no' | 'title'>;

/** The hub's open questions, and the job that the user wants to see. `PrintHost` shows them. */
export const useQuestions = create<Questions>(() => ({ printer: null, again: null, shown: null }));

/** Asks for one of the agent's printers. The dialog stores the answer for this kind of paper. */
export function askPrinter(job: PrintJob, agent: Agent): Promise<Printer | null> {
  return new Promise((resolve) => {
    const answer = (name: string | null): void => {
      useQuestions.setState({ printer: null });
      if (name === null) resolve(null);
      else printerNamed(name, paperOf(job.document)).then(resolve, () => resolve(null));
    };
    useQuestions.getState().printer?.answer(null);
    useQuestions.setState({ printer: { job, names: agent.printers, answer } });
  });
}

export const askReason = (wish: PrintWish, before: PrintedBefore): void => useQuestions.setState({ again: { wish, before } });
export const closeReason = (): void => useQuestions.setState({ again: null });
export const showJob = (shown: ShownJob | null): void => useQuestions.setState({ shown });
