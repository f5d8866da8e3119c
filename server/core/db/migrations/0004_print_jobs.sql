CREATE SEQUENCE "public"."print_job_no" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "print_jobs" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text DEFAULT 'PJ-' || nextval('print_job_no') NOT NULL,
	"key" text NOT NULL,
	"document" text NOT NULL,
	"ids" uuid[] NOT NULL,
	"title" text NOT NULL,
	"locales" text[] NOT NULL,
	"paper" text NOT NULL,
	"copies" integer NOT NULL,
	"pages" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text NOT NULL,
	"reprint_of" uuid,
	"error" text DEFAULT '' NOT NULL,
	"printer_id" uuid,
	"station_id" uuid,
	"agent" text DEFAULT '' NOT NULL,
	"requested_by" uuid NOT NULL,
	"merchant_id" uuid,
	"sent_at" timestamptz(3),
	"ended_at" timestamptz(3),
	"expires_at" timestamptz(3) NOT NULL,
	"records" jsonb,
	"subject" text NOT NULL,
	"holder" text,
	"side_id" uuid
);
--> statement-breakpoint
CREATE UNIQUE INDEX "print_jobs_key" ON "print_jobs" USING btree ("key");--> statement-breakpoint
CREATE INDEX "print_jobs_ids" ON "print_jobs" USING gin ("ids");--> statement-breakpoint
CREATE INDEX "print_jobs_open" ON "print_jobs" USING btree ("expires_at") WHERE state in ('queued', 'sent');