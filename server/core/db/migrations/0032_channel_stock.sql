ALTER TABLE "shop_connections" ADD COLUMN "read_to" timestamptz(3);--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "safety_stock" integer DEFAULT 0 NOT NULL;