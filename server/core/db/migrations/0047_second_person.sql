ALTER TABLE "billing_runs" ADD COLUMN "not_approved_by" uuid;--> statement-breakpoint
CREATE INDEX "payment_runs_draft" ON "payment_runs" USING btree ("execute_on") WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX "billing_runs_checked" ON "billing_runs" USING btree ("period_to") WHERE state = 'checked';--> statement-breakpoint
-- A house that runs already finds the switch too. One that asked for two people keeps asking, also of runs that are checked.
INSERT INTO "settings" ("key", "value", "public") SELECT 'billing.twoPeople', 'false', false WHERE EXISTS (SELECT FROM "settings") AND NOT EXISTS (SELECT FROM "settings" WHERE "key" = 'billing.twoPeople');--> statement-breakpoint
UPDATE "billing_runs" SET "not_approved_by" = "created_by" WHERE "state" = 'checked' AND EXISTS (SELECT FROM "settings" WHERE "key" = 'billing.twoPeople' AND "value" = 'true'::jsonb AND "deleted_at" IS NULL);
