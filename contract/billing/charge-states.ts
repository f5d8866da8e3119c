/**
 * States of a charge. `noPrice`: no rule of an active tariff fits. `open`: priced, not billed. `onHold`: left out of runs by a person. `inRun`:
 * on a draft of a billing run. `billed`: on a posted invoice. `void`: taken back before it was billed, together with what took it back.
 */
export const CHARGE_STATES = ['noPrice', 'open', 'onHold', 'inRun', 'billed', 'void'] as const;

/**
 * What a charge stands for. `charge`: it takes another charge back, because its fact is undone. `dispute`: it takes a charge back, or is what
 * is left of it, because a dispute was decided. `manual`: a person entered it.
 */
export const CHARGE_SOURCES = [
  'container',
  'task',
  'taskLine',
  'move',
  'storage',
  'parcel',
  'label',
  'carrierBillLine',
  'scan',
  'countPlace',
  'offer',
  'workEntry',
  'terms',
  'charge',
  'dispute',
  'manual',
] as const;
export type ChargeSource = (typeof CHARGE_SOURCES)[number];

/** `draft`: collected, findings not read. `checked`: its figures are fixed. `approved`: may be posted. `posting`: the job posts one merchant after the other. */
export const RUN_STATES = ['draft', 'checked', 'approved', 'posting', 'posted', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const BILLING_CYCLES = ['month', 'halfMonth', 'week'] as const;

/** `part`: the house agreed to a part. `withdrawn`: by the merchant. server/modules/billing/dispute.ts is the only writer. */
export const DISPUTE_STATUSES = ['open', 'accepted', 'part', 'rejected', 'withdrawn'] as const;
/** Days from the day of the invoice in which a line may be disputed, where the terms of the merchant say nothing. */
export const DISPUTE_DAYS = 30;

/** How the lines of an invoice are kept apart: by service and price, or also by the storehouse that did the work. */
export const LINE_GROUPS = ['service', 'storehouse'] as const;

/**
 * Which stock storage is charged for. `dayEnd`: what lies there at the end of each day. `monthStart`, `monthEnd`: what lies there at the end of the
 * first or the last day of a month, for all days of the month. The average of a month times its days is the sum of its days, so it is `dayEnd`.
 * `dayPeak`: what lay there at any time of each day, in its largest quantity.
 */
export const STORAGE_BASES = ['dayEnd', 'monthStart', 'monthEnd', 'dayPeak'] as const;

/** Cubic metres of a merchant, a storehouse and a day are rounded up to a step: none (to the litre), half a cubic metre, a whole one. */
export const VOLUME_STEPS = ['litre', 'half', 'whole'] as const;
