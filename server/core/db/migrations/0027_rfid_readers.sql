CREATE TABLE "rfid_reads" (
	"reader" text NOT NULL,
	"tag" text NOT NULL,
	"seen_at" timestamptz(3) NOT NULL,
	"event_at" timestamptz(3) NOT NULL,
	CONSTRAINT "rfid_reads_reader_tag_pk" PRIMARY KEY("reader","tag")
);
--> statement-breakpoint
CREATE TABLE "station_users" (
	"station_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "reader" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "stations_reader" ON "stations" USING btree ("reader") WHERE reader <> '' and deleted_at is null;