CREATE TABLE "program_tokens" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"client_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_calls" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"channel_id" uuid NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"kind" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"ms" integer NOT NULL,
	"status" integer NOT NULL,
	"result" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"request_id" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_due" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"channel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"due_at" timestamptz(3) DEFAULT now() NOT NULL,
	"lease" timestamptz(3),
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_lines" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"external_line" text NOT NULL,
	"sku" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"qty" integer NOT NULL,
	"price" integer,
	"item_id" uuid,
	"pieces" integer,
	"task_line_ids" uuid[] DEFAULT '{}' NOT NULL,
	"told" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_orders" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"channel_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"external_no" text NOT NULL,
	"external_version" text NOT NULL,
	"body" jsonb NOT NULL,
	"blanked_at" timestamptz(3),
	"state" text DEFAULT 'new' NOT NULL,
	"reason" text,
	"detail" text DEFAULT '' NOT NULL,
	"task_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"first_seen" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"last_seen" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"fetched_at" timestamptz(3),
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
DROP INDEX "tasks_reference";--> statement-breakpoint
CREATE UNIQUE INDEX "program_tokens_hash" ON "program_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "program_tokens_client" ON "program_tokens" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "channel_calls_channel" ON "channel_calls" USING btree ("channel_id","at");--> statement-breakpoint
CREATE INDEX "channel_calls_at" ON "channel_calls" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_due_once" ON "channel_due" USING btree ("channel_id","kind","key");--> statement-breakpoint
CREATE INDEX "channel_due_open" ON "channel_due" USING btree ("due_at") WHERE outcome = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "channel_lines_once" ON "channel_lines" USING btree ("order_id","external_line");--> statement-breakpoint
CREATE INDEX "channel_lines_sku" ON "channel_lines" USING btree ("sku");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_orders_once" ON "channel_orders" USING btree ("channel_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_orders_task" ON "channel_orders" USING btree ("task_id") WHERE task_id is not null;--> statement-breakpoint
CREATE INDEX "channel_orders_held" ON "channel_orders" USING btree ("merchant_id","channel_id") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "channel_orders_seen" ON "channel_orders" USING btree ("channel_id","first_seen");--> statement-breakpoint
CREATE INDEX "channel_orders_ended" ON "channel_orders" USING btree ("ended_at") WHERE ended_at is not null and blanked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_channel" ON "tasks" USING btree ("source","external_id") WHERE source like 'ch:%';--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_reference" ON "tasks" USING btree ("merchant_id","source","ref_order_id") WHERE ref_order_id <> '' and deleted_at is null and source not like 'ch:%';--> statement-breakpoint
UPDATE "oauth_clients" SET scopes = array(SELECT DISTINCT CASE s WHEN 'items.update' THEN 'items.write' ELSE s END FROM unnest(scopes) s WHERE s IN ('items.read', 'items.update', 'rfid.send'))
WHERE NOT scopes <@ array['items.read', 'rfid.send'];
