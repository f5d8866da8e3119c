import { type SQL, sql } from 'drizzle-orm';
import { inWords } from '../../../core/db/sql-text.ts';
import { ACCOUNT_NAMES } from '../account-names.ts';

/** What a tax auditor gets (GoBD section 9, data medium Z3): tables with their columns, in the words of German bookkeeping. */

export type AuditPeriod = { from: string; to: string };
type Column = { name: string; kind: 'text' | 'date' | 'money' | 'number'; value: SQL };
export type AuditTable = {
  file: string;
  name: string;
  about: string;
  columns: readonly Column[];
  /** Rows without `select`; `id` orders them, and `idType` is its type. */
  rows: (period: AuditPeriod) => SQL;
  id: SQL;
  idType: 'uuid' | 'text' | 'bigint';
};

/** German decimals: 1234,56. All currencies of the house have two digits. */
const money = (name: string, amount: SQL): Column => ({
  name,
  kind: 'money',
  value: sql`replace(to_char((${amount})::numeric / 100, 'FM999999999999990.00'), '.', ',')`,
});
const text = (name: string, value: SQL): Column => ({ name, kind: 'text', value: sql`coalesce((${value})::text, '')` });
const day = (name: string, value: SQL): Column => ({
  name,
  kind: 'date',
  value: sql`coalesce(to_char((${value})::timestamptz, 'YYYY-MM-DD'), '')`,
});
const number = (name: string, value: SQL): Column => ({
  name,
  kind: 'number',
  value: sql`coalesce(replace((${value})::text, '.', ','), '')`,
});
const person = (id: SQL): SQL => sql`(select u.name from users u where u.id = ${id})`;

