ALTER TABLE "tasks" ADD COLUMN "external_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "ordered_at" timestamptz(3);