ALTER TABLE "label_purchases" ADD COLUMN "cod_amount" bigint;--> statement-breakpoint
ALTER TABLE "label_purchases" ADD COLUMN "insured_amount" bigint;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "cod_amount" bigint;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "insured_amount" bigint;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "currency" text DEFAULT 'EUR' NOT NULL;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "cod_amount" bigint;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "insured_amount" bigint;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "currency" text DEFAULT 'EUR' NOT NULL;