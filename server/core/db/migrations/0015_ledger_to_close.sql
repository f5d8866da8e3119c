CREATE TABLE "party_accounts" (
	"no" integer PRIMARY KEY NOT NULL,
	"side" text NOT NULL,
	"party_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_periods" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"month" date NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"closed_at" timestamptz(3),
	"closed_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "book_periods_first" CHECK (extract(day from month) = 1)
);
--> statement-breakpoint
CREATE TABLE "manual_entries" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"kind" text DEFAULT 'manual' NOT NULL,
	"booked_on" date NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"text" text NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'posted' NOT NULL,
	"entry_id" uuid,
	"reversed_at" timestamptz(3),
	"reversed_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "manual_entries_some" CHECK (total > 0)
);
--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "service_on" date;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "rounding" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "sums" jsonb;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "direction" text DEFAULT 'out' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "account_no" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "vat_account_no" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "owed_account_no" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "datev_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "box_base" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "box_tax" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "box_owed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "ec_list" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "manual_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "tax_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "tax_on" date;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "party_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "party_accounts_party" ON "party_accounts" USING btree ("party_id","side");--> statement-breakpoint
CREATE UNIQUE INDEX "book_periods_month" ON "book_periods" USING btree ("month");--> statement-breakpoint
CREATE UNIQUE INDEX "manual_entries_no" ON "manual_entries" USING btree ("no");--> statement-breakpoint
CREATE INDEX "manual_entries_booked" ON "manual_entries" USING btree ("booked_on","sort_at");--> statement-breakpoint
CREATE INDEX "transactions_manual" ON "transactions" USING btree ("manual_id") WHERE manual_id is not null;--> statement-breakpoint
CREATE INDEX "transactions_tax" ON "transactions" USING btree ("tax_code","tax_on") WHERE tax_code <> '';--> statement-breakpoint
-- The ledger of before: codes, tax points and numbers of parties where the documents tell them. A document of several rates keeps its one
-- line of revenue without a code. The ledger refuses changes otherwise.
ALTER TABLE "transactions" DISABLE TRIGGER USER;--> statement-breakpoint
CREATE TEMPORARY TABLE "taxed" ON COMMIT DROP AS
SELECT 'invoice' AS source, 'out' AS direction, i.id, coalesce(i.service_to, i.service_from, i.issue_date) AS tax_on, l ->> 'vatCategory' AS category, (l ->> 'vatRate')::int AS rate
  FROM "invoices" i CROSS JOIN jsonb_array_elements(i.lines) l WHERE i.posted_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
UNION ALL
SELECT 'bill', 'in', b.id, b.bill_date, l ->> 'vatCategory', (l ->> 'vatRate')::int
  FROM "bills" b CROSS JOIN jsonb_array_elements(b.lines) l WHERE b.approved_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
CREATE TEMPORARY TABLE "known_codes" (direction text, category text, rate int, owed int, code text, name text, key text, base text, tax text, owed_box text, ec text) ON COMMIT DROP;--> statement-breakpoint
INSERT INTO "known_codes" VALUES
  ('out', 'S', 1900, 1900, 'DE19', 'Germany, standard', '', '81', '', '', null), ('out', 'S', 700, 700, 'DE7', 'Germany, reduced', '', '86', '', '', null),
  ('out', 'Z', 0, 0, 'DE0', 'Germany, zero', '', '', '', '', null), ('out', 'E', 0, 0, 'EX-4', 'Exempt, section 4 UStG', '', '48', '', '', null),
  ('out', 'AE', 0, 0, 'EU0', 'Services to the EU, reverse charge', '', '21', '', '', 'services'), ('out', 'K', 0, 0, 'EU-G', 'Goods to the EU', '', '41', '', '', 'goods'),
  ('out', 'G', 0, 0, 'EXPORT', 'Export of goods', '', '43', '', '', null), ('out', 'O', 0, 0, 'ABROAD', 'Services taxable abroad', '', '45', '', '', null),
  ('in', 'S', 1900, 1900, 'VST19', 'Input VAT, standard', '9', '', '66', '', null), ('in', 'S', 700, 700, 'VST7', 'Input VAT, reduced', '8', '', '66', '', null),
  ('in', 'Z', 0, 0, 'VST0', 'Bought at zero', '', '', '', '', null), ('in', 'E', 0, 0, 'VST-EX', 'Bought exempt', '', '', '', '', null),
  ('in', 'AE', 0, 1900, 'RC19', 'Services bought, section 13b UStG', '94', '46', '67', '47', null), ('in', 'K', 0, 1900, 'EU-IN19', 'Goods bought in the EU', '19', '89', '61', '', null),
  ('in', 'G', 0, 0, 'IMPORT', 'Goods bought outside the EU', '', '', '', '', null), ('in', 'O', 0, 0, 'VST-ABROAD', 'Bought, not taxable here', '', '', '', '', null);--> statement-breakpoint
