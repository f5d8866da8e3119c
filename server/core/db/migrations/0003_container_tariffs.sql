CREATE TABLE "container_tariffs" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"shipping_line" text DEFAULT '' NOT NULL,
	"size_types" text[] DEFAULT '{}' NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"free_days" integer DEFAULT 7 NOT NULL,
	"demurrage" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"detention_free_days" integer DEFAULT 7 NOT NULL,
	"detention" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"valid_from" date,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "containers" ALTER COLUMN "free_days" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "containers" ALTER COLUMN "free_days" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "tariff_id" uuid;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "detention_free_days" integer;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "picked_up_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "empty_due" date;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "returned_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "demurrage_alarm" date;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "detention_alarm" date;--> statement-breakpoint
-- A devanned container was picked up before, and a settled one was returned: neither must be reminded of.
UPDATE "containers" SET "picked_up_at" = "devanned_at", "returned_at" = CASE WHEN "status" = 'finish' THEN "devanned_at" END WHERE "devanned_at" IS NOT NULL;
