ALTER TABLE "collections" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transport_quotes" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;