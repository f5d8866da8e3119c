CREATE TABLE "incoming_mail_sources" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incoming_mails" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"state" text NOT NULL,
	"reason" text,
	"sender" text NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"quote" text DEFAULT '' NOT NULL,
	"attachments" integer DEFAULT 0 NOT NULL,
	"refused" text DEFAULT '' NOT NULL,
	"message_id" text DEFAULT '' NOT NULL,
	"ticket_id" uuid,
	"ticket_entry_id" uuid,
	"mail_id" uuid,
	"decided_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "ticket_id" uuid;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "ticket_entry_id" uuid;--> statement-breakpoint
ALTER TABLE "incoming_mail_sources" ADD CONSTRAINT "incoming_mail_sources_mail_id_incoming_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."incoming_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_mails_message" ON "incoming_mails" USING btree (lower("sender"),"message_id") WHERE "incoming_mails"."message_id" <> '';--> statement-breakpoint
CREATE INDEX "incoming_mails_entry" ON "incoming_mails" USING btree ("ticket_entry_id");--> statement-breakpoint
CREATE INDEX "incoming_mails_ticket" ON "incoming_mails" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_task" ON "outgoing_mails" USING btree ("task_id","sort_at");--> statement-breakpoint
CREATE INDEX "outgoing_mails_ticket" ON "outgoing_mails" USING btree ("ticket_id","sort_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_mails_entry" ON "outgoing_mails" USING btree ("ticket_entry_id",lower("mail_to")) WHERE "outgoing_mails"."resend_of" is null;--> statement-breakpoint
UPDATE "outgoing_mails" m SET "task_id" = t.id FROM "tasks" t WHERE m."kind" = 'shipment' AND t."no" = m."document_no";
