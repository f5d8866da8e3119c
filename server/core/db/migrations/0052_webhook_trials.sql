ALTER TABLE "webhook_deliveries" ADD COLUMN "planned_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "trial_at" timestamptz(3);