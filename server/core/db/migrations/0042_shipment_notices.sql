CREATE TABLE "shipment_notices" (
	"parcel_id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"due_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "tell_shipments" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "shipment_notices_due" ON "shipment_notices" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "shipment_notices_task" ON "shipment_notices" USING btree ("task_id");