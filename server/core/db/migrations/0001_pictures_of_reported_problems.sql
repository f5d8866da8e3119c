ALTER TABLE "dev_requirements" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "dev_requirements" ADD COLUMN "diagnostics" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "diagnostics" text DEFAULT '' NOT NULL;