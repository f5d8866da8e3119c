ALTER TABLE "channel_orders" ADD COLUMN "buyer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_orders" ADD COLUMN "buyer_left_at" timestamptz(3);--> statement-breakpoint
CREATE INDEX "channel_orders_buyer" ON "channel_orders" USING btree ("buyer") WHERE buyer <> '';