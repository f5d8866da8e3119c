CREATE TABLE "label_attempts" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"parcel_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"carrier_id" uuid NOT NULL,
	"handle" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"shipment_id" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"asked_at" timestamptz(3),
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "sim_shipments" ALTER COLUMN "label" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "sim_shipments" ALTER COLUMN "booked_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "sim_shipments" ALTER COLUMN "booked_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "label_purchases" ADD COLUMN "voided_locally" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sim_shipments" ADD COLUMN "shown_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "services" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "label_format" text DEFAULT 'zpl' NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "unclear_policy" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "settle" integer DEFAULT 300 NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "credentials" text;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "has_credentials" boolean GENERATED ALWAYS AS (credentials is not null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "paused_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "pause_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "held_until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "held_times" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "label_faults" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "label_attempts_open" ON "label_attempts" USING btree ("parcel_id","round") WHERE state in ('draft', 'asked');--> statement-breakpoint
CREATE INDEX "label_attempts_parcel" ON "label_attempts" USING btree ("parcel_id");--> statement-breakpoint
CREATE INDEX "label_attempts_unclear" ON "label_attempts" USING btree ("asked_at") WHERE state = 'unclear';--> statement-breakpoint
UPDATE "sim_shipments" SET shown_at = booked_at;--> statement-breakpoint
INSERT INTO "label_attempts" (parcel_id, round, carrier_id, handle, state, shipment_id, asked_at, ended_at)
  SELECT p.id, p.label_round, p.carrier_id, p.shipment_id, 'booked', p.shipment_id, p.closed_at, p.closed_at FROM parcels p
  WHERE p.label_state = 'bought' AND p.shipment_id <> '' AND p.carrier_id IS NOT NULL AND p.handed_over_at IS NULL;--> statement-breakpoint
INSERT INTO "label_attempts" (parcel_id, round, carrier_id, handle, state, asked_at)
  SELECT DISTINCT ON (p.id) p.id, p.label_round - p.label_stale::int, p.carrier_id, s.id::text, 'asked', s.booked_at FROM parcels p JOIN sim_shipments s ON s.reference = p.id::text
  WHERE p.label_state <> 'bought' AND s.voided_at IS NULL AND p.carrier_id IS NOT NULL AND p.handed_over_at IS NULL ORDER BY p.id, s.id;
