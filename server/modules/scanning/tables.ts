import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../core/db/columns.ts';

/** Scan queue of one device: its last number without a gap. The row is locked while a batch of the device is applied (P8). */
export const scanDevices = pgTable('scan_devices', {
  id: uuid().primaryKey(),
  lastSeq: integer().notNull().default(0),
  stationId: uuid(),
  userId: uuid(),
  seenAt: instant().notNull().default(sql`now()`),
});

/** Who works at a station: the user who last requested its work. */
export const stationUsers = pgTable('station_users', {
  stationId: uuid().primaryKey(),
  userId: uuid().notNull(),
  seenAt: instant().notNull().default(sql`now()`),
});

/** When a reader last read a tag, and when that last counted as an event. A tag that stays on the reader is one event. */
export const rfidReads = pgTable(
  'rfid_reads',
  {
    reader: text().notNull(),
    tag: text().notNull(),
    seenAt: instant().notNull(),
    eventAt: instant().notNull(),
    /** When the tag of a person was last held to this reader of the time clock, by the time of the read. */
    clockedAt: instant(),
    /** Why the last read at the time clock was refused (a key of the texts); empty if it was not. */
    refusal: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.reader, t.tag] })],
);
