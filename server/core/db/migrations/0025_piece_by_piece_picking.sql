ALTER TABLE "items" ADD COLUMN "pick_scan" text DEFAULT 'once' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "pick_scan" text DEFAULT 'once' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "training" boolean DEFAULT false NOT NULL;