CREATE TABLE "channel_returns" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"channel_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"lines" jsonb NOT NULL,
	"announced_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channel_due" ADD COLUMN "former" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "barcode" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "rank" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_returns_once" ON "channel_returns" USING btree ("channel_id","external_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_returns_task" ON "channel_returns" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "channel_returns_order" ON "channel_returns" USING btree ("order_id");