CREATE TABLE "bank_bookings" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"entry_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"payment_id" uuid,
	"ledger_entry_id" uuid,
	"undone_at" timestamptz(3),
	"undone_by" uuid,
	CONSTRAINT "bank_bookings_some" CHECK (amount <> 0),
	CONSTRAINT "bank_bookings_one" CHECK (num_nonnulls(payment_id, ledger_entry_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "bank_files" (
	"checksum" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_party_ibans" (
	"iban" text NOT NULL,
	"party_kind" text NOT NULL,
	"party_id" uuid NOT NULL,
	"learned_at" timestamptz(3) DEFAULT now() NOT NULL,
	"learned_by" uuid,
	CONSTRAINT "bank_party_ibans_iban_party_id_pk" PRIMARY KEY("iban","party_id")
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"run_id" uuid NOT NULL,
	"bill_id" uuid NOT NULL,
	"party_kind" text NOT NULL,
	"party_id" uuid NOT NULL,
	"name" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text DEFAULT '' NOT NULL,
	"address" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"end_to_end" text NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	"entry_id" uuid,
	CONSTRAINT "payment_orders_some" CHECK (amount > 0 and discount >= 0)
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"holder" text DEFAULT '' NOT NULL,
	"iban" text NOT NULL,
	"bic" text DEFAULT '' NOT NULL,
	"account_id" uuid NOT NULL,
	"profile_id" uuid,
	"active" boolean DEFAULT true NOT NULL,
	"last_on" date,
	"last_balance" bigint
);
--> statement-breakpoint
CREATE TABLE "bank_entries" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"bank_account_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"original_amount" bigint,
	"original_currency" text DEFAULT '' NOT NULL,
	"rate" text DEFAULT '' NOT NULL,
	"fee" bigint,
	"counterparty" text DEFAULT '' NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"bic" text DEFAULT '' NOT NULL,
	"end_to_end" text DEFAULT '' NOT NULL,
	"mandate" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"bank_ref" text DEFAULT '' NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"batch_index" integer DEFAULT 0 NOT NULL,
	"is_return" boolean DEFAULT false NOT NULL,
	"return_reason" text DEFAULT '' NOT NULL,
	"key" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"proposals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ignored_reason" text DEFAULT '' NOT NULL,
	"booked_at" timestamptz(3),
	"booked_by" uuid,
	CONSTRAINT "bank_entries_some" CHECK (amount <> 0),
	CONSTRAINT "bank_entries_ignored" CHECK ((state = 'ignored') = (ignored_reason <> ''))
);
--> statement-breakpoint
CREATE TABLE "bank_profiles" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"separator" text DEFAULT 'semicolon' NOT NULL,
	"decimal" text DEFAULT 'comma' NOT NULL,
	"day" text DEFAULT 'DD.MM.YYYY' NOT NULL,
	"skip" integer DEFAULT 0 NOT NULL,
	"booked_on" text NOT NULL,
	"value_on" text DEFAULT '' NOT NULL,
	"amount" text DEFAULT '' NOT NULL,
	"debit" text DEFAULT '' NOT NULL,
	"credit" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"counterparty" text DEFAULT '' NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"bic" text DEFAULT '' NOT NULL,
	"end_to_end" text DEFAULT '' NOT NULL,
	"mandate" text DEFAULT '' NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"bank_ref" text DEFAULT '' NOT NULL,
	"balance" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_rules" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"side" text DEFAULT 'both' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"bank_account_id" uuid,
	"account_id" uuid NOT NULL,
	"tax_id" uuid,
	"automatic" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"bank_account_id" uuid NOT NULL,
	"format" text NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"from_on" date NOT NULL,
	"to_on" date NOT NULL,
	"currency" text NOT NULL,
	"opening" bigint,
	"closing" bigint,
	"added" integer DEFAULT 0 NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"gap" bigint,
	"file_name" text DEFAULT '' NOT NULL,
	"checksum" text NOT NULL,
	"part" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_runs" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"execute_on" date NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"prepared_by" uuid,
	"approved_by" uuid,
	"approved_at" timestamptz(3),
	"sent_at" timestamptz(3),
	"checksum" text DEFAULT '' NOT NULL,
	CONSTRAINT "payment_runs_two" CHECK (approved_by is null or approved_by <> prepared_by),
	CONSTRAINT "payment_runs_approved" CHECK ((status in ('draft', 'cancelled')) or approved_by is not null)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "deducted" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "discount_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "discount_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "discount_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "discount_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "discount_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "discount_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_bookings_entry" ON "bank_bookings" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_bookings_payment" ON "bank_bookings" USING btree ("payment_id","kind") WHERE undone_at is null and payment_id is not null;--> statement-breakpoint
CREATE INDEX "bank_bookings_ledger" ON "bank_bookings" USING btree ("ledger_entry_id");--> statement-breakpoint
CREATE INDEX "payment_orders_run" ON "payment_orders" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_bill" ON "payment_orders" USING btree ("bill_id") WHERE live and entry_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_reference" ON "payment_orders" USING btree ("end_to_end");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_entries_key" ON "bank_entries" USING btree ("bank_account_id","key");--> statement-breakpoint
CREATE INDEX "bank_entries_day" ON "bank_entries" USING btree ("bank_account_id","booked_on","amount");--> statement-breakpoint
CREATE INDEX "bank_entries_statement" ON "bank_entries" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "bank_entries_undecided" ON "bank_entries" USING btree ("bank_account_id","booked_on") WHERE state in ('open', 'proposed');--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statements_file" ON "bank_statements" USING btree ("checksum","part");--> statement-breakpoint
CREATE INDEX "bank_statements_account" ON "bank_statements" USING btree ("bank_account_id","to_on");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_runs_no" ON "payment_runs" USING btree ("no");