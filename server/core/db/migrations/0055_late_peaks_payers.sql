CREATE TABLE "storage_peak_runs" (
	"storehouse_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "storage_peak_runs_storehouse_id_merchant_id_day_pk" PRIMARY KEY("storehouse_id","merchant_id","day")
);
--> statement-breakpoint
CREATE TABLE "storage_peaks" (
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
	CONSTRAINT "storage_peaks_key" UNIQUE NULLS NOT DISTINCT("day","merchant_id","compartment_id","unit_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "merchant_terms" ADD COLUMN "line_group" text DEFAULT 'service' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_terms" ADD COLUMN "bill_to_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "for_merchant_id" uuid;--> statement-breakpoint
CREATE INDEX "storage_peaks_of" ON "storage_peaks" USING btree ("merchant_id","day");