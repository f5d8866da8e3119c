import type { ReceivedAddress, ReceivedInvoice, ReceivedParty } from '#contract/money/received-invoice';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { codeWords } from './code-words.ts';
import { AllowanceTable, AttachmentTable, LineTable, VatTable } from './tables.tsx';

/** Label, business term of EN 16931, value. */
type Term = [label: string, term: string, value: string];

const joined = (parts: readonly string[], by = ', '): string => parts.filter(Boolean).join(by);
const address = (at: ReceivedAddress): string =>
  joined([at.line1, at.line2, at.line3, joined([at.zip, at.city], ' '), at.region, at.country]);

/** The whole invoice in words: every business term that the file has, with its number. */
export function Reading({ document: read }: { document: ReceivedInvoice }) {
  const t = useT();
  const { money, date } = useFormat();
  const { seller, buyer, payment, totals, delivery, representative } = read;
  const day = (value: string): string => (value === '' ? '' : date(value));
  const amount = (value: number | null, currency = read.currency): string => (value === null ? '' : money(value, currency));
  const party = (one: ReceivedParty, terms: readonly string[]): Term[] => {
    const values: [string, string][] = [
      ['name', one.name],
      ['tradingName', one.tradingName],
      ['id', one.id],
      ['registerNo', one.registerNo],
      ['vatId', one.vatId],
      ['taxNo', one.taxNo],
      ['legal', one.legal],
      ['endpoint', one.endpoint],
      ['address', address(one.address)],
      ['contact', joined([one.contact.name, one.contact.phone, one.contact.email])],
    ];
    return values.map(([label, value], i) => [label, terms[i] ?? '', value]);
  };
  const period = read.period ? joined([day(read.period.from), day(read.period.to)], ' – ') : '';
  const groups: Record<string, Term[]> = {
    head: [
      ['no', 'BT-1', read.no],
      ['issueDate', 'BT-2', day(read.issueDate)],
      ['typeCode', 'BT-3', codeWords(t, 'types', read.typeCode)],
      ['currency', 'BT-5', read.currency],
      ['taxCurrency', 'BT-6', read.taxCurrency],
      ['taxPoint', 'BT-7', day(read.taxPoint)],
      ['dueDate', 'BT-9', day(read.dueDate)],
      ['terms', 'BT-20', read.terms],
      ['notes', 'BT-22', read.notes.join('\n')],
      ['process', 'BT-23', read.process],
      ['profile', 'BT-24', read.profile],
    ],
    seller: [
      ...party(seller, ['BT-27', 'BT-28', 'BT-29', 'BT-30', 'BT-31', 'BT-32', 'BT-33', 'BT-34', 'BG-5', 'BG-6']),
      ['representative', 'BG-11', joined([representative.name, representative.vatId])],
    ],
    buyer: party(buyer, ['BT-44', 'BT-45', 'BT-46', 'BT-47', 'BT-48', '', '', 'BT-49', 'BG-8', 'BG-9']),
    references: [
      ['buyerReference', 'BT-10', read.buyerReference],
      ['project', 'BT-11', read.project],
      ['contract', 'BT-12', read.contract],
      ['order', 'BT-13', read.order],
      ['salesOrder', 'BT-14', read.salesOrder],
      ['receipt', 'BT-15', read.receipt],
      ['despatch', 'BT-16', read.despatch],
      ['tender', 'BT-17', read.tender],
      ['accounting', 'BT-19', read.accounting],
      ['preceding', 'BT-25', joined(read.preceding.map(({ no, issueDate }) => joined([no, day(issueDate)], ' · ')))],
    ],
    delivery: [
      ['deliveryDate', 'BT-72', day(delivery.date)],
      ['period', 'BG-14', period],
      ['deliverTo', 'BG-15', joined([delivery.name, address(delivery.address)])],
    ],
    payment: [
      ['means', 'BT-81', joined([codeWords(t, 'means', payment.means), payment.meansText], ' · ')],
      ['reference', 'BT-83', payment.reference],
      ['account', 'BG-17', payment.accounts.map((one) => joined([one.iban, one.bic, one.holder], ' · ')).join('\n')],
      ['payee', 'BT-59', read.payee],
      ['mandate', 'BT-89', payment.mandate],
      ['creditor', 'BT-90', payment.creditor],
      ['debited', 'BT-91', payment.debited],
    ],
    totals: [
      ['sumLines', 'BT-106', amount(totals.lines)],
      ['sumAllowances', 'BT-107', amount(totals.allowances)],
      ['sumCharges', 'BT-108', amount(totals.charges)],
      ['net', 'BT-109', amount(totals.net)],
      ['tax', 'BT-110', amount(totals.tax)],
      ['houseTax', 'BT-111', amount(totals.houseTax, read.taxCurrency || read.currency)],
      ['gross', 'BT-112', amount(totals.gross)],
      ['paid', 'BT-113', amount(totals.paid)],
      ['rounding', 'BT-114', amount(totals.rounding)],
      ['due', 'BT-115', amount(totals.due)],
    ],
  };
  return (
    <section className="m-section ib-reading" aria-label={t('incomingBills.page.document')}>
      <h2>{t('incomingBills.page.document')}</h2>
      <div className="ib-groups">
        {Object.entries(groups).map(([name, terms]) => {
          const given = terms.filter(([, , value]) => value !== '');
          return given.length === 0 ? null : (
            <table key={name} className="m-table ib-terms">
              <caption>{t(`incomingBills.groups.${name}`)}</caption>
              <tbody>
                {given.map(([label, term, value]) => (
                  <tr key={label}>
                    <th scope="row">
                      {t(`incomingBills.terms.${label}`)} <small className="m-quiet">{term}</small>
                    </th>
                    <td className={name === 'totals' ? 'm-figures m-end' : ''}>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        })}
      </div>
      <VatTable vat={read.vat} currency={read.currency} />
      <AllowanceTable allowances={read.allowances} currency={read.currency} />
      <LineTable lines={read.lines} currency={read.currency} />
      <AttachmentTable attachments={read.attachments} />
    </section>
  );
}
