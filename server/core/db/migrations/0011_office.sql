CREATE TABLE "attendances" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"user_id" uuid NOT NULL,
	"start_at" timestamptz(3) NOT NULL,
	"end_at" timestamptz(3),
	"break_minutes" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"state" text DEFAULT 'working' NOT NULL,
	"breaks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"worked" integer DEFAULT 0 NOT NULL,
	"warning" text DEFAULT 'none' NOT NULL,
	"source" text DEFAULT 'web' NOT NULL,
	CONSTRAINT "attendances_order" CHECK ("attendances"."end_at" is null or "attendances"."end_at" >= "attendances"."start_at")
);
--> statement-breakpoint
CREATE TABLE "calendar_entries" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"title" text NOT NULL,
	"kind" text DEFAULT 'appointment' NOT NULL,
	"start_day" date NOT NULL,
	"end_day" date NOT NULL,
	"all_day" boolean DEFAULT true NOT NULL,
	"start_time" text DEFAULT '' NOT NULL,
	"end_time" text DEFAULT '' NOT NULL,
	"who_ids" uuid[] DEFAULT '{}' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	CONSTRAINT "calendar_entries_order" CHECK ("calendar_entries"."end_day" >= "calendar_entries"."start_day")
);
--> statement-breakpoint
CREATE TABLE "dev_requirements" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'wish' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"state" text DEFAULT 'wished' NOT NULL,
	"assignee_id" uuid,
	"voter_ids" uuid[] DEFAULT '{}' NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	"done_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "office_tasks" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"assignee_id" uuid,
	"due_date" date,
	"priority" text DEFAULT 'normal' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"task_id" uuid,
	"done_at" timestamptz(3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "attendances_one_open" ON "attendances" USING btree ("user_id") WHERE "attendances"."end_at" is null and "attendances"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "attendances_user_day" ON "attendances" USING btree ("user_id","day");--> statement-breakpoint
CREATE INDEX "calendar_entries_days" ON "calendar_entries" USING btree ("start_day","end_day");--> statement-breakpoint
CREATE UNIQUE INDEX "dev_requirements_no" ON "dev_requirements" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "office_tasks_no" ON "office_tasks" USING btree ("no");