CREATE TABLE "sim_shipments" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"serial" bigserial NOT NULL,
	"carrier" text NOT NULL,
	"reference" text NOT NULL,
	"tracking_no" text NOT NULL,
	"retour_no" text DEFAULT '' NOT NULL,
	"consignee" jsonb NOT NULL,
	"label" text NOT NULL,
	"booked_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"given_at" timestamptz(3),
	"voided_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "label_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "label_due_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "label_stale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sim_shipments_reference" ON "sim_shipments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "sim_shipments_tracking" ON "sim_shipments" USING btree ("tracking_no");--> statement-breakpoint
CREATE INDEX "parcels_label_work" ON "parcels" USING btree ("label_state","label_due_at") WHERE label_state in ('none', 'requested', 'voided') or state = 'void';--> statement-breakpoint
CREATE INDEX "parcels_under_way" ON "parcels" USING btree ("id") WHERE state in ('handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'failed', 'returning');