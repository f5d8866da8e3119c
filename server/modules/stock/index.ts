// Public API of this module for other modules.
export { bookedSince } from './booked-since.ts';
export { endHold, rehold } from './holds.ts';
export { type Holds, inStock, type Move, OUTSIDE, postMove, reverseMove } from './ledger.ts';
export { Refusal, toRefusal } from './refusal.ts';
export { claimSerial, exchangeSerial, PackedPiece, packedSerials } from './serials.ts';
export { takePeaks } from './storage-peaks.ts';
export { FIRST_DAYS } from './storage-rows.ts';
export { storehouseAddress } from './storehouse-address.ts';
