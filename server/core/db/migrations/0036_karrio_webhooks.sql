CREATE TABLE "karrio_webhooks" (
	"account" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"secret" text NOT NULL,
	"checked_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL
);
