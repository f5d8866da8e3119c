-- Several returns of one order had one number. The first keeps it, the others get their place behind it: R10027, R10027-2.
WITH "numbered" AS (
  SELECT "id", "no", "retour_no", row_number() OVER (PARTITION BY "retour_no" ORDER BY "sort_at", "id") AS "place"
  FROM "tasks" WHERE "kind" = 'retour' AND "retour_no" <> ''
)
UPDATE "tasks" t SET "retour_no" = n."retour_no" || '-' || CASE
    WHEN EXISTS (SELECT FROM "tasks" o WHERE o."kind" = 'retour' AND o."retour_no" = n."retour_no" || '-' || n."place") THEN n."no" ELSE n."place"::text END
  FROM "numbered" n WHERE t."id" = n."id" AND n."place" > 1;--> statement-breakpoint
-- A return is not collected by a carrier from the house, so it has no cut-off. It is sent to the house, not to the merchant.
UPDATE "tasks" SET "cut_off_at" = NULL WHERE "kind" = 'retour' AND "cut_off_at" IS NOT NULL;--> statement-breakpoint
UPDATE "tasks" t SET "consignee" = s."address" || jsonb_build_object('name1', coalesce(nullif(s."address"->>'name1', ''), s."name"))
  FROM (SELECT "name", "address" FROM "storehouses" WHERE "deleted_at" IS NULL ORDER BY "sort_at" LIMIT 1) s
  WHERE t."kind" = 'retour' AND t."receipt_closed_at" IS NULL AND t."closed_at" IS NULL AND t."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_return_no" ON "tasks" USING btree ("merchant_id","retour_no") WHERE kind = 'retour' and retour_no <> '';
