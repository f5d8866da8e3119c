ALTER TABLE "shop_connections" ADD COLUMN "noticed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "shop_connections" ADD COLUMN "unnoticed_since" timestamptz(3);--> statement-breakpoint
ALTER TABLE "shop_connections" ADD COLUMN "budget_left" integer;--> statement-breakpoint
ALTER TABLE "shop_connections" ADD COLUMN "budget_most" integer;--> statement-breakpoint
ALTER TABLE "shop_connections" ADD COLUMN "budget_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "rest_of_order" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "max_length" integer;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "max_side" integer;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "max_girth" integer;