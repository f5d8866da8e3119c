import type { ScanEvent, ScanVerdict } from '#contract/scanning/commands';

/** Milliseconds a device may work without the server (reliability.md, decisions). Confirmed scans are kept as long. */
export const KEEP = 7 * 24 * 60 * 60_000;

/**
 * queued: stored here, not yet booked. confirmed: booked by the server. refused: needs a person's decision. void: a person has dealt with
 * it.
 */
export type EntryState = 'queued' | 'confirmed' | 'refused' | 'void';

/** What a station passes to the queue. The queue adds number, time and device. */
export type Draft = Pick<ScanEvent, 'profile' | 'source' | 'code' | 'act'> & {
  /** Set by the station if later scans must refer to this one (undo). */
  id?: string;
  stationId: string;
  authorId: string;
  /** What the screen showed, to help a person who resolves a refusal later. Codes and quantities only, no personal data. */
  context?: Record<string, string | number>;
};

/** A scan on this device. Holds codes, ids and times only; the author is stored as an id (reliability.md P6). */
export type Entry = {
  id: string;
  seq: number;
  state: EntryState;
  stationId: string;
  authorId: string;
  event: ScanEvent;
  context: Record<string, string | number>;
  verdict: ScanVerdict | null;
  /** Number of attempts without an answer. */
  tries: number;
  /** Milliseconds since 1970. */
  at: number;
  settledAt: number | null;
  /**
   * Set if the server could not read the scan. From then on a note is sent in its place, with this id and the scan's number, so that the
   * sequence has no gap and nothing is booked. The separate id keeps the note's answer apart from the scan's.
   */
  noteId: string | null;
  handled: { by: string; at: number; reason: string; retriedAs: string | null } | null;
};

/** The event to send: the scan itself, or the note in its place. */
export function wireOf(entry: Entry): ScanEvent {
  if (entry.noteId === null && entry.state !== 'void') return { ...entry.event, seq: entry.seq };
  return noteOf(entry.event, entry.noteId ?? entry.id, entry.seq);
}

/** An event that books nothing and only uses up a number. */
export const noteOf = (like: ScanEvent, id: string, seq: number): ScanEvent => ({
  id,
  seq,
  at: like.at,
  profile: like.profile,
  source: like.source,
  code: '',
  act: { do: 'log', note: '' },
});
