const clocks = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a time zone at an instant (milliseconds since 1970), as `YYYY-MM-DD HH:MM:SS`. */
export function wallClock(at: number, zone: string): string {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock.format(at);
}

const offsetAt = (at: number, zone: string): number =>
  Date.parse(`${wallClock(at, zone).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;

/**
 * The instant, in milliseconds since 1970, at which the wall clock of a day (YYYY-MM-DD) shows this minute since midnight. The offset is
 * looked up twice, because it may change between the first guess and the instant.
 */
export function instantAt(day: string, minute: number, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  return wall - offsetAt(wall - offsetAt(wall, zone), zone);
}
