CREATE SEQUENCE "public"."outgoing_mail_no" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "outgoing_mails" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text DEFAULT 'ML-' || nextval('outgoing_mail_no') NOT NULL,
	"kind" text NOT NULL,
	"document_no" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"mail_to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"locale" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3) DEFAULT now(),
	"sent_at" timestamptz(3),
	"error" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"resend_of" uuid,
	"invoice_id" uuid,
	"quotation_id" uuid,
	"merchant_id" uuid,
	"customer_id" uuid,
	"pdf_file" text,
	"xml_file" text
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "xml_file" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "xml_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "e_invoice" jsonb;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "buyer_reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "invoice_format" text DEFAULT 'zugferd' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "invoice_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "buyer_reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "invoice_format" text DEFAULT 'zugferd' NOT NULL;--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("due_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "outgoing_mails_invoice" ON "outgoing_mails" USING btree ("invoice_id","sort_at");--> statement-breakpoint
CREATE INDEX "outgoing_mails_quotation" ON "outgoing_mails" USING btree ("quotation_id","sort_at");--> statement-breakpoint
CREATE INDEX "invoices_xml" ON "invoices" USING btree ("xml_file") WHERE xml_file is not null;