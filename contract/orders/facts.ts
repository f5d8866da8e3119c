import type { BlockerKind, ParcelState, TaskKind } from './statuses.ts';

/** Pieces of one line. Which counters move depends on the task's kind; the others stay 0. */
export type LineFacts = {
  id: string;
  /** Outbound: ordered. Inbound and retour: announced. */
  ordered: number;
  /** Pieces nobody waits for any more (cancelled remainder, accepted difference). */
  cancelled: number;
  /** Outbound: held for this line on shelves, not yet picked. */
  reserved: number;
  /** Outbound: of the reserved ones, those on an open picklist. */
  listed: number;
  /** Outbound: of the listed ones, those on a printed picklist (or one whose picking began). */
  printed: number;
  /** Outbound: found missing or broken after work had begun; picked again. Falls as replacements are picked. */
  short: number;
  /** Outbound, cumulative: picked ⊇ packed ⊇ shipped. */
  picked: number;
  packed: number;
  shipped: number;
  /** Outbound: pieces that came back. */
  returned: number;
  /** Inbound and retour, cumulative: received ⊇ putAway; damaged is part of received. */
  received: number;
  damaged: number;
  putAway: number;
  /** Retour: pieces that left the flow other than by put-away (scrapped, sent back to the merchant). */
  disposed: number;
};

export type ParcelFacts = {
  id: string;
  state: ParcelState;
  weight: number | null;
  /** All three sizes are known. */
  measured: boolean;
  labelled: boolean;
  swapped: boolean;
};

/** Where labels of a task come from: bought on our carrier account, brought by others (merchant, forwarder), or none needed. */
export type LabelSource = 'own' | 'foreign' | 'none';

/**
 * Everything a status is computed from. Commands change facts; nobody sets a status.
 * Instants are ISO UTC; null means it has not happened.
 */
export type TaskFacts = {
  kind: TaskKind;
  deleted: boolean;
  blockers: BlockerKind[];
  /** Settled: nothing more is expected. */
  closedAt: string | null;
  /** Outbound: allocation ran at least once since the task came in or was re-opened. */
  allocatedAt: string | null;
  /** Outbound: goods were taken off on purpose (request unlink inventory). */
  unlinkedAt: string | null;
  /** Inbound, retour: goods are at the dock. Service: arrived. */
  arrivedAt: string | null;
  /** Inbound, retour: counting is over. */
  receiptClosedAt: string | null;
  /** Inbound, retour: labels, serials and quality are done (or there was nothing to do). */
  preparedAt: string | null;
  /** Retour: the parcel is on its way. Service: collection or voyage under way. */
  underWayAt: string | null;
  /** Service: one part of it is done (a quote line, a stop). */
  partDoneAt: string | null;
  /** The merchant lets an order leave in parts. */
  shipPartial: boolean;
  labelSource: LabelSource;
  /** The carrier wants the size of each parcel. */
  dimensionsRequired: boolean;
  labelSwap: boolean;
  /** Somebody with the right to it passed the gates, with a reason. */
  gatesForcedAt: string | null;
  lines: LineFacts[];
  parcels: ParcelFacts[];
};
