CREATE TABLE "item_components" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"item_id" uuid NOT NULL,
	"component_id" uuid NOT NULL,
	"qty" integer DEFAULT 1 NOT NULL,
	"merchant_id" uuid,
	"kit_sku" text NOT NULL,
	"part_sku" text NOT NULL
);
