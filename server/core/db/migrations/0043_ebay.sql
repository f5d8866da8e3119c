ALTER TABLE "channel_items" ADD COLUMN "listing" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "told_day" date;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "told_times" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "waits_until" timestamptz(3);--> statement-breakpoint
CREATE INDEX "channel_items_listing" ON "channel_items" USING btree ("channel_id","listing") WHERE listing <> '';