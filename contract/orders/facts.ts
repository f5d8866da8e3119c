import type { BlockerKind, ParcelState, TaskKind } from './statuses.ts';

/** Pieces of one line. The kind of the task determines which counters are used; the others stay 0. */
export type LineFacts = {
  id: string;
  /** Outbound: ordered. Inbound and retour: announced. */
  ordered: number;
  /** Pieces that are no longer expected (cancelled remainder, accepted difference). */
  cancelled: number;
  /** Outbound: reserved in stock for this line, not yet picked. */
  reserved: number;
  /** Outbound: reserved pieces on an open picklist. */
  listed: number;
  /** Outbound: listed pieces on a printed picklist, or on one whose picking has begun. */
  printed: number;
  /** Outbound: found missing or broken after work had begun, to be picked again. Decreases as replacements are picked. */
  short: number;
  /** Outbound, cumulative: picked ⊇ packed ⊇ shipped. */
  picked: number;
  packed: number;
  shipped: number;
  /** Outbound: returned pieces. */
  returned: number;
  /** Inbound and retour, cumulative: received ⊇ putAway; damaged is part of received. */
  received: number;
  damaged: number;
  putAway: number;
  /** Retour: pieces not put away but scrapped or sent back to the merchant. */
  disposed: number;
};

export type ParcelFacts = {
  id: string;
  state: ParcelState;
  weight: number | null;
  /** All three dimensions are known. */
  measured: boolean;
  labelled: boolean;
  swapped: boolean;
};

/** Where the labels of a task come from: bought on our carrier account, provided by others (merchant, forwarder), or not needed. */
export type LabelSource = 'own' | 'foreign' | 'none';

/**
 * The facts from which the status of a task is computed. Commands change facts; the status is never set directly.
 * Instants are ISO UTC; null means that it has not happened.
 */
export type TaskFacts = {
  kind: TaskKind;
  deleted: boolean;
  blockers: BlockerKind[];
  /** The task is settled: nothing more is expected. */
  closedAt: string | null;
  /** Outbound: allocation has run at least once since the task was created or re-opened. */
  allocatedAt: string | null;
  /** Outbound: the stock was unlinked on purpose (request unlink inventory). */
  unlinkedAt: string | null;
  /** Inbound, retour: goods are at the dock. Service: arrived. */
  arrivedAt: string | null;
  /** Inbound, retour: counting is finished. */
  receiptClosedAt: string | null;
  /** Inbound, retour: labels, serial numbers and quality have been checked, or there was nothing to check. */
  preparedAt: string | null;
  /** Retour: the parcel is on its way. Service: the collection or voyage is under way. */
  underWayAt: string | null;
  /** Service: one part (a quote line, a stop) is done. */
  partDoneAt: string | null;
  /** The merchant allows an order to be shipped in parts. */
  shipPartial: boolean;
  labelSource: LabelSource;
  /** The carrier requires the size of each parcel. */
  dimensionsRequired: boolean;
  labelSwap: boolean;
  /** A user with the privilege skipped the gates and gave a reason. */
  gatesForcedAt: string | null;
  lines: LineFacts[];
  parcels: ParcelFacts[];
};
