CREATE TABLE "tariffs" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"merchant_id" uuid,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"status" text DEFAULT 'draft' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"replaces_id" uuid,
	"activated_at" timestamptz(3),
	"activated_by" uuid,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "tariffs_days" CHECK ("tariffs"."valid_to" is null or "tariffs"."valid_to" >= "tariffs"."valid_from")
);
--> statement-breakpoint
ALTER TABLE "price_rules" ADD COLUMN "tariff_id" uuid;--> statement-breakpoint
ALTER TABLE "price_rules" ADD COLUMN "per" text DEFAULT 'fact' NOT NULL;--> statement-breakpoint
CREATE INDEX "tariffs_active" ON "tariffs" USING btree ("merchant_id","currency","valid_from") WHERE status = 'active' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "price_rules_tariff" ON "price_rules" USING btree ("tariff_id");--> statement-breakpoint
-- The rules of before: one active tariff for everybody and one for each merchant, in each currency.
INSERT INTO "tariffs" (name, merchant_id, currency, valid_from, status, activated_at)
SELECT coalesce(m.name, 'Base prices'), r.merchant_id, r.currency, date '2000-01-01', 'active', now()
  FROM "price_rules" r LEFT JOIN "merchants" m ON m.id = r.merchant_id GROUP BY m.name, r.merchant_id, r.currency;--> statement-breakpoint
UPDATE "price_rules" r SET tariff_id = t.id FROM "tariffs" t WHERE t.merchant_id IS NOT DISTINCT FROM r.merchant_id AND t.currency = r.currency;--> statement-breakpoint
ALTER TABLE "price_rules" ALTER COLUMN "tariff_id" SET NOT NULL;--> statement-breakpoint
-- The upper end of a range of weight no longer belongs to it. Where a rule of the same category begins at that weight the two now meet there.
UPDATE "price_rules" r SET max_weight = max_weight + 1
  WHERE max_weight IS NOT NULL
    AND NOT EXISTS (SELECT FROM "price_rules" other WHERE other.category_id = r.category_id AND other.min_weight = r.max_weight AND other.deleted_at IS NULL);
