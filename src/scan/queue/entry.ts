import type { ScanEvent, ScanVerdict } from '#contract/scanning/commands';

/** How long a device may work without the server (reliability.md, decisions); what was confirmed is kept as long. Milliseconds. */
export const KEEP = 7 * 24 * 60 * 60_000;

/** queued: safe here, not yet booked. confirmed: the server booked it. refused: it waits for a person. void: a person has dealt with it. */
export type EntryState = 'queued' | 'confirmed' | 'refused' | 'void';

/** What a station hands over; the queue adds number, time and device. */
export type Draft = Pick<ScanEvent, 'profile' | 'source' | 'code' | 'act'> & {
  /** Made by the station where later scans have to name this one (undo). */
  id?: string;
  stationId: string;
  authorId: string;
  /** What the screen showed, for whoever clears it up later: codes and quantities, nothing personal. */
  context?: Record<string, string | number>;
};

/** A scan on this device. Holds codes, ids and times only; of the author the id and nothing else (reliability.md P6). */
export type Entry = {
  id: string;
  seq: number;
  state: EntryState;
  stationId: string;
  authorId: string;
  event: ScanEvent;
  context: Record<string, string | number>;
  verdict: ScanVerdict | null;
  /** How often it was sent without an answer. */
  tries: number;
  /** Milliseconds since 1970. */
  at: number;
  settledAt: number | null;
  /**
   * Set once the server could not read the scan: from then on a note travels in its place, under this id and the scan's number, so that the
   * numbers stay whole and nothing is booked. An id of its own keeps the note's answer from being taken for the scan's.
   */
  noteId: string | null;
  handled: { by: string; at: number; reason: string; retriedAs: string | null } | null;
};

/** What travels: the scan itself, or a note in its place. */
export function wireOf(entry: Entry): ScanEvent {
  if (entry.noteId === null && entry.state !== 'void') return { ...entry.event, seq: entry.seq };
  return noteOf(entry.event, entry.noteId ?? entry.id, entry.seq);
}

/** A scan that says nothing but that its number is used up. */
export const noteOf = (like: ScanEvent, id: string, seq: number): ScanEvent => ({
  id,
  seq,
  at: like.at,
  profile: like.profile,
  source: like.source,
  code: '',
  act: { do: 'log', note: '' },
});
