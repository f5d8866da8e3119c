CREATE TABLE "answer_templates" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"title" text NOT NULL,
	"text_en" text DEFAULT '' NOT NULL,
	"text_de" text DEFAULT '' NOT NULL,
	"text_cn" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_teams" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"member_ids" uuid[] DEFAULT '{}' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_files" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"file" text NOT NULL,
	"internal" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD COLUMN "event" text;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD COLUMN "params" jsonb;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "solve_due_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "merged_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "satisfaction" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "satisfaction_remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "rating_asked_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "rated_at" timestamptz(3);--> statement-breakpoint
CREATE INDEX "ticket_files_ticket" ON "ticket_files" USING btree ("ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_files_file" ON "ticket_files" USING btree ("message_id","file");--> statement-breakpoint
CREATE INDEX "tickets_assignee" ON "tickets" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "tickets_merged" ON "tickets" USING btree ("merged_into_id");