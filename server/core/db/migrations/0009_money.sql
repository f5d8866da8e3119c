CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"allocated_on" date NOT NULL,
	"payment_id" uuid,
	"credit_id" uuid,
	"invoice_id" uuid,
	"bill_id" uuid,
	"amount" bigint NOT NULL,
	"from_base" bigint DEFAULT 0 NOT NULL,
	"to_base" bigint DEFAULT 0 NOT NULL,
	"reverses_id" uuid,
	CONSTRAINT "allocations_from" CHECK (num_nonnulls(payment_id, credit_id) = 1),
	CONSTRAINT "allocations_to" CHECK (num_nonnulls(invoice_id, bill_id) = 1),
	CONSTRAINT "allocations_some" CHECK (amount <> 0 and (amount < 0) = (reverses_id is not null))
);
--> statement-breakpoint
CREATE TABLE "invoice_circles" (
	"circle" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_circles_circle_year_pk" PRIMARY KEY("circle","year")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"standard" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"base" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bills" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"supplier_id" uuid,
	"carrier_id" uuid,
	"their_no" text NOT NULL,
	"bill_date" date NOT NULL,
	"due_date" date,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"their_total" bigint NOT NULL,
	"file" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'entered' NOT NULL,
	"overdue" boolean DEFAULT false NOT NULL,
	"net" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"settled" bigint DEFAULT 0 NOT NULL,
	"open" bigint GENERATED ALWAYS AS (case when approved_at is null then 0 else gross - settled end) STORED NOT NULL,
	"rate" bigint,
	"differences" integer DEFAULT 0 NOT NULL,
	"approved_at" timestamptz(3),
	"approved_by" uuid,
	"disputed_at" timestamptz(3),
	"dispute_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "bills_one_party" CHECK (num_nonnulls(supplier_id, carrier_id) = 1),
	CONSTRAINT "bills_within" CHECK (settled >= 0 and settled <= gross)
);
--> statement-breakpoint
CREATE TABLE "fx_rates" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"currency" text NOT NULL,
	"valid_on" date NOT NULL,
	"rate" bigint NOT NULL,
	"source" text DEFAULT 'ecb' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid,
	"customer_id" uuid,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"service_from" date,
	"service_to" date,
	"payment_days" integer,
	"reference" text DEFAULT '' NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"no" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'invoice' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"overdue" boolean DEFAULT false NOT NULL,
	"issue_date" date,
	"due_date" date,
	"net" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"settled" bigint DEFAULT 0 NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"open" bigint GENERATED ALWAYS AS (case when posted_at is null then 0 else gross - settled end) STORED NOT NULL,
	"rate" bigint,
	"party_name" text DEFAULT '' NOT NULL,
	"party_vat_id" text DEFAULT '' NOT NULL,
	"party_address" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reverses_id" uuid,
	"posted_at" timestamptz(3),
	"pdf_file" text,
	"pdf_hash" text DEFAULT '' NOT NULL,
	"reader_id" uuid,
	"paper" jsonb,
	CONSTRAINT "invoices_one_party" CHECK (num_nonnulls(merchant_id, customer_id) = 1),
	CONSTRAINT "invoices_within" CHECK (settled >= 0 and settled <= gross and credited >= 0 and credited <= settled),
	CONSTRAINT "invoices_posted" CHECK (posted_at is null or (no <> '' and issue_date is not null and due_date is not null and rate is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'transfer' NOT NULL,
	"account_id" uuid,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"direction" text DEFAULT 'in' NOT NULL,
	"merchant_id" uuid,
	"customer_id" uuid,
	"supplier_id" uuid,
	"carrier_id" uuid,
	"paid_on" date NOT NULL,
	"method_id" uuid,
	"account_id" uuid NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"amount" bigint NOT NULL,
	"account_amount" bigint,
	"reference" text DEFAULT '' NOT NULL,
	"rate" bigint,
	"settled" bigint DEFAULT 0 NOT NULL,
	"open" bigint GENERATED ALWAYS AS (case when reversed_at is null then amount - settled else 0 end) STORED NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reversed_at" timestamptz(3),
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "payments_one_party" CHECK (num_nonnulls(merchant_id, customer_id, supplier_id, carrier_id) = 1),
	CONSTRAINT "payments_some" CHECK (amount > 0),
	CONSTRAINT "payments_within" CHECK (settled >= 0 and settled <= amount)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"entry_id" uuid NOT NULL,
	"booked_on" date NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"debit" bigint DEFAULT 0 NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"base" bigint DEFAULT 0 NOT NULL,
	"source" text NOT NULL,
	"document_no" text DEFAULT '' NOT NULL,
	"party" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"invoice_id" uuid,
	"bill_id" uuid,
	"payment_id" uuid,
	"reverses_id" uuid,
	CONSTRAINT "transactions_one_side" CHECK (debit >= 0 and credit >= 0 and (debit = 0 or credit = 0))
);
--> statement-breakpoint
ALTER TABLE "tax" ADD COLUMN "category" text DEFAULT 'S' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_reverses" ON "allocations" USING btree ("reverses_id");--> statement-breakpoint
CREATE INDEX "allocations_payment" ON "allocations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "allocations_credit" ON "allocations" USING btree ("credit_id");--> statement-breakpoint
CREATE INDEX "allocations_invoice" ON "allocations" USING btree ("invoice_id","allocated_on");--> statement-breakpoint
CREATE INDEX "allocations_bill" ON "allocations" USING btree ("bill_id","allocated_on");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_standard" ON "accounts" USING btree ("kind","currency") WHERE standard and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "bills_no" ON "bills" USING btree ("no");--> statement-breakpoint
CREATE INDEX "bills_open" ON "bills" USING btree ("due_date") WHERE open > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_no" ON "invoices" USING btree ("no") WHERE no <> '';--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("due_date") WHERE open > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_no" ON "payments" USING btree ("no");--> statement-breakpoint
CREATE INDEX "transactions_entry" ON "transactions" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "transactions_booked" ON "transactions" USING btree ("booked_on","id");