import type { Movement } from '#contract/bank/match-parts';
import type { KnownParty, OpenDocument, PoolData } from '#contract/bank/match-pool';
import { addDays } from '#contract/core/house-day';
import { FIRST, FORMS, rf, SECOND, sequence } from './bank-words.ts';

/**
 * 2,000 movements with what each truly pays. The texts are as customers, suppliers and banks write them; among them are traps where amount or
 * name point to the wrong document.
 */
export type Labelled = { movement: Movement; truth: string; story: string };

export function labelledSet(seed: number, wanted = 2000): { data: PoolData; movements: Labelled[] } {
  const random = sequence(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const parties: KnownParty[] = [];
  const documents: OpenDocument[] = [];
  const movements: Labelled[] = [];
  let invoiceNo = 0;
  let billNo = 70_000;
  const day = '2026-11-20';

  const newParty = (kind: KnownParty['kind'], known: boolean): KnownParty => {
    const n = parties.length;
    const party = {
      kind,
      id: `party-${n}`,
      name: `${pick(FIRST)}${pick(SECOND)} ${String.fromCharCode(65 + (n % 26))}${Math.floor(n / 26)}x ${pick(FORMS)}`,
      ibans: known ? [`DE00100200300000${String(n).padStart(6, '0')}`] : [],
    };
    parties.push(party);
    return party;
  };
  const ibanOf = ({ id }: KnownParty): string => `DE00100200300000${id.slice(6).padStart(6, '0')}`;
  const newDocument = (party: KnownParty, over: Partial<OpenDocument> = {}): OpenDocument => {
    const isInvoice = party.kind === 'merchants' || party.kind === 'customers';
    invoiceNo += isInvoice ? 1 : 0;
    billNo += isInvoice ? 0 : 1 + Math.floor(random() * 9);
    const made: OpenDocument = {
      id: `document-${documents.length}`,
      kind: isInvoice ? 'invoice' : 'bill',
      side: isInvoice ? 'in' : 'out',
      no: isInvoice ? `E-2026-${String(invoiceNo).padStart(5, '0')}` : `B-${documents.length}`,
      theirNo: isInvoice ? '' : `RE${billNo}`,
      partyKind: party.kind,
      partyId: party.id,
      currency: 'EUR',
      open: 1000 + Math.floor(random() * 400_000),
      discountUntil: null,
      discount: 0,
      ...over,
    };
    documents.push(made);
    return made;
  };
  const add = (
    story: string,
    party: KnownParty,
    truth: readonly OpenDocument[] | string,
    amount: number,
    over: Partial<Movement> = {},
  ): void => {
    movements.push({
      story,
      truth:
        typeof truth === 'string'
          ? truth
          : truth
              .map(({ id }) => id)
              .sort()
              .join('+'),
      movement: {
        bookedOn: day,
        valueOn: day,
        amount,
        originalAmount: null,
        originalCurrency: '',
        counterparty: party.name,
        iban: ibanOf(party),
        endToEnd: '',
        reference: '',
        purpose: '',
        isReturn: false,
        currency: 'EUR',
        ...over,
      },
    });
  };
  const spelling = (no: string): string => {
    const [circle = '', year = '', n = ''] = no.split('-');
    return pick([
      `Rechnung ${no}`,
      `RE ${circle} ${year} ${Number(n)}`,
      `Rg.-Nr. ${circle}${year}${n} vom 3.11.`,
      `Invoice ${circle}-${year}/${n}`,
      `${no} KdNr 4711`,
      `Rechnung ${no.replaceAll('0', 'O')}`,
      `R e c h n u n g ${no}, danke`,
      `RECHNUNG ${circle}-${year}-${Number(n)}`,
    ]);
  };

  const stories: [number, () => void][] = [
    [
      34,
      () => {
        const p = newParty('merchants', true);
        const d = newDocument(p);
        add('number, known account', p, [d], d.open, { purpose: spelling(d.no) });
      },
    ],
    [
      10,
      () => {
        const p = newParty('customers', false);
        const d = newDocument(p);
        add('number, name fits', p, [d], d.open, { purpose: spelling(d.no) });
      },
    ],
    [
      6,
      () => {
        const p = newParty('customers', true);
        const d = newDocument(p);
        add('creditor reference', p, [d], d.open, { reference: rf(d.no) });
      },
    ],
    [
      8,
      () => {
        const p = newParty('merchants', true);
        const ds = [newDocument(p), newDocument(p), newDocument(p)];
        const n = (d: OpenDocument) => String(Number(d.no.slice(7)));
        const list = pick([ds.map(({ no }) => no).join(', '), `${ds[0]?.no}, ${n(ds[1] as OpenDocument)} und ${n(ds[2] as OpenDocument)}`]);
        newDocument(p);
        add(
          'several numbers',
          p,
          ds,
          ds.reduce((sum, { open }) => sum + open, 0),
          { purpose: `Rechnungen ${list}` },
        );
      },
    ],
    [
      9,
      () => {
        const p = newParty('merchants', true);
        const d = newDocument(p);
        newDocument(p, { open: d.open + 777 });
        add('only item of this amount', p, [d], d.open, { purpose: pick(['Danke', 'Lager November', 'siehe Avis']) });
      },
    ],
    [
      4,
      () => {
        const p = newParty('customers', true);
        const ds = [newDocument(p), newDocument(p)];
        newDocument(p, { open: 99_999_937 });
        add(
          'only sum',
          p,
          ds,
          ds.reduce((sum, { open }) => sum + open, 0),
          { purpose: 'Sammelzahlung' },
        );
      },
    ],
    [
      5,
      () => {
        const p = newParty('customers', true);
        const d = newDocument(p, { open: 100_000 + Math.floor(random() * 100_000), discountUntil: addDays(day, 2) });
        d.discount = Math.round(d.open * 0.02);
        add('cash discount in time', p, [d], d.open - d.discount, { purpose: `${d.no} abzgl. 2% Skonto` });
      },
    ],
    [
      7,
      () => {
        const p = newParty('suppliers', true);
        const d = newDocument(p);
        newDocument(p);
        add('bill by their number', p, [d], -d.open, { purpose: `Rechnung ${d.theirNo}` });
      },
    ],
    [
      2,
      () => {
        const p = newParty('customers', true);
        const d = newDocument(p, { currency: 'USD' });
        add('converted', p, [d], Math.round(d.open * 0.9), { purpose: d.no, originalAmount: d.open, originalCurrency: 'USD' });
      },
    ],
    // What no rule may book by itself.
    [
      2,
      () => {
        const p = newParty('merchants', true);
        const d = newDocument(p);
        newDocument(p, { open: d.open });
        add('two items of this amount', p, [d], d.open, { purpose: 'Zahlung' });
      },
    ],
    [
      2,
      () => {
        const p = newParty('customers', false);
        const d = newDocument(p);
        add('name and amount only', p, [d], d.open, { purpose: 'Rechnung' });
      },
    ],
    [
      2,
      () => {
        const p = newParty('merchants', true);
        const d = newDocument(p, { open: 50_000 + Math.floor(random() * 9999) });
        add('part payment', p, [d], 20_000, { purpose: `Abschlag ${d.no}` });
      },
    ],
    [
      1,
      () => {
        const p = newParty('customers', true);
        const d = newDocument(p);
        add('charges taken on the way', p, [d], d.open - 12, { purpose: d.no });
      },
    ],
    [
      1,
      () => {
        // Pays the invoice of a sister company whose name differs, from its own known account.
        const payer = newParty('customers', true);
        const other = newParty('customers', false);
        const d = newDocument(other);
        newDocument(payer, { open: d.open + 1 });
        add('pays for another party', payer, [d], d.open, { purpose: spelling(d.no) });
      },
    ],
    [
      1,
      () => {
        const p = newParty('merchants', true);
        const d = newDocument(p);
        add('pays too much', p, [d], d.open + 5000, { purpose: d.no });
      },
    ],
    [
      1,
      () => {
        // Pays an invoice that is settled already, by the amount of another one.
        const p = newParty('merchants', true);
        const d = newDocument(p);
        invoiceNo += 1;
        add('names a settled invoice', p, 'nothing', d.open, { purpose: `Rechnung E-2026-${String(invoiceNo).padStart(5, '0')}` });
      },
    ],
    [
      1,
      () => {
        const p = newParty('customers', true);
        add('nothing open', p, 'nothing', 12_345, { purpose: 'Vorkasse' });
      },
    ],
    [
      1,
      () => {
        const p = newParty('suppliers', false);
        const stranger = newParty('customers', false);
        const d = newDocument(stranger);
        add('amount of a stranger', p, 'nothing', d.open, { purpose: 'Gutschrift', counterparty: `Fremd ${d.id}` });
      },
    ],
  ];
  const total = stories.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, story] of stories) for (let i = 0; i < Math.round((weight * wanted) / total); i += 1) story();
  while (movements.length < wanted) stories[0]?.[1]();
  movements.sort(() => random() - 0.5);
  return {
    data: { documents, letters: [], parties, payments: [], orders: [], rules: [], habits: [], ownAccounts: [] },
    movements: movements.slice(0, wanted),
  };
}
