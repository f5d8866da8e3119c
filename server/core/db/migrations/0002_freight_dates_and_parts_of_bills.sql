ALTER TABLE "containers" ALTER COLUMN "last_free_day" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "refused" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "before_service" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "delivery_date" date;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "delivery_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "delivery_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "no" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "wanted_time" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "deliver_on" date;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "deliver_time" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;