export const AUDIT_TABLES: readonly AuditTable[] = [
  {
    file: 'buchungen.csv',
    name: 'Buchungen',
    about: 'Journal: alle Zeilen aller Buchungssätze',
    id: sql`t.id`,
    idType: 'uuid',
    rows: ({ from, to }) => sql`from transactions t join accounts a on a.id = t.account_id where t.booked_on between ${from} and ${to}`,
    columns: [
      text('Zeile', sql`t.id`),
      text('Buchungssatz', sql`t.entry_id`),
      day('Buchungsdatum', sql`t.booked_on`),
      day('Leistungsdatum', sql`t.tax_on`),
      text('Konto', sql`a.no`),
      text('Personenkonto', sql`t.party_account`),
      text('Waehrung', sql`t.currency`),
      money('Soll', sql`t.debit`),
      money('Haben', sql`t.credit`),
      money('Betrag_EUR', sql`t.base`),
      text('Steuerschluessel', sql`t.tax_code`),
      text('Herkunft', sql`t.source`),
      text('Beleg', sql`t.document_no`),
      text('Partner', sql`t.party`),
      text('Text', sql`t.text`),
      text('Storniert_Buchungssatz', sql`t.reverses_id`),
      text('Erfasst_am', sql`to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`),
      text('Erfasst_von', person(sql`t.created_by`)),
    ],
  },
  {
    file: 'konten.csv',
    name: 'Konten',
    about: 'Sachkonten mit Saldo am Ende des Zeitraums',
    id: sql`a.id`,
    idType: 'uuid',
    rows: () => sql`from accounts a where true`,
    columns: [
      text('Konto', sql`a.no`),
      text('Bezeichnung', sql.raw(inWords(ACCOUNT_NAMES.de, 'a.name'))),
      text('Art', sql`a.kind`),
      text('Waehrung', sql`a.currency`),
    ],
  },
  {
    file: 'personenkonten.csv',
    name: 'Personenkonten',
    about: 'Debitoren und Kreditoren',
    id: sql`p.no::text`,
    idType: 'text',
    rows: () =>
      sql`from party_accounts p join (select id, name, vat_id, address from merchants union all select id, name, vat_id, address from customers
        union all select id, name, vat_id, address from suppliers union all select id, name, '', '{}' from carriers) n on n.id = p.party_id where true`,
    columns: [
      text('Personenkonto', sql`p.no`),
      text('Seite', sql`p.side`),
      text('Name', sql`n.name`),
      text('USt_IdNr', sql`n.vat_id`),
      text('Strasse', sql`concat_ws(' ', n.address ->> 'streetName', n.address ->> 'streetNumber')`),
      text('PLZ', sql`n.address ->> 'zip'`),
      text('Ort', sql`n.address ->> 'city'`),
      text('Land', sql`n.address ->> 'country'`),
    ],
  },
  {
    file: 'ausgangsrechnungen.csv',
    name: 'Ausgangsrechnungen',
    about: 'Rechnungen und Gutschriften',
    id: sql`i.id`,
    idType: 'uuid',
    rows: ({ from, to }) => sql`from invoices i where i.posted_at is not null and i.issue_date between ${from} and ${to}`,
    columns: [
      text('Nummer', sql`i.no`),
      text('Art', sql`i.kind`),
      day('Rechnungsdatum', sql`i.issue_date`),
      day('Leistung_von', sql`i.service_from`),
      day('Leistung_bis', sql`i.service_to`),
      text('Partner', sql`i.party_name`),
      text('USt_IdNr', sql`i.party_vat_id`),
      text('Waehrung', sql`i.currency`),
      number('Kurs', sql`i.rate::numeric / 1000000`),
      money('Netto', sql`i.net`),
      money('Steuer', sql`i.tax`),
      money('Brutto', sql`i.gross`),
      text('Korrigiert', sql`(select o.no from invoices o where o.id = i.reverses_id)`),
      text('SHA256_PDF', sql`i.pdf_hash`),
    ],
  },
  {
    file: 'rechnungspositionen.csv',
    name: 'Rechnungspositionen',
    about: 'Positionen der Rechnungen und Gutschriften',
    id: sql`i.id::text || lpad(l.n::text, 4, '0')`,
    idType: 'text',
    rows: ({ from, to }) =>
      sql`from invoices i cross join jsonb_array_elements(i.lines) with ordinality l(line, n) where i.posted_at is not null and i.issue_date between ${from} and ${to}`,
    columns: [
      text('Nummer', sql`i.no`),
      number('Position', sql`l.n`),
      text('Text', sql`l.line ->> 'text'`),
      number('Menge', sql`(l.line ->> 'qty')::numeric / 1000`),
      text('Einheit', sql`l.line ->> 'unit'`),
      number('Einzelpreis', sql`(l.line ->> 'unitPrice')::numeric / 10000`),
      number('Rabatt_Prozent', sql`(l.line ->> 'discount')::numeric / 100`),
      text('Steuerkategorie', sql`l.line ->> 'vatCategory'`),
      number('Steuersatz', sql`(l.line ->> 'vatRate')::numeric / 100`),
    ],
  },
  {
    file: 'leistungen.csv',
    name: 'Leistungen',
    about: 'Abgerechnete Leistungen hinter den Positionen der Ausgangsrechnungen, nach Rechnungsdatum',
    id: sql`c.id`,
    idType: 'uuid',
    rows: ({ from, to }) =>
      sql`from charges c join invoices i on i.id = c.invoice_id left join quotation_categories q on q.id = c.category_id left join tasks k on k.id = c.task_id
        where i.issue_date between ${from} and ${to} and c.state = 'billed'`,
    columns: [
      text('Leistung', sql`c.id`),
      text('Rechnung', sql`i.no`),
      text('Position', sql`c.line_id`),
      day('Leistungstag', sql`c.happened_on`),
      text('Art', sql`q.text->>'de'`),
      text('Einheit', sql`q.unit`),
      number('Menge', sql`trim_scale(c.qty::numeric / 1000)`),
      number('Einzelpreis', sql`trim_scale(c.unit_price::numeric / 10000)`),
      number('Betrag_genau', sql`trim_scale(c.exact::numeric / 10000000)`),
      text('Waehrung', sql`c.currency`),
      text('Auftrag', sql`k.no`),
      text('Nimmt_zurueck', sql`c.reverses_id`),
      text('Herkunft', sql`c.source_kind`),
      text('Vorgang', sql`c.source_id`),
      text('Grund', sql`c.reason`),
    ],
  },
  {
    file: 'eingangsrechnungen.csv',
    name: 'Eingangsrechnungen',
    about: 'Rechnungen und Gutschriften von Lieferanten und Frachtführern',
    id: sql`b.id`,
    idType: 'uuid',
    rows: ({ from, to }) => sql`from bills b where b.deleted_at is null and b.bill_date between ${from} and ${to}`,
    columns: [
      text('Nummer', sql`b.no`),
      text('Fremdnummer', sql`b.their_no`),
      text('Art', sql`b.kind`),
      day('Rechnungsdatum', sql`b.bill_date`),
      day('Leistungsdatum', sql`b.service_on`),
      text(
        'Partner',
        sql`coalesce((select s.name from suppliers s where s.id = b.supplier_id), (select c.name from carriers c where c.id = b.carrier_id))`,
      ),
      text('Waehrung', sql`b.currency`),
      money('Netto', sql`b.net`),
      money('Steuer', sql`b.tax`),
      money('Brutto', sql`b.gross`),
      money('Abgelehnt', sql`b.refused`),
      text('Status', sql`b.status`),
      text('Freigegeben_von', person(sql`b.approved_by`)),
      text('Grund', sql`b.approval_reason`),
    ],
  },
  {
    file: 'zahlungen.csv',
    name: 'Zahlungen',
    about: 'Zahlungen mit ihrem Konto',
    id: sql`p.id`,
    idType: 'uuid',
    rows: ({ from, to }) =>
      sql`from payments p join accounts a on a.id = p.account_id where p.deleted_at is null and p.paid_on between ${from} and ${to}`,
    columns: [
      text('Nummer', sql`p.no`),
      text('Richtung', sql`p.direction`),
      day('Zahlungsdatum', sql`p.paid_on`),
      text('Konto', sql`a.no`),
      text('Waehrung', sql`p.currency`),
      money('Betrag', sql`p.amount`),
      money('Zugeordnet', sql`p.settled`),
      text('Verwendungszweck', sql`p.reference`),
      day('Storniert_am', sql`p.reversed_at`),
      text('Grund', sql`p.reason`),
    ],
  },
  {
    file: 'zuordnungen.csv',
    name: 'Zuordnungen',
    about: 'Welche Zahlung oder Gutschrift welche Rechnung ausgleicht',
    id: sql`l.id`,
    idType: 'uuid',
    rows: ({ from, to }) => sql`from allocations l where l.allocated_on between ${from} and ${to}`,
    columns: [
      day('Datum', sql`l.allocated_on`),
      text('Zahlung', sql`(select no from payments where id = l.payment_id)`),
      text(
        'Gutschrift',
        sql`coalesce((select no from invoices where id = l.credit_id), (select no from bills where id = l.credit_bill_id))`,
      ),
      text('Rechnung', sql`(select no from invoices where id = l.invoice_id)`),
      text('Eingangsrechnung', sql`(select no from bills where id = l.bill_id)`),
      money('Betrag', sql`l.amount`),
    ],
  },
  {
    file: 'steuerschluessel.csv',
    name: 'Steuerschluessel',
    about: 'Steuerschlüssel mit Satz, Konten und Kennzahlen',
    id: sql`x.id`,
    idType: 'uuid',
    rows: () => sql`from tax x where true`,
    columns: [
      text('Steuerschluessel', sql`x.code`),
      text('Bezeichnung', sql`x.name`),
      text('Richtung', sql`x.direction`),
      text('Kategorie', sql`x.category`),
      number('Satz', sql`x.rate::numeric / 100`),
      text('Kennzahl_Basis', sql`x.box_base`),
      text('Kennzahl_Steuer', sql`x.box_tax`),
      day('Gueltig_ab', sql`x.valid_from`),
      day('Gueltig_bis', sql`x.valid_to`),
    ],
  },
  {
    file: 'nummernkreise.csv',
    name: 'Nummernkreise',
    about: 'Letzte vergebene Rechnungsnummer je Kreis und Jahr',
    id: sql`c.circle || c.year`,
    idType: 'text',
    rows: () => sql`from invoice_circles c where true`,
    columns: [text('Kreis', sql`c.circle`), number('Jahr', sql`c.year`), number('Letzte_Nummer', sql`c.last`)],
  },
  {
    file: 'perioden.csv',
    name: 'Perioden',
    about: 'Buchungsmonate mit Abschluss und Wiedereröffnung',
    id: sql`p.id`,
    idType: 'uuid',
    rows: ({ from, to }) => sql`from book_periods p where p.month between date_trunc('month', ${from}::date) and ${to}::date`,
    columns: [
      day('Monat', sql`p.month`),
      text('Status', sql`p.state`),
      day('Abgeschlossen_am', sql`p.closed_at`),
      text('Abgeschlossen_von', person(sql`p.closed_by`)),
      text('Grund', sql`p.reason`),
    ],
  },
  {
    file: 'protokoll.csv',
    name: 'Protokoll',
    about: 'Änderungen an Belegen, Konten, Steuerschlüsseln und Perioden',
    id: sql`l.id`,
    idType: 'bigint',
    rows: ({ from, to }) =>
      sql`from audit_log l where l.at >= ${from}::date and l.at < ${to}::date + 1 and l.area in ('invoices', 'bills', 'payments', 'manualEntries', 'accounts', 'tax', 'bookPeriods', 'fxRates')`,
    columns: [
      text('Zeitpunkt', sql`to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`),
      text('Bereich', sql`l.area`),
      text('Datensatz', sql`l.row_id`),
      text('Aktion', sql`l.action`),
      text('Person', person(sql`l.user_id`)),
    ],
  },
];
