CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"webhook_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"event" text NOT NULL,
	"row_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"body" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"last_status" integer,
	"last_text" text DEFAULT '' NOT NULL,
	"sent_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "webhook_stock" (
	"webhook_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"available" integer NOT NULL,
	"reserved" integer NOT NULL,
	"on_hand" integer NOT NULL,
	CONSTRAINT "webhook_stock_webhook_id_item_id_pk" PRIMARY KEY("webhook_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"secret" text,
	"old_secret" text,
	"old_secret_until" timestamptz(3),
	"last_sent_at" timestamptz(3),
	"failing_since" timestamptz(3),
	"paused_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("webhook_id") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "webhooks_asking" ON "webhooks" USING btree ("merchant_id") WHERE active and deleted_at is null;