UPDATE "tax" t SET box_base = k.base, ec_list = k.ec FROM "known_codes" k
  WHERE k.direction = 'out' AND t.country = 'DE' AND t.category = k.category AND t.rate = k.rate;--> statement-breakpoint
INSERT INTO "tax" (code, name, country, category, rate, reverse_charge, direction, datev_key, box_base, box_tax, box_owed, ec_list)
SELECT k.code, k.name, 'DE', k.category, k.owed, k.owed > k.rate OR (k.direction = 'out' AND k.category = 'AE'), k.direction, k.key, k.base, k.tax, k.owed_box, k.ec FROM "known_codes" k
  WHERE EXISTS (SELECT FROM "taxed" t WHERE (t.direction, t.category, t.rate) = (k.direction, k.category, k.rate))
    AND NOT EXISTS (SELECT FROM "tax" t WHERE t.deleted_at IS NULL AND t.country = 'DE' AND (t.direction, t.category, t.rate) = (k.direction, k.category, k.owed))
    AND NOT EXISTS (SELECT FROM "tax" t WHERE t.code = k.code);--> statement-breakpoint
UPDATE "transactions" t SET tax_on = d.tax_on,
    tax_code = coalesce((SELECT min(c.code) FROM "tax" c JOIN "known_codes" k ON (k.direction, k.category, k.owed) = (c.direction, c.category, c.rate)
      WHERE c.deleted_at IS NULL AND c.country = 'DE' AND (k.direction, k.category, k.rate) = (d.direction, d.category, d.rate)), '')
  FROM (SELECT id, source, direction, min(tax_on) AS tax_on, min(category) AS category, min(rate) AS rate FROM "taxed" GROUP BY 1, 2, 3 HAVING count(*) = 1) d, "accounts" a
  WHERE a.id = t.account_id AND t.source IN ('invoice', 'creditNote', 'bill') AND a.kind IN ('revenue', 'vat', 'expense', 'inputVat')
    AND d.id = CASE d.source WHEN 'bill' THEN t.bill_id ELSE t.invoice_id END;--> statement-breakpoint
UPDATE "transactions" t SET tax_on = d.tax_on FROM (SELECT DISTINCT id, source, tax_on FROM "taxed") d
  WHERE t.tax_on IS NULL AND t.source IN ('invoice', 'creditNote', 'bill') AND d.id = CASE d.source WHEN 'bill' THEN t.bill_id ELSE t.invoice_id END;--> statement-breakpoint
CREATE TEMPORARY TABLE "booked_parties" ON COMMIT DROP AS
SELECT t.entry_id, min(t.booked_on) AS since, coalesce(min(i.merchant_id::text), min(i.customer_id::text), min(p.merchant_id::text), min(p.customer_id::text))::uuid AS debtor,
    coalesce(min(b.supplier_id::text), min(b.carrier_id::text), min(p.supplier_id::text), min(p.carrier_id::text))::uuid AS creditor
  FROM "transactions" t LEFT JOIN "invoices" i ON i.id = t.invoice_id LEFT JOIN "bills" b ON b.id = t.bill_id LEFT JOIN "payments" p ON p.id = t.payment_id GROUP BY 1;--> statement-breakpoint
INSERT INTO "party_accounts" (no, side, party_id)
SELECT 9999 + row_number() OVER (ORDER BY min(since), debtor), 'debtor', debtor FROM "booked_parties" WHERE debtor IS NOT NULL GROUP BY debtor
UNION ALL
SELECT 69999 + row_number() OVER (ORDER BY min(since), creditor), 'creditor', creditor FROM "booked_parties" WHERE creditor IS NOT NULL AND debtor IS NULL GROUP BY creditor;--> statement-breakpoint
UPDATE "transactions" t SET party_account = p.no::text FROM "booked_parties" b JOIN "party_accounts" p ON p.party_id = coalesce(b.debtor, b.creditor) WHERE b.entry_id = t.entry_id;--> statement-breakpoint
ALTER TABLE "transactions" ENABLE TRIGGER USER;
