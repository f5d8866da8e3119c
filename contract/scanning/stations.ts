import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref } from '../core/fields.ts';
import { Profile } from './commands.ts';

/** What tags at a reader are: goods for the person at the station, or people who clock in and out. */
export const READER_USES = ['station', 'clock'] as const;

/** A place where codes are scanned: a dock door, a pack table, a cart. Goods scanned here are in its compartment. */
export const stations = defineArea({
  name: 'stations',
  fields: {
    code: Line(20, 1),
    name: Line(100, 1),
    compartmentId: Ref('compartments'),
    /** Allowed station profiles; empty means all. */
    profiles: z.array(Profile).max(30).default([]),
    printerId: Ref('printers').nullable().default(null),
    /** The name that its RFID reader sends (POST /v0/rfid); empty if it has none. */
    reader: Line(60).default(''),
    /** A reader belongs to the station or to the time clock, never to both. */
    readerUse: z.enum(READER_USES).default('station'),
    active: z.boolean().default(true),
  },
  search: ['code', 'name'],
  title: ['code', 'name'],
  named: true,
  shared: true,
});
