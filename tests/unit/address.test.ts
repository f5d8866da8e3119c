import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFaults, plainZip, splitStreet } from '#contract/core/address';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { LOCALES } from '#contract/core/limits';
import { addressReason, REASON_CODES, readReason } from '#contract/orders/reasons';
import { REASONS } from '#contract/scanning/station/feedback';
import { lookUp } from '../support/texts.ts';

const split = (line: string, country?: string): string[] => {
  const { streetName, streetNumber, addition } = splitStreet(line, country);
  return addition === '' ? [streetName, streetNumber] : [streetName, streetNumber, addition];
};

describe('a street in one line', () => {
  it.each([
    ['Kirchgasse 6', ['Kirchgasse', '6']],
    ['Luisenstr. 48', ['Luisenstr.', '48']],
    ['Hauptstr.5', ['Hauptstr.', '5']],
    ['Hauptstraße12b', ['Hauptstraße', '12b']],
    ['Musterweg 12 a', ['Musterweg', '12 a']],
    ['Am Markt 12-14', ['Am Markt', '12-14']],
    ['Am Markt 12 - 14', ['Am Markt', '12 - 14']],
    ['Innrain 52/3/12', ['Innrain', '52/3/12']],
    ['Straße des 17. Juni 135', ['Straße des 17. Juni', '135']],
    ['Q7, 24', ['Q7', '24']],
    ['Packstation 123', ['Packstation', '123']],
    ['Lange Straße 7, Hinterhaus', ['Lange Straße', '7', 'Hinterhaus']],
    ['Lange Straße 7 3. Stock', ['Lange Straße', '7', '3. Stock']],
  ])('German and Austrian: %s', (line, parts) => expect(split(line, 'DE')).toEqual(parts));

  it.each([
    ["59 rue de l'Abbaye", ["rue de l'Abbaye", '59']],
    ['2, rue du Commerce', ['rue du Commerce', '2']],
    ['12 bis rue Victor Hugo', ['rue Victor Hugo', '12 bis']],
    ['184, chaussée de Tournai', ['chaussée de Tournai', '184']],
    ['67, avenue du 8 Mai 1945', ['avenue du 8 Mai 1945', '67']],
  ])('French, the number first: %s', (line, parts) => expect(split(line, 'FR')).toEqual(parts));

  it.each([
    ['Rua do Paço, 67', 'BR', ['Rua do Paço', '67']],
    ['Estrada da saúde n. 58', 'BR', ['Estrada da saúde n.', '58']],
    ['Alameda dos Canàrios, 891', 'BR', ['Alameda dos Canàrios', '891']],
    ['Carrera 52 con Ave. Bolívar #65-98 Llano Largo', 'VE', ['Carrera 52 con Ave. Bolívar', '#65-98', 'Llano Largo']],
    ['Carrera 22 con Ave. Carlos Soublette #8-35', 'VE', ['Carrera 22 con Ave. Carlos Soublette', '#8-35']],
    ['5ª Ave. Los Palos Grandes', 'VE', ['5ª Ave. Los Palos Grandes', '']],
    ['Ave. 5 de Mayo Porlamar', 'VE', ['Ave. 5 de Mayo Porlamar', '']],
    ['Ing. Gustavo Moncada 8585 Piso 20-A', 'AR', ['Ing. Gustavo Moncada', '8585', 'Piso 20-A']],
    ['C/ Araquil, 67', 'ES', ['C/ Araquil', '67']],
    ['Mataderos  2312', 'MX', ['Mataderos', '2312']],
    ['Avda. de la Constitución 2222', 'MX', ['Avda. de la Constitución', '2222']],
  ])('Iberian and Latin American: %s', (line, country, parts) => expect(split(line, country)).toEqual(parts));

  it.each([
    ['2817 Milton Dr.', 'US', ['Milton Dr.', '2817']],
    ['87 Polk St. Suite 5', 'US', ['Polk St.', '87', 'Suite 5']],
    ['305 - 14th Ave. S. Suite 3B', 'US', ['14th Ave. S.', '305', 'Suite 3B']],
    ['350 Highway 7', 'US', ['Highway 7', '350']],
    ['P.O. Box 555', 'US', ['P.O. Box', '555']],
    ['City Center Plaza 516 Main St.', 'US', ['City Center Plaza 516 Main St.', '']],
    ['Fauntleroy Circus', 'GB', ['Fauntleroy Circus', '']],
    ['12 Orchestra Terrace', 'US', ['Orchestra Terrace', '12']],
    ['Boulevard Tirou, 255', 'BE', ['Boulevard Tirou', '255']],
    ['Erling Skakkes gate 78', 'NO', ['Erling Skakkes gate', '78']],
    ['ul. Filtrowa 68/12', 'PL', ['ul. Filtrowa', '68/12']],
  ])('others: %s', (line, country, parts) => expect(split(line, country)).toEqual(parts));

  it('never loses a letter or a figure', () => {
    const letters = (text: string): string =>
      Array.from(text.normalize())
        .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
        .sort()
        .join('');
    const word = fc.oneof(
      fc.string(),
      fc.nat(99_999).map(String),
      fc.constantFrom('Str.', 'rue', ',', '#', '#65-98', 'bis', '12a', '1-3', 'Piso 3', 'Suite 3B', 'Hinterhaus', '3. OG', 'n.', '5ª', '-'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), fc.constantFrom('', 'DE', 'FR', 'US', 'VE'), (words, country) => {
        const line = words.join(' ');
        const { streetName, streetNumber, addition } = splitStreet(line, country);
        expect(letters(streetName + streetNumber + addition)).toBe(letters(line));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('postal codes', () => {
  it('lose the letters of the country, where a right code remains', () => {
    expect(plainZip('S-958 22', 'SE')).toBe('958 22');
    expect(plainZip('D-20457', 'DE')).toBe('20457');
    expect(plainZip('WA1 1DP', 'GB')).toBe('WA1 1DP');
    expect(plainZip('X-12', 'DE')).toBe('X-12');
    expect(plainZip('1081', 'VE')).toBe('1081');
  });
});

describe('what a carrier would refuse', () => {
  const good = {
    ...EMPTY_ADDRESS,
    name1: 'Kim',
    streetName: 'Kirchgasse',
    streetNumber: '6',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
  };
  it.each([
    ['nothing', good, []],
    ['a missing house number', { ...good, streetNumber: '' }, ['streetNumber houseNumber']],
    ['a wrong postal code', { ...good, zip: '2045' }, ['zip zip']],
    ['no city', { ...good, city: '' }, ['city required']],
    ['a name longer than a label', { ...good, name1: 'x'.repeat(51) }, ['name1 tooLong']],
    ['a locker without a street number is fine', { ...good, streetName: 'Packstation 123', streetNumber: '' }, []],
    ['no postal code where the country has none', { ...good, country: 'IE', zip: '' }, []],
  ])('%s', (_what, address, faults) => expect(addressFaults(address).map(({ path, rule }) => `${path} ${rule}`)).toEqual(faults));
});

describe('a reason that is kept', () => {
  it('of the address check is names, read back as they were, each a sentence in every language', () => {
    const faults = addressFaults({ ...EMPTY_ADDRESS, name1: 'Kim Berg', streetName: 'Kirchgasse', zip: '1205', country: 'DE' });
    const kept = addressReason(faults);
    expect(kept).toBe('address:city.required,zip.zip,streetNumber.houseNumber');
    expect(readReason(kept)).toEqual({ is: 'address', faults });
    for (const locale of LOCALES)
      for (const { path, rule } of faults)
        for (const key of [`mask.address.${path}`, `rules.${rule}`]) expect(lookUp(locale, key), `${locale} ${key}`).toBeTruthy();
  });

  it('of a station that closes a receipt or takes in more is one of them', () => {
    expect(REASON_CODES).toEqual(expect.arrayContaining([...REASONS.over, ...REASONS.differs]));
  });

  it.each(REASON_CODES)('%s of the house is told in every language', (code) => {
    expect(readReason(code)).toEqual({ is: 'code', code });
    for (const locale of LOCALES) expect(lookUp(locale, `tasks.reasons.${code}`), locale).toBeTruthy();
  });

  it.each(['zip: wrong', 'address: please ask', 'The driver said so, twice', ''])('a person’s words stay as they are: %s', (text) => {
    expect(readReason(text)).toEqual({ is: 'words', text });
  });
});
