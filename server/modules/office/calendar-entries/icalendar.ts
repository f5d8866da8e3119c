import ICAL from 'ical.js';
import { addDays, HOUSE_ZONE } from '#contract/core/house-day';
import { instantAt } from '#contract/core/wall-clock';
import { ruleText } from '#contract/office/recurrence';
import type { CalendarItem } from './find-entries.ts';
import type { Series } from './find-series.ts';

/**
 * The house's time zone as RFC 5545, section 3.6.5, wants it: the rule of the European Union since 1996 (directive 2000/84/EC, articles 2
 * and 3). It must be changed together with HOUSE_ZONE.
 */
const ZONE = `BEGIN:VTIMEZONE
TZID:${HOUSE_ZONE}
BEGIN:DAYLIGHT
DTSTART:19960331T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
END:STANDARD
END:VTIMEZONE`.replaceAll('\n', '\r\n');

type Event = Pick<CalendarItem, 'id' | 'source' | 'startDay' | 'endDay' | 'startTime' | 'endTime'> & {
  title: string;
  /** Name of the kind in the reader's language. */
  label: string;
  text: string;
  series: Series | null;
};

/** A day, or a time in the house's zone. All-day events end on the day after (RFC 5545, section 3.6.1). */
function setTime(event: ICAL.Component, name: string, day: string, time: string): void {
  const isDay = time === '';
  const property = event.updatePropertyWithValue(
    name,
    isDay ? ICAL.Time.fromDateString(day) : ICAL.Time.fromDateTimeString(`${day}T${time}:00`),
  );
  if (!isDay) property.setParameter('tzid', HOUSE_ZONE);
}

/** The instant of a time of day (HH:MM) in the house as `20261125T083000Z`. */
function utcOf(day: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${new Date(instantAt(day, hours * 60 + minutes, HOUSE_ZONE)).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
}

/** The rule with its end. The end of a timed series is an instant in UTC (RFC 5545, section 3.3.10). */
function ruleOf(series: Series, startTime: string): ICAL.Recur | null {
  if (series.repeat === 'none') return null;
  const rule = ruleText({ ...series, repeat: series.repeat });
  const { repeatUntil } = series;
  if (repeatUntil === null) return ICAL.Recur.fromString(rule);
  const until = startTime === '' ? repeatUntil.replaceAll('-', '') : utcOf(repeatUntil, startTime);
  return ICAL.Recur.fromString(`${rule};UNTIL=${until}`);
}

function eventOf(
  { id, source, startDay, endDay, startTime, endTime, title, label, text, series }: Event,
  stamp: ICAL.Time,
): ICAL.Component {
  const event = new ICAL.Component('vevent');
  event.updatePropertyWithValue('uid', `${source}-${id}@kontor`);
  event.updatePropertyWithValue('dtstamp', stamp);
  setTime(event, 'dtstart', startDay, startTime);
  setTime(event, 'dtend', startTime === '' ? addDays(endDay, 1) : endDay, endTime);
  event.updatePropertyWithValue('summary', source === 'entry' ? title : `${label}: ${title}`);
  event.updatePropertyWithValue('categories', label);
  if (text !== '') event.updatePropertyWithValue('description', text);
  // A whole day in somebody's calendar does not make them busy (RFC 5545, section 3.8.2.7).
  event.updatePropertyWithValue('transp', startTime === '' ? 'TRANSPARENT' : 'OPAQUE');
  const rule = series && ruleOf(series, startTime);
  if (!rule) return event;
  event.updatePropertyWithValue('rrule', rule);
  for (const day of [...series.skippedDays, ...series.replacedDays].toSorted()) {
    const property = new ICAL.Property('exdate');
    if (startTime !== '') property.setParameter('tzid', HOUSE_ZONE);
    property.setValue(startTime === '' ? ICAL.Time.fromDateString(day) : ICAL.Time.fromDateTimeString(`${day}T${startTime}:00`));
    event.addProperty(property);
  }
  return event;
}

/**
 * A calendar as RFC 5545 writes it, with the interval of RFC 7986, section 5.7, at which programs read it again.
 * An entry in place of a day of a series is an event of its own, and the series leaves the day out: every program understands that.
 */
export function icalendar(name: string, events: readonly Event[], now: Date): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.updatePropertyWithValue('prodid', '-//Kontor//Calendar//EN');
  calendar.updatePropertyWithValue('version', '2.0');
  calendar.updatePropertyWithValue('x-wr-calname', name);
  calendar.updatePropertyWithValue('refresh-interval', ICAL.Duration.fromString('PT1H'));
  calendar.addSubcomponent(new ICAL.Component(ICAL.parse(ZONE)));
  const stamp = ICAL.Time.fromJSDate(now, true);
  for (const event of events) calendar.addSubcomponent(eventOf(event, stamp));
  return `${calendar.toString()}\r\n`;
}
