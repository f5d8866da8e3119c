ALTER TABLE "merchant_terms" ADD COLUMN "storage_basis" text DEFAULT 'dayEnd' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_terms" ADD COLUMN "free_pallets" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_terms" ADD COLUMN "volume_step" text DEFAULT 'litre' NOT NULL;