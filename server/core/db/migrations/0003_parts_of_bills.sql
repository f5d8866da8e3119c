ALTER TABLE "bills" ADD COLUMN "refused" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "before_service" boolean DEFAULT false NOT NULL;