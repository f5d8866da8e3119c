CREATE TABLE "attendance_months" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"user_id" uuid NOT NULL,
	"month" text NOT NULL,
	"person_name" text NOT NULL,
	"personnel_no" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'closed' NOT NULL,
	"agreed" integer NOT NULL,
	"worked" integer NOT NULL,
	"holiday" integer NOT NULL,
	"leave" integer NOT NULL,
	"sick" integer NOT NULL,
	"absence" integer NOT NULL,
	"leave_days" integer NOT NULL,
	"sick_days" integer NOT NULL,
	"balance" integer NOT NULL,
	"carried" integer NOT NULL,
	"closing" integer NOT NULL,
	"leave_left" integer,
	"closed_at" timestamptz(3) NOT NULL,
	"closed_by" uuid,
	"reopened_at" timestamptz(3),
	"reopened_by" uuid,
	"reopen_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "attendance_months_month" CHECK ("attendance_months"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "attendance_months_closing" CHECK ("attendance_months"."closing" = "attendance_months"."carried" + "attendance_months"."balance")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "personnel_no" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "working_times" ADD COLUMN "leave_days" integer;--> statement-breakpoint
ALTER TABLE "working_times" ADD COLUMN "leave_carried" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_personnel_no" ON "users" USING btree ("personnel_no") WHERE "users"."personnel_no" <> '' and "users"."deleted_at" is null;