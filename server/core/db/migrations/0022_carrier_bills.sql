CREATE TABLE "carrier_bill_files" (
	"checksum" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_decisions" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"carrier_bill_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"lines" integer NOT NULL,
	"amount" bigint NOT NULL,
	"learned" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"undone_at" timestamptz(3),
	"undone_by" uuid
);
--> statement-breakpoint
CREATE TABLE "carrier_bill_lines" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"carrier_bill_id" uuid NOT NULL,
	"carrier_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"position" integer NOT NULL,
	"tracking_no" text NOT NULL,
	"tracking_key" text NOT NULL,
	"purchase_id" uuid,
	"parcel_id" uuid,
	"merchant_id" uuid,
	"billed_on" date,
	"service" text DEFAULT '' NOT NULL,
	"weight" integer,
	"label_weight" integer,
	"zone" text DEFAULT '' NOT NULL,
	"label_zone" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"heading" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"expected" bigint,
	"difference" bigint DEFAULT 0 NOT NULL,
	"result" text DEFAULT 'notOurs' NOT NULL,
	"cause" text,
	"earlier_id" uuid,
	"state" text DEFAULT 'none' NOT NULL,
	"dispute_id" uuid,
	"decision_id" uuid,
	"decided_at" timestamptz(3),
	"decided_by" uuid,
	CONSTRAINT "carrier_bill_lines_decided" CHECK ((state in ('accepted', 'disputed', 'charged')) = (decided_at is not null)),
	CONSTRAINT "carrier_bill_lines_charge" CHECK (state <> 'charged' or (purchase_id is not null and merchant_id is not null and difference > 0 and cause is not null))
);
--> statement-breakpoint
CREATE TABLE "carrier_bill_profiles" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"carrier_id" uuid,
	"encoding" text DEFAULT 'auto' NOT NULL,
	"separator" text DEFAULT 'semicolon' NOT NULL,
	"decimal" text DEFAULT 'comma' NOT NULL,
	"day" text DEFAULT 'DD.MM.YYYY' NOT NULL,
	"weight_unit" text DEFAULT 'kg' NOT NULL,
	"skip" integer DEFAULT 0 NOT NULL,
	"has_headings" boolean DEFAULT true NOT NULL,
	"tracking_no" text NOT NULL,
	"amount" text NOT NULL,
	"cost_text" text DEFAULT '' NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"weight" text DEFAULT '' NOT NULL,
	"zone" text DEFAULT '' NOT NULL,
	"billed_on" text DEFAULT '' NOT NULL,
	"total" text DEFAULT '' NOT NULL,
	"costs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cost_tolerance" bigint DEFAULT 0 NOT NULL,
	"weight_tolerance" integer DEFAULT 0 NOT NULL,
	"preset" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_bills" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"carrier_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"bill_no" text NOT NULL,
	"bill_id" uuid,
	"currency" text NOT NULL,
	"state" text DEFAULT 'compared' NOT NULL,
	"from_on" date,
	"to_on" date,
	"parcels" integer DEFAULT 0 NOT NULL,
	"costs" integer DEFAULT 0 NOT NULL,
	"matched" integer DEFAULT 0 NOT NULL,
	"differing" integer DEFAULT 0 NOT NULL,
	"undecided" integer DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"difference" bigint DEFAULT 0 NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"checksum" text NOT NULL,
	"taken_back_at" timestamptz(3),
	"taken_back_by" uuid,
	CONSTRAINT "carrier_bills_back" CHECK ((state = 'takenBack') = (taken_back_at is not null))
);
--> statement-breakpoint
CREATE TABLE "carrier_disputes" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"carrier_id" uuid NOT NULL,
	"carrier_bill_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"answered_at" timestamptz(3),
	"answered_by" uuid,
	CONSTRAINT "carrier_disputes_answered" CHECK ((state = 'open') = (answered_at is null)),
	CONSTRAINT "carrier_disputes_credited" CHECK (credited between 0 and amount and (credited > 0) = (state = 'credited'))
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "cause" text;--> statement-breakpoint
CREATE INDEX "carrier_decisions_bill" ON "carrier_decisions" USING btree ("carrier_bill_id");--> statement-breakpoint
CREATE INDEX "carrier_bill_lines_of" ON "carrier_bill_lines" USING btree ("carrier_bill_id","result");--> statement-breakpoint
CREATE INDEX "carrier_bill_lines_tracking" ON "carrier_bill_lines" USING btree ("carrier_id","tracking_key");--> statement-breakpoint
CREATE INDEX "carrier_bill_lines_charged" ON "carrier_bill_lines" USING btree ("decided_at") WHERE state = 'charged';--> statement-breakpoint
CREATE INDEX "carrier_bill_lines_decision" ON "carrier_bill_lines" USING btree ("decision_id") WHERE decision_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_bill_profiles_preset" ON "carrier_bill_profiles" USING btree ("preset") WHERE preset <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_bills_file" ON "carrier_bills" USING btree ("checksum") WHERE state = 'compared';--> statement-breakpoint
CREATE INDEX "carrier_bills_carrier" ON "carrier_bills" USING btree ("carrier_id","from_on");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_disputes_open" ON "carrier_disputes" USING btree ("carrier_bill_id") WHERE state = 'open' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "label_purchases_tracking" ON "label_purchases" USING btree ((ltrim(regexp_replace(upper(tracking_no), '[^A-Z0-9]', '', 'g'), '0')));