CREATE TABLE "pickups" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"kind" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"carrier_id" uuid NOT NULL,
	"day" date NOT NULL,
	"from_time" text DEFAULT '' NOT NULL,
	"until_time" text DEFAULT '' NOT NULL,
	"instruction" text DEFAULT '' NOT NULL,
	"parcels" integer DEFAULT 0 NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"confirmation" text DEFAULT '' NOT NULL,
	"missing" text DEFAULT '' NOT NULL,
	"file" text,
	"message" text DEFAULT '' NOT NULL,
	"sent_at" timestamptz(3),
	"handle" text DEFAULT '' NOT NULL,
	"reported" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "pickups_one" ON "pickups" USING btree ("carrier_id","day") WHERE kind = 'pickup' and state in ('asked', 'ordered', 'unclear');--> statement-breakpoint
CREATE UNIQUE INDEX "pickups_manifest" ON "pickups" USING btree ("carrier_id") WHERE kind = 'manifest' and state in ('asked', 'unclear');--> statement-breakpoint
CREATE INDEX "pickups_day" ON "pickups" USING btree ("day");--> statement-breakpoint
CREATE INDEX "pickups_open" ON "pickups" USING btree ("sent_at") WHERE state in ('asked', 'unclear');