CREATE TABLE "time_requests" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"user_id" uuid NOT NULL,
	"kind" text DEFAULT 'vacation' NOT NULL,
	"start_day" date,
	"end_day" date,
	"attendance_id" uuid,
	"start_at" timestamptz(3),
	"end_at" timestamptz(3),
	"break_minutes" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamptz(3),
	"answer" text DEFAULT '' NOT NULL,
	"entry_id" uuid,
	CONSTRAINT "time_requests_order" CHECK ("time_requests"."end_day" >= "time_requests"."start_day")
);
--> statement-breakpoint
CREATE INDEX "time_requests_user" ON "time_requests" USING btree ("user_id","start_day");