CREATE TABLE "channel_items" (
	"channel_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"sku" text NOT NULL,
	"there" integer NOT NULL,
	"seen_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"told_at" timestamptz(3),
	"error" text DEFAULT '' NOT NULL,
	CONSTRAINT "channel_items_channel_id_external_id_pk" PRIMARY KEY("channel_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "shop_connections" (
	"channel_id" uuid PRIMARY KEY NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"read_until" timestamptz(3) NOT NULL,
	"window_end" timestamptz(3),
	"window_high" timestamptz(3),
	"page" text,
	"read_at" timestamptz(3),
	"prepared_at" timestamptz(3),
	"stock_read_at" timestamptz(3),
	"stock_told_at" timestamptz(3),
	"lease" timestamptz(3),
	"lease_token" uuid,
	"faults" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "channel_items_sku" ON "channel_items" USING btree ("channel_id","sku");--> statement-breakpoint
CREATE INDEX "channel_due_channel" ON "channel_due" USING btree ("channel_id","due_at") WHERE outcome = 'open';