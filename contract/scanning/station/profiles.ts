import type { Profile } from '../commands.ts';
import type { Options, ProfileRules } from './profile-rules.ts';
import { count } from './profiles/count.ts';
import { log } from './profiles/log.ts';
import { look } from './profiles/look.ts';
import { move } from './profiles/move.ts';
import { pack } from './profiles/pack.ts';
import { pick } from './profiles/pick.ts';
import { prepare } from './profiles/prepare.ts';
import { putAway } from './profiles/put-away.ts';
import { receive } from './profiles/receive.ts';
import { returns } from './profiles/return.ts';
import { serial } from './profiles/serial.ts';
import { ship } from './profiles/ship.ts';
import type { Kind } from './resolve.ts';

/** A station profile: what its codes may mean (the first match wins), the rules of its family, and the options. */
export type ProfileSpec = { family: ProfileRules; readableKinds: readonly Kind[]; options: Options };

const RECEIVES = ['task', 'place', 'serial', 'item'] as const;
const PACKS = ['task', 'parcel', 'place', 'serial', 'item'] as const;

/** The specification of every station profile. */
export const SPECS: Record<Profile, ProfileSpec> = {
  receiving: { family: receive, readableKinds: RECEIVES, options: {} },
  receivingScan: { family: receive, readableKinds: RECEIVES, options: { opensByItem: true } },
  received: { family: prepare, readableKinds: ['task', 'serial', 'item'], options: {} },
  putAway: { family: putAway, readableKinds: ['unit', 'task', 'place', 'serial', 'item'], options: {} },
  pickingScan: { family: pick, readableKinds: ['picklist', 'task', 'place', 'serial', 'item'], options: {} },
  packScanOrder: { family: pack, readableKinds: PACKS, options: { chooses: 'open' } },
  packScanBatch: { family: pack, readableKinds: ['picklist', ...PACKS], options: { chooses: 'batch' } },
  packScanSingle: { family: pack, readableKinds: ['place', 'serial', 'item'], options: { chooses: 'single', closes: true } },
  PackScanEF: { family: pack, readableKinds: PACKS, options: { chooses: 'open', serialRequired: true } },
  PackScanPre: { family: pack, readableKinds: PACKS, options: { chooses: 'prePacked', closes: true } },
  packScanRef: { family: pack, readableKinds: ['reference', 'place', 'serial', 'item'], options: { chooses: 'open' } },
  shippingScan: { family: ship, readableKinds: ['list', 'parcel', 'bay'], options: {} },
  loggingScan: { family: log, readableKinds: [], options: {} },
  snScan: { family: serial, readableKinds: ['task', 'place', 'item'], options: {} },
  skuScan: { family: look, readableKinds: ['place', 'unit', 'serial', 'item'], options: {} },
  count: { family: count, readableKinds: ['count', 'place', 'serial', 'item'], options: {} },
  return: { family: returns, readableKinds: ['task', 'parcel', 'place', 'serial', 'item'], options: {} },
  move: { family: move, readableKinds: ['unit', 'place', 'serial', 'item'], options: {} },
};
