CREATE TABLE "accountant_exports" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"part" integer DEFAULT 1 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"debit" bigint DEFAULT 0 NOT NULL,
	"fixed" boolean DEFAULT false NOT NULL,
	"file" text,
	"checksum" text DEFAULT '' NOT NULL,
	"made_by" uuid
);
--> statement-breakpoint
CREATE INDEX "accountant_exports_first_day" ON "accountant_exports" USING btree ("kind","first_day");--> statement-breakpoint
CREATE INDEX "accountant_exports_file" ON "accountant_exports" USING btree ("file");--> statement-breakpoint
-- Codes that the set-up wrote without their box of the VAT return.
UPDATE "tax" t SET box_base = k.box, ec_list = k.ec
  FROM (VALUES ('S', 1900, '81', null), ('S', 700, '86', null), ('E', 0, '48', null), ('AE', 0, '21', 'services'), ('K', 0, '41', 'goods'), ('G', 0, '43', null), ('O', 0, '45', null)) k(category, rate, box, ec)
  WHERE t.direction = 'out' AND t.country = 'DE' AND t.box_base = '' AND t.category = k.category AND t.rate = k.rate;
