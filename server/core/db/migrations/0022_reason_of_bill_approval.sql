ALTER TABLE "bills" ADD COLUMN "above_receipt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "approval_reason" text DEFAULT '' NOT NULL;