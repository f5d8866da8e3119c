CREATE TABLE "folder_files" (
	"folder" text NOT NULL,
	"checksum" text NOT NULL,
	"name" text NOT NULL,
	"taken_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"is_good" boolean NOT NULL,
	"report" text NOT NULL,
	CONSTRAINT "folder_files_folder_checksum_pk" PRIMARY KEY("folder","checksum")
);
--> statement-breakpoint
DROP INDEX "incoming_bills_checksum";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "reversed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "incoming_bills" ADD COLUMN "source" text DEFAULT 'upload' NOT NULL;--> statement-breakpoint
ALTER TABLE "incoming_bills" ADD COLUMN "sender" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "incoming_bills" ADD COLUMN "carrier_id" uuid;--> statement-breakpoint
ALTER TABLE "incoming_bills" ADD COLUMN "carrier_by" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
CREATE INDEX "incoming_bills_carrier" ON "incoming_bills" USING btree ("carrier_id","sort_at") WHERE carrier_id is not null;--> statement-breakpoint
ALTER TABLE "incoming_bills" ADD CONSTRAINT "incoming_bills_checksum" UNIQUE NULLS NOT DISTINCT("checksum","carrier_id");--> statement-breakpoint
ALTER TABLE "incoming_bills" ADD CONSTRAINT "incoming_bills_gate" CHECK (carrier_id is not null or carrier_by = 'none');--> statement-breakpoint
UPDATE "charges" o SET "reversed" = true WHERE EXISTS (SELECT FROM "charges" r WHERE r."reverses_id" = o."id");
