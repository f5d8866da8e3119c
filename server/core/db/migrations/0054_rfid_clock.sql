ALTER TABLE "rfid_reads" ADD COLUMN "clocked_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "rfid_reads" ADD COLUMN "refusal" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "rfid_tag" text;--> statement-breakpoint
ALTER TABLE "attendances" ADD COLUMN "reader" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "reader_use" text DEFAULT 'station' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_rfid_tag" ON "users" USING btree (lower("rfid_tag")) WHERE "users"."deleted_at" is null;