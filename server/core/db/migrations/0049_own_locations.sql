ALTER TABLE "shop_connections" ADD COLUMN "former" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_connections" ADD COLUMN "prepared_for" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "own_location" text DEFAULT '' NOT NULL;