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
export type ProfileSpec = { family: ProfileRules; kinds: readonly Kind[]; options: Options };

const RECEIVES = ['task', 'place', 'serial', 'item'] as const;
const PACKS = ['task', 'parcel', 'place', 'serial', 'item'] as const;

/** The specification of every station profile. */
export const SPECS: Record<Profile, ProfileSpec> = {
  receiving: { family: receive, kinds: RECEIVES, options: {} },
  receivingScan: { family: receive, kinds: RECEIVES, options: { opensByItem: true } },
  received: { family: prepare, kinds: ['task', 'serial', 'item'], options: {} },
  putAway: { family: putAway, kinds: ['unit', 'task', 'place', 'serial', 'item'], options: {} },
  pickingScan: { family: pick, kinds: ['picklist', 'task', 'place', 'serial', 'item'], options: {} },
  packScanOrder: { family: pack, kinds: PACKS, options: { chooses: 'open' } },
  packScanBatch: { family: pack, kinds: ['picklist', ...PACKS], options: { chooses: 'batch' } },
  packScanSingle: { family: pack, kinds: ['place', 'serial', 'item'], options: { chooses: 'single', closes: true } },
  PackScanEF: { family: pack, kinds: PACKS, options: { chooses: 'open', serialRequired: true } },
  PackScanPre: { family: pack, kinds: PACKS, options: { chooses: 'prePacked', closes: true } },
  packScanRef: { family: pack, kinds: ['reference', 'place', 'serial', 'item'], options: { chooses: 'open' } },
  shippingScan: { family: ship, kinds: ['list', 'parcel', 'bay'], options: {} },
  loggingScan: { family: log, kinds: [], options: {} },
  snScan: { family: serial, kinds: ['task', 'place', 'item'], options: {} },
  skuScan: { family: look, kinds: ['place', 'unit', 'serial', 'item'], options: {} },
  count: { family: count, kinds: ['count', 'place', 'serial', 'item'], options: {} },
  return: { family: returns, kinds: ['task', 'parcel', 'place', 'serial', 'item'], options: {} },
  move: { family: move, kinds: ['unit', 'place', 'serial', 'item'], options: {} },
};
