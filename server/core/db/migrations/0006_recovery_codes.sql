ALTER TABLE "users" ADD COLUMN "has_totp" boolean GENERATED ALWAYS AS (totp_secret is not null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_codes_left" integer GENERATED ALWAYS AS (cardinality(recovery_hashes)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_reset_reason" text;