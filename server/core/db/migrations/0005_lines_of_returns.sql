ALTER TABLE "task_lines" ADD COLUMN "order_line_id" uuid;--> statement-breakpoint
ALTER TABLE "task_lines" ADD COLUMN "return_reason" text;--> statement-breakpoint
-- Returns made until now name the item only. An order seldom has two lines of one item; the first of them stands for both.
UPDATE "task_lines" r SET "order_line_id" = (
    SELECT o."id" FROM "task_lines" o WHERE o."task_id" = k."parent_id" AND o."item_id" = r."item_id" ORDER BY o."position", o."id" LIMIT 1
  ) FROM "tasks" k WHERE k."id" = r."task_id" AND k."kind" = 'retour' AND k."parent_id" IS NOT NULL;
