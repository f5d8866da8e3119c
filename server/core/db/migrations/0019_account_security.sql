CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"user_id" uuid NOT NULL,
	"old_account" text NOT NULL,
	"new_account" text NOT NULL,
	"requested_by" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"sent_at" timestamptz(3),
	"confirm_hash" "bytea",
	"cancel_hash" "bytea",
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"token_hash" "bytea",
	"sent_at" timestamptz(3),
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "spent_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "user_type" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "created_at" timestamptz(3) DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "updated_at" timestamptz(3) DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "deleted_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_password" boolean GENERATED ALWAYS AS (passwd_hash is not null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_account" text;--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes_unsent" ON "email_changes" USING btree ("id") WHERE sent_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_unsent" ON "invitations" USING btree ("id") WHERE sent_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","event","at");--> statement-breakpoint
CREATE INDEX "security_events_ip" ON "security_events" USING btree ("ip","event","at");