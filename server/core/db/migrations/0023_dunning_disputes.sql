CREATE SEQUENCE "public"."charge_dispute_no" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."dunning_letter_no" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."dunning_run_no" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "dunning_items" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"run_id" uuid NOT NULL,
	"letter_id" uuid,
	"invoice_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"open" bigint NOT NULL,
	"disputed" bigint DEFAULT 0 NOT NULL,
	"interest" bigint DEFAULT 0 NOT NULL,
	"days_late" integer NOT NULL,
	"reason" text,
	"next_on" date,
	"live" boolean DEFAULT false NOT NULL,
	"sent_on" date,
	CONSTRAINT "dunning_items_left_out" CHECK (sent_on is null or (reason is null and letter_id is not null and level > 0))
);
--> statement-breakpoint
CREATE TABLE "charge_disputes" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text DEFAULT 'RK-' || nextval('charge_dispute_no') NOT NULL,
	"merchant_id" uuid NOT NULL,
	"charge_id" uuid,
	"invoice_id" uuid,
	"line_id" uuid,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"gross" bigint NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"opened_on" date NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"credit_id" uuid,
	"decided_at" timestamptz(3),
	"decided_by" uuid,
	CONSTRAINT "charge_disputes_of" CHECK (charge_id is not null or (invoice_id is not null and line_id is not null)),
	CONSTRAINT "charge_disputes_some" CHECK (amount > 0 and gross >= amount and accepted >= 0),
	CONSTRAINT "charge_disputes_decided" CHECK ((status in ('accepted', 'part', 'rejected')) = (decided_at is not null))
);
--> statement-breakpoint
CREATE TABLE "base_rates" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"valid_from" date NOT NULL,
	"rate" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dunning_holds" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"kind" text DEFAULT 'promise' NOT NULL,
	"merchant_id" uuid,
	"customer_id" uuid,
	"invoice_id" uuid,
	"until" date,
	"reason" text NOT NULL,
	CONSTRAINT "dunning_holds_one_party" CHECK (num_nonnulls(merchant_id, customer_id) = 1),
	CONSTRAINT "dunning_holds_promise" CHECK (kind = 'block' or until is not null)
);
--> statement-breakpoint
CREATE TABLE "dunning_letters" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text DEFAULT 'MB-' || nextval('dunning_letter_no') NOT NULL,
	"run_id" uuid NOT NULL,
	"merchant_id" uuid,
	"customer_id" uuid,
	"party_name" text NOT NULL,
	"level" integer NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"currency" text NOT NULL,
	"due" bigint DEFAULT 0 NOT NULL,
	"interest" bigint DEFAULT 0 NOT NULL,
	"flat_sum" bigint DEFAULT 0 NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"pay_until" date NOT NULL,
	"sent_at" timestamptz(3),
	"mail_id" uuid,
	"pdf_file" text,
	"invoice_id" uuid,
	"paper" jsonb NOT NULL,
	CONSTRAINT "dunning_letters_one_party" CHECK (num_nonnulls(merchant_id, customer_id) = 1),
	CONSTRAINT "dunning_letters_sent" CHECK ((status in ('mailed', 'printed')) = (sent_at is not null))
);
--> statement-breakpoint
CREATE TABLE "dunning_runs" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text DEFAULT 'MA-' || nextval('dunning_run_no') NOT NULL,
	"as_of" date NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"letters" integer DEFAULT 0 NOT NULL,
	"items" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamptz(3),
	"sent_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "dunning_schemes" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"minimum" bigint DEFAULT 0 NOT NULL,
	"merchant_ids" uuid[] DEFAULT '{}' NOT NULL,
	"customer_ids" uuid[] DEFAULT '{}' NOT NULL,
	"levels" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merchant_terms" ADD COLUMN "dispute_days" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_items_once" ON "dunning_items" USING btree ("run_id","invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_items_live" ON "dunning_items" USING btree ("invoice_id") WHERE live;--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_items_level" ON "dunning_items" USING btree ("invoice_id","level") WHERE sent_on is not null;--> statement-breakpoint
CREATE INDEX "dunning_items_letter" ON "dunning_items" USING btree ("letter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_disputes_charge" ON "charge_disputes" USING btree ("charge_id") WHERE status <> 'withdrawn' and charge_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_disputes_line" ON "charge_disputes" USING btree ("invoice_id","line_id") WHERE status <> 'withdrawn' and charge_id is null;--> statement-breakpoint
CREATE INDEX "charge_disputes_open" ON "charge_disputes" USING btree ("invoice_id") WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_letters_once" ON "dunning_letters" USING btree ("run_id",coalesce(merchant_id, customer_id),"currency");--> statement-breakpoint
CREATE INDEX "dunning_letters_pdf" ON "dunning_letters" USING btree ("pdf_file") WHERE pdf_file is not null;--> statement-breakpoint
CREATE INDEX "dunning_runs_sending" ON "dunning_runs" USING btree ("status") WHERE status = 'sending';