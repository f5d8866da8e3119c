-- What stands in the shops is read again, with its merchant.
DELETE FROM "channel_items";--> statement-breakpoint
UPDATE "shop_connections" SET "stock_read_at" = NULL;--> statement-breakpoint
ALTER TABLE "channel_items" DROP CONSTRAINT "channel_items_channel_id_external_id_pk";--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "created_at" timestamptz(3) DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "updated_at" timestamptz(3) DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "deleted_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "merchant_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "alike" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "item_id" uuid;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "here" integer;--> statement-breakpoint
ALTER TABLE "channel_items" ADD COLUMN "state" text GENERATED ALWAYS AS (case when error <> '' then 'refused' when alike > 1 then 'several' when item_id is null or here is null then 'noItem' when here = there then 'same' else 'differs' end) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_items_once" ON "channel_items" USING btree ("channel_id","external_id");--> statement-breakpoint
CREATE INDEX "channel_items_differ" ON "channel_items" USING btree ("channel_id") WHERE state = 'differs';