CREATE TABLE "calendar_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"read_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD COLUMN "repeat" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD COLUMN "repeat_every" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD COLUMN "repeat_days" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD COLUMN "repeat_by" text DEFAULT 'monthDay' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD COLUMN "repeat_until" date;--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD COLUMN "skipped_days" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD COLUMN "series_day" date;--> statement-breakpoint
ALTER TABLE "calendar_links" ADD CONSTRAINT "calendar_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_links_token" ON "calendar_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "calendar_entries_series" ON "calendar_entries" USING btree ("start_day") WHERE "calendar_entries"."repeat" <> 'none';--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_entries_series_day" ON "calendar_entries" USING btree ("series_id","series_day") WHERE "calendar_entries"."deleted_at" is null;