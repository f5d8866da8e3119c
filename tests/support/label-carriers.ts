import { referenceOf } from '../../server/modules/shipping/numbers.ts';
import { startDhl } from '../stand-ins/dhl.ts';
import { startKarrio } from '../stand-ins/karrio.ts';
import { startUps } from '../stand-ins/ups.ts';

/** The carriers whose labels are bought over a line, as the rig of killed nodes sees them, and the truth of what they booked. */

export type LabelFaults = { dropBefore: number; dropAfter: number; truncate: number; status429: number; status5xx: number };
export type LabelCarrier = {
  env: Record<string, string>;
  /** Columns of the carrier. */
  carrier: { api: string; account: string; services: string };
  /** How its credentials are stored; null: they are settings of the house. */
  signIn: { path: 'client' | 'login'; body: object } | null;
  faults: (some: Partial<LabelFaults>) => void;
  /** What is booked for a parcel. */
  bookingsOf: (parcel: { id: string; no: string }) => { voided: boolean }[];
  bookings: () => number;
  calls: () => number;
  mismatches: () => string[];
  close: () => Promise<unknown>;
};
export type LabelKind = {
  kind: string;
  start: () => Promise<LabelCarrier>;
  /** Whether a lost booking can be found at the carrier. Otherwise a person is asked. */
  finds: boolean;
  /** Faults behind the carrier's own line. */
  more?: object;
};

async function ups(): Promise<LabelCarrier> {
  const one = await startUps();
  return {
    env: { UPS_URL: one.url },
    carrier: { api: 'ups', account: one.account, services: '[]' },
    signIn: { path: 'client', body: one.client },
    faults: one.faults,
    bookingsOf: ({ no }) => one.bookings.filter(({ reference }) => reference.startsWith(referenceOf(no))),
    bookings: () => one.bookings.length,
    calls: () => one.calls.length,
    mismatches: () => one.mismatches,
    close: one.close,
  };
}

async function dhl(): Promise<LabelCarrier> {
  const one = await startDhl();
  return {
    env: { DHL_URL: one.url },
    carrier: { api: 'dhlParcelDe', account: '33333333330102', services: '[]' },
    signIn: { path: 'login', body: one.login },
    faults: one.faults,
    bookingsOf: ({ no }) => one.bookings.filter(({ refNo }) => refNo === referenceOf(no)).map(({ deleted }) => ({ voided: deleted })),
    bookings: () => one.bookings.length,
    calls: () => one.calls.length,
    mismatches: () => one.mismatches,
    close: one.close,
  };
}

async function karrio(): Promise<LabelCarrier> {
  const one = await startKarrio();
  return {
    env: { KARRIO_URL: one.url, KARRIO_TOKEN: one.state.token },
    carrier: { api: 'karrio', account: 'dhl_main', services: '[{"ours": "", "theirs": "dhl_parcel_de_paket"}]' },
    signIn: null,
    faults: one.faults,
    bookingsOf: ({ id }) => one.bookingsOf(id),
    bookings: () => one.bookings.length,
    calls: () => one.calls.length,
    mismatches: () => one.mismatches,
    close: one.close,
  };
}

export const LABEL_CARRIERS: readonly LabelKind[] = [
  { kind: 'ups', start: ups, finds: true },
  { kind: 'karrio', start: karrio, finds: false, more: { lostBehind: 0.05 } },
  { kind: 'dhl', start: dhl, finds: false },
];
