ALTER TABLE "serials" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
ALTER TABLE "serials" ADD COLUMN "replaced_by_id" uuid;--> statement-breakpoint
ALTER TABLE "serials" ADD COLUMN "swap_reason" text DEFAULT '' NOT NULL;