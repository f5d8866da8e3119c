ALTER TABLE "charges" ADD COLUMN "hold_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "file" text;--> statement-breakpoint
UPDATE "charges" SET hold_reason = reason, reason = '' WHERE state = 'onHold';
