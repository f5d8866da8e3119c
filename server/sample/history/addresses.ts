import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { Random } from './random.ts';

/** Invented people and places. Towns and postal codes exist; nobody lives there by these names. */

type Country = {
  first: readonly string[];
  last: readonly string[];
  streets: readonly string[];
  towns: readonly (readonly [zip: string, city: string])[];
};

const GERMAN = {
  first:
    'Anna Lena Hannah Sophie Marie Katharina Birgit Sabine Ursula Elif Aylin Jana Julia Petra Greta Lukas Jonas Felix Maximilian Paul Thomas Michael Stefan Jürgen Klaus Mehmet Emre Tobias Florian Matthias Henrik Ole'.split(
      ' ',
    ),
  last: 'Müller Schmidt Schneider Fischer Weber Becker Wagner Hoffmann Schulz Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hartmann Lange Werner Krause Lehmann Köhler Yılmaz Kaya Petersen Hansen Jansen Brandt Vogel Friedrich Keller Günther'.split(
    ' ',
  ),
  streets:
    'Hauptstraße Bahnhofstraße Gartenweg Lindenallee Schulstraße Bergstraße Kastanienweg Am Markt Goethestraße Schillerstraße Rosenweg Mühlenstraße Birkenweg Kirchgasse Ringstraße Uferstraße Feldstraße Eichenweg'.replace(
      'Am Markt',
      'Am_Markt',
    ),
};
const streetsOf = (words: string): string[] => words.split(' ').map((word) => word.replaceAll('_', ' '));

const GERMANY: Country = {
  first: GERMAN.first,
  last: GERMAN.last,
  streets: streetsOf(GERMAN.streets),
  towns: [
    ['20253', 'Hamburg'],
    ['22303', 'Hamburg'],
    ['22765', 'Hamburg'],
    ['10405', 'Berlin'],
    ['12047', 'Berlin'],
    ['13353', 'Berlin'],
    ['80469', 'München'],
    ['81541', 'München'],
    ['50733', 'Köln'],
    ['60316', 'Frankfurt am Main'],
    ['70197', 'Stuttgart'],
    ['40223', 'Düsseldorf'],
    ['04229', 'Leipzig'],
    ['01099', 'Dresden'],
    ['28203', 'Bremen'],
    ['30161', 'Hannover'],
    ['90429', 'Nürnberg'],
    ['24105', 'Kiel'],
    ['23552', 'Lübeck'],
    ['48143', 'Münster'],
    ['79098', 'Freiburg im Breisgau'],
    ['99084', 'Erfurt'],
    ['18055', 'Rostock'],
    ['26122', 'Oldenburg'],
    ['76133', 'Karlsruhe'],
    ['93047', 'Regensburg'],
  ],
};

const COUNTRIES: Record<string, Country> = {
  DE: GERMANY,
  AT: {
    first: GERMAN.first,
    last: 'Gruber Huber Wagner Pichler Steiner Moser Mayer Hofer Leitner Berger Fuchs Eder Fischer Winkler'.split(' '),
    streets: streetsOf('Hauptplatz Kirchengasse Mariahilfer_Straße Landstraße Wiener_Straße Feldgasse Bachgasse Schulgasse'),
    towns: [
      ['1070', 'Wien'],
      ['1030', 'Wien'],
      ['8010', 'Graz'],
      ['4020', 'Linz'],
      ['5020', 'Salzburg'],
      ['6020', 'Innsbruck'],
      ['6900', 'Bregenz'],
      ['9020', 'Klagenfurt'],
    ],
  },
  FR: {
    first: 'Camille Léa Manon Chloé Inès Louise Hugo Lucas Nathan Jules Antoine Julien Margaux Élodie'.split(' '),
    last: 'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Laurent Girard Mercier'.split(' '),
    streets: streetsOf('Rue_Victor_Hugo Rue_de_la_Gare Avenue_Jean_Jaurès Rue_Pasteur Rue_des_Lilas Boulevard_Voltaire'),
    towns: [
      ['75011', 'Paris'],
      ['69003', 'Lyon'],
      ['67000', 'Strasbourg'],
      ['33000', 'Bordeaux'],
      ['59000', 'Lille'],
      ['44000', 'Nantes'],
    ],
  },
  ES: {
    first: 'Lucía María Paula Carmen Laura Sara Daniel Pablo Álvaro Javier Diego Marta Elena'.split(' '),
    last: 'García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Ruiz Navarro'.split(' '),
    streets: streetsOf('Calle_Mayor Calle_del_Sol Avenida_de_la_Constitución Calle_Nueva Paseo_Marítimo'),
    towns: [
      ['28012', 'Madrid'],
      ['08010', 'Barcelona'],
      ['46002', 'Valencia'],
      ['41004', 'Sevilla'],
      ['48009', 'Bilbao'],
    ],
  },
  NL: {
    first: 'Emma Julia Sanne Lotte Daan Sem Bram Thijs Femke Anouk Jeroen Ruben'.split(' '),
    last: 'de_Jong Jansen de_Vries Bakker Visser Smit Meijer Mulder Bos Vos'.split(' ').map((name) => name.replace('_', ' ')),
    streets: streetsOf('Kerkstraat Dorpsstraat Molenweg Stationsweg Julianalaan Prinsengracht'),
    towns: [
      ['1016 DV', 'Amsterdam'],
      ['3012 KJ', 'Rotterdam'],
      ['3511 LX', 'Utrecht'],
      ['9712 EK', 'Groningen'],
      ['5611 AZ', 'Eindhoven'],
    ],
  },
};

const BUSINESSES = 'Café Bistro Teehaus Hofladen Feinkost Pension Hotel Reformhaus Buchhandlung Weinstube'.split(' ');

/** Somebody to deliver to. A business has its name first and a person second. */
export function someone(random: Random, country: string, isBusiness: boolean): Address {
  const { first, last, streets, towns } = COUNTRIES[country] ?? GERMANY;
  const [zip, city] = random.pick(towns);
  const person = `${random.pick(first)} ${random.pick(last)}`;
  const name1 = isBusiness ? `${random.pick(BUSINESSES)} ${random.pick(last)}` : person;
  const streetNumber = `${random.int(1, 140)}${random.chance(0.12) ? random.pick(['a', 'b', 'c']) : ''}`;
  return { ...EMPTY_ADDRESS, name1, name2: isBusiness ? person : '', streetName: random.pick(streets), streetNumber, zip, city, country };
}
