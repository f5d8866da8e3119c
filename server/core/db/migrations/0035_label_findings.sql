CREATE TABLE "label_reviews" (
	"at" timestamptz(3) PRIMARY KEY NOT NULL,
	"open" integer NOT NULL,
	"told" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "label_findings" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"kind" text NOT NULL,
	"subject" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"carrier_id" uuid,
	"merchant_id" uuid,
	"parcel_id" uuid,
	"tracking_no" text DEFAULT '' NOT NULL,
	"other_no" text DEFAULT '' NOT NULL,
	"since" timestamptz(3) NOT NULL,
	"cost" bigint,
	"billed" bigint,
	"currency" text,
	"carrier_bill_id" uuid,
	"can_void" boolean DEFAULT false NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamptz(3),
	"decided_by" uuid,
	"told_at" timestamptz(3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "label_findings_subject" ON "label_findings" USING btree ("subject","kind");--> statement-breakpoint
CREATE INDEX "label_findings_open" ON "label_findings" USING btree ("state") WHERE state in ('open', 'voiding');