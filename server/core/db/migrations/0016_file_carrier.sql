ALTER TABLE "files" ADD COLUMN "carrier_id" uuid;--> statement-breakpoint
-- Who may read a file is no change of the file: the papers that are kept stay as they are, and nothing is told.
ALTER TABLE "files" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "files" f SET "carrier_id" = u."carrier_id" FROM "users" u WHERE u."id" = f."created_by" AND u."carrier_id" IS NOT NULL;--> statement-breakpoint
UPDATE "files" f SET "carrier_id" = p."carrier_id" FROM "parcels" p WHERE p."label_file" = replace(f."id"::text, '-', '') AND f."carrier_id" IS NULL;--> statement-breakpoint
UPDATE "files" f SET "carrier_id" = b."carrier_id" FROM "bills" b WHERE b."file" = replace(f."id"::text, '-', '') AND NOT b."by_carrier" AND f."carrier_id" IS NULL;--> statement-breakpoint
ALTER TABLE "files" ENABLE TRIGGER USER;
