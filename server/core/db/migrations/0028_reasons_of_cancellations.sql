-- Orders cancelled on request before their reason was kept: the reason of the request, or the fact that there was one.
UPDATE "tasks" t SET "cancel_reason" = coalesce((SELECT b."reason" FROM "task_blockers" b WHERE b."task_id" = t."id" AND b."kind" = 'cancelRequested' AND b."reason" NOT IN ('', '–') ORDER BY b."opened_at" DESC LIMIT 1), 'cancelledOnRequest')
  WHERE t."deleted_at" IS NOT NULL AND t."cancel_reason" IN ('', '–') AND EXISTS (SELECT FROM "task_events" e WHERE e."task_id" = t."id" AND e."command" IN ('acceptCancel', 'requestCancel'));--> statement-breakpoint
UPDATE "containers" s SET "cancel_reason" = t."cancel_reason" FROM "tasks" t WHERE t."id" = s."id" AND t."deleted_at" IS NOT NULL AND s."cancel_reason" <> t."cancel_reason";--> statement-breakpoint
UPDATE "transport_quotes" s SET "cancel_reason" = t."cancel_reason" FROM "tasks" t WHERE t."id" = s."id" AND t."deleted_at" IS NOT NULL AND s."cancel_reason" <> t."cancel_reason";--> statement-breakpoint
UPDATE "collections" s SET "cancel_reason" = t."cancel_reason" FROM "tasks" t WHERE t."id" = s."id" AND t."deleted_at" IS NOT NULL AND s."cancel_reason" <> t."cancel_reason";
