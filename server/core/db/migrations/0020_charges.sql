CREATE TABLE "billing_documents" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"run_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"of_invoice_id" uuid,
	"invoice_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_run_merchants" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"run_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"before" bigint DEFAULT 0 NOT NULL,
	"totals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"refusal" text DEFAULT '' NOT NULL,
	"annex_file" text,
	"annex_hash" text DEFAULT '' NOT NULL,
	"posted_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "label_purchases" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"parcel_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"role" text NOT NULL,
	"carrier_id" uuid,
	"service" text DEFAULT '' NOT NULL,
	"shipment_id" text NOT NULL,
	"tracking_no" text DEFAULT '' NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"zone" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"cost" bigint,
	"currency" text,
	"bought_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"voided_at" timestamptz(3),
	"refused_void" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_days" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"day" date NOT NULL,
	"storehouse_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"compartment_id" uuid NOT NULL,
	"unit_id" uuid,
	"item_id" uuid NOT NULL,
	"qty" integer NOT NULL,
	"volume" bigint,
	"weight" bigint,
	"first_in" date NOT NULL,
	CONSTRAINT "storage_days_key" UNIQUE NULLS NOT DISTINCT("day","merchant_id","compartment_id","unit_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "storage_runs" (
	"storehouse_id" uuid NOT NULL,
	"day" date NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "storage_runs_storehouse_id_day_pk" PRIMARY KEY("storehouse_id","day")
);
--> statement-breakpoint
CREATE TABLE "billing_runs" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text DEFAULT '' NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"merchant_ids" uuid[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"checked_at" timestamptz(3),
	"approved_at" timestamptz(3),
	"approved_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"posted_at" timestamptz(3),
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "billing_runs_days" CHECK ("billing_runs"."period_to" >= "billing_runs"."period_from")
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"source_kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"part" text DEFAULT '' NOT NULL,
	"happened_on" date NOT NULL,
	"storehouse_id" uuid,
	"task_id" uuid,
	"parcel_id" uuid,
	"qty" bigint NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cost" bigint,
	"cost_currency" text,
	"state" text DEFAULT 'noPrice' NOT NULL,
	"currency" text,
	"rule_id" uuid,
	"markup_id" uuid,
	"tariff_id" uuid,
	"unit_price" bigint,
	"parts" jsonb,
	"exact" bigint DEFAULT 0 NOT NULL,
	"top_up" bigint DEFAULT 0 NOT NULL,
	"priced_at" timestamptz(3),
	"reverses_id" uuid,
	"run_id" uuid,
	"invoice_id" uuid,
	"line_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "charges_some" CHECK (qty <> 0 and (qty < 0) = (reverses_id is not null)),
	CONSTRAINT "charges_priced" CHECK (state in ('noPrice', 'void', 'onHold') or (currency is not null and priced_at is not null)),
	CONSTRAINT "charges_billed" CHECK (state <> 'billed' or invoice_id is not null)
);
--> statement-breakpoint
CREATE TABLE "merchant_terms" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"cycle" text DEFAULT 'month' NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"minimum" bigint DEFAULT 0 NOT NULL,
	"free_days" integer DEFAULT 0 NOT NULL,
	"fee_ids" uuid[] DEFAULT '{}' NOT NULL,
	"payment_days" integer,
	"reference" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "merchant_terms_days" CHECK ("merchant_terms"."valid_to" is null or "merchant_terms"."valid_to" >= "merchant_terms"."valid_from")
);
--> statement-breakpoint
CREATE TABLE "work_entries" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"worked_on" date NOT NULL,
	"user_id" uuid NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"task_id" uuid,
	"ticket_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"photo" text,
	"approved_at" timestamptz(3),
	"approved_by" uuid,
	CONSTRAINT "work_entries_some" CHECK (minutes between 0 and 1440 and pieces >= 0 and minutes + pieces > 0)
);
--> statement-breakpoint
ALTER TABLE "sim_shipments" ADD COLUMN "price" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sim_shipments" ADD COLUMN "zone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "received_pallets" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "received_boxes" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "received_mixed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "packaging_id" uuid;--> statement-breakpoint
ALTER TABLE "price_rules" ADD COLUMN "conditions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "quotation_categories" ADD COLUMN "meter" text;--> statement-breakpoint
ALTER TABLE "quotation_categories" ADD COLUMN "metered_from" date;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_documents_invoice" ON "billing_documents" USING btree ("run_id","merchant_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "billing_documents_credit" ON "billing_documents" USING btree ("run_id","merchant_id","of_invoice_id") WHERE kind = 'creditNote';--> statement-breakpoint
CREATE INDEX "billing_documents_of" ON "billing_documents" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_run_merchants_once" ON "billing_run_merchants" USING btree ("run_id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "label_purchases_shipment" ON "label_purchases" USING btree ("parcel_id","shipment_id");--> statement-breakpoint
CREATE INDEX "label_purchases_bought" ON "label_purchases" USING btree ("bought_at");--> statement-breakpoint
CREATE INDEX "label_purchases_voided" ON "label_purchases" USING btree ("voided_at") WHERE voided_at is not null;--> statement-breakpoint
CREATE INDEX "storage_days_of" ON "storage_days" USING btree ("merchant_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_runs_no" ON "billing_runs" USING btree ("no") WHERE no <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "charges_once" ON "charges" USING btree ("category_id","source_kind","source_id","part");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_reverses" ON "charges" USING btree ("reverses_id");--> statement-breakpoint
CREATE INDEX "charges_source" ON "charges" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "charges_of" ON "charges" USING btree ("merchant_id","happened_on","category_id");--> statement-breakpoint
CREATE INDEX "charges_day" ON "charges" USING btree ("happened_on");--> statement-breakpoint
CREATE INDEX "charges_unpriced" ON "charges" USING btree ("happened_on") WHERE state = 'noPrice';--> statement-breakpoint
CREATE INDEX "charges_open" ON "charges" USING btree ("merchant_id","happened_on") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "charges_run" ON "charges" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "merchant_terms_of" ON "merchant_terms" USING btree ("merchant_id","valid_from");--> statement-breakpoint
CREATE INDEX "work_entries_on" ON "work_entries" USING btree ("worked_on");