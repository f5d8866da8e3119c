CREATE TABLE "working_times" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"user_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"monday" integer DEFAULT 480 NOT NULL,
	"tuesday" integer DEFAULT 480 NOT NULL,
	"wednesday" integer DEFAULT 480 NOT NULL,
	"thursday" integer DEFAULT 480 NOT NULL,
	"friday" integer DEFAULT 480 NOT NULL,
	"saturday" integer DEFAULT 0 NOT NULL,
	"sunday" integer DEFAULT 0 NOT NULL,
	"state" text,
	"assumption" boolean DEFAULT false NOT NULL,
	"week_minutes" integer GENERATED ALWAYS AS (monday + tuesday + wednesday + thursday + friday + saturday + sunday) STORED NOT NULL
);
--> statement-breakpoint
-- Whoever has attendances keeps the fixed minutes a day that were planned so far, as a model from the first day on.
INSERT INTO "working_times" ("user_id", "valid_from", "monday", "tuesday", "wednesday", "thursday", "friday")
SELECT a."user_id", min(a."day"), p.m, p.m, p.m, p.m, p.m
FROM "attendances" a CROSS JOIN (
	SELECT least(600, coalesce((SELECT round((value #>> '{}')::numeric)::int FROM "settings"
		WHERE key = 'attendance.minutesPerDay' AND deleted_at IS NULL AND jsonb_typeof(value) = 'number'), 480)) AS m
) p
GROUP BY a."user_id", p.m;
