CREATE TABLE "return_notices" (
	"task_id" uuid NOT NULL,
	"event" text NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"mail" text DEFAULT 'none' NOT NULL,
	"mail_to" text DEFAULT '' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3),
	CONSTRAINT "return_notices_task_id_event_pk" PRIMARY KEY("task_id","event")
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "tell_customers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "return_notices_waiting" ON "return_notices" USING btree ("due_at") WHERE mail = 'waiting';--> statement-breakpoint
CREATE INDEX "invoices_task" ON "invoices" USING btree ("task_id") WHERE task_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_credit_of_return" ON "invoices" USING btree ("reverses_id","task_id") WHERE kind = 'creditNote' and task_id is not null and deleted_at is null;--> statement-breakpoint
-- What happened to returns before this version is not told again.
INSERT INTO "return_notices" ("task_id", "event")
SELECT t.id, e.event FROM "tasks" t CROSS JOIN unnest(array['asked', 'received', 'finished']) e(event)
WHERE t.kind = 'retour' AND (e.event = 'asked' OR (e.event = 'received' AND t.receipt_closed_at IS NOT NULL) OR (e.event = 'finished' AND t.closed_at IS NOT NULL));
