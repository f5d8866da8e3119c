ALTER TABLE "customers" ADD COLUMN "credit_limit" bigint;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "incoterm" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "invoice_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "delivery_address" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "credit_limit" bigint;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "incoterm" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "invoice_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "delivery_address" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL;