CREATE TABLE "carrier_choices" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"asked_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"decided_at" timestamptz(3),
	"choice" jsonb
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "carrier_rule" text DEFAULT 'fixed' NOT NULL;--> statement-breakpoint
CREATE INDEX "carrier_choices_merchant" ON "carrier_choices" USING btree ("merchant_id");