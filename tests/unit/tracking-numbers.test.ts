import { expect, it } from 'vitest';
import { gs1Checks, isDpd, isS10, isUps, mod3736 } from '#contract/core/barcode/check-digits';
import { readConfig } from '../../server/core/config.ts';
import { trackingNumber } from '../../server/modules/shipping/numbers.ts';

const SERIALS = [1, 7, 42, 999, 100_001, 7_654_321];

it('a DHL number is the 20 digits of a licence plate with a right check digit', () => {
  for (const serial of SERIALS) {
    const no = trackingNumber('DHL', serial);
    expect(no).toMatch(/^00340434\d{12}$/);
    expect(gs1Checks(no)).toBe(true);
  }
});

it('a UPS number is 1Z and sixteen characters that check', () => {
  for (const serial of SERIALS) expect(isUps(trackingNumber('UPS', serial)), String(serial)).toBe(true);
});

it('a DPD number has 14 digits, which with their check character read as DPD', () => {
  for (const serial of SERIALS) {
    const no = trackingNumber('DPD', serial);
    expect(no).toMatch(/^\d{14}$/);
    expect(isDpd(no + mod3736(no))).toBe(true);
  }
});

it('a carrier without a form of its own gets postal numbers, and no two parcels share one', () => {
  for (const carrier of ['GLS', 'DHL', 'UPS', 'DPD'])
    expect(new Set(SERIALS.map((serial) => trackingNumber(carrier, serial))).size).toBe(SERIALS.length);
  for (const serial of SERIALS) expect(isS10(trackingNumber('GLS', serial)), String(serial)).toBe(true);
});

it('faults of the simulated carrier are off, or odds by name; anything else stops the start with a sentence', () => {
  const faults = (text: string) =>
    readConfig({ KONTOR_DATA: '/tmp', KONTOR_SECRET: 's'.repeat(32), KONTOR_CARRIER_FAULTS: text }).KONTOR_CARRIER_FAULTS;
  expect(faults('')).toEqual({});
  expect(faults('{"lostAnswer":0.5}')).toEqual({ lostAnswer: 0.5 });
  for (const text of ['on', '{"lostAnswer":2}', '{"fire":1}'])
    expect(() => faults(text), text).toThrow(/KONTOR_CARRIER_FAULTS is not usable/);
});
