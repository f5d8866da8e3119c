ALTER TABLE "exports" ADD COLUMN "available_until" timestamptz(3);--> statement-breakpoint
-- The links of files made so far work for an hour.
UPDATE "exports" SET "available_until" = "updated_at" + interval '1 hour' WHERE "state" = 'done';
