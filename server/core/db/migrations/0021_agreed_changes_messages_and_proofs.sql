CREATE TABLE "change_requests" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"task_id" uuid NOT NULL,
	"area" text NOT NULL,
	"no" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"carrier_id" uuid,
	"asked_by" text NOT NULL,
	"decides" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"changes" jsonb NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"decided_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"to_id" uuid NOT NULL,
	"from_id" uuid,
	"type" text DEFAULT 'info' NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"read_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "storehouse_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "delivered_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "received_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "proof_file" text;--> statement-breakpoint
CREATE INDEX "change_requests_open" ON "change_requests" USING btree ("task_id","state");--> statement-breakpoint
CREATE INDEX "messages_receiver" ON "messages" USING btree ("to_id","read_at");