ALTER TABLE "merchants" ADD COLUMN "incoterm" text DEFAULT 'DAP' NOT NULL;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "customs_file" text;