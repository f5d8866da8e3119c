CREATE TABLE "incoming_bill_documents" (
	"incoming_bill_id" uuid PRIMARY KEY NOT NULL,
	"document" jsonb NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incoming_bills" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"kind" text DEFAULT 'bill' NOT NULL,
	"received_on" date NOT NULL,
	"seller_name" text DEFAULT '' NOT NULL,
	"seller_vat_id" text DEFAULT '' NOT NULL,
	"seller_tax_no" text DEFAULT '' NOT NULL,
	"seller_iban" text DEFAULT '' NOT NULL,
	"supplier_id" uuid,
	"supplier_by" text DEFAULT 'none' NOT NULL,
	"their_no" text NOT NULL,
	"issue_date" date NOT NULL,
	"due_date" date,
	"currency" text NOT NULL,
	"net" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"due" bigint DEFAULT 0 NOT NULL,
	"purchase_order_id" uuid,
	"order_no" text DEFAULT '' NOT NULL,
	"faults" integer DEFAULT 0 NOT NULL,
	"remarks" integer DEFAULT 0 NOT NULL,
	"syntax" text NOT NULL,
	"profile" text DEFAULT '' NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"file" text NOT NULL,
	"checksum" text NOT NULL,
	"size" integer NOT NULL,
	"bill_id" uuid,
	"booked_by" uuid,
	"booked_at" timestamptz(3),
	"reason" text DEFAULT '' NOT NULL,
	"iban_state" text DEFAULT 'none' NOT NULL,
	"known_iban" text DEFAULT '' NOT NULL,
	"iban_by" uuid,
	"iban_at" timestamptz(3),
	"seller_key" text NOT NULL,
	CONSTRAINT "incoming_bills_booked" CHECK ((status = 'booked') = (bill_id is not null)),
	CONSTRAINT "incoming_bills_two" CHECK (iban_by is null or iban_by <> booked_by),
	CONSTRAINT "incoming_bills_iban" CHECK ((iban_state in ('confirmed', 'kept')) = (iban_by is not null))
);
--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "their_vat" jsonb;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "received_on" date;--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_bills_no" ON "incoming_bills" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_bills_checksum" ON "incoming_bills" USING btree ("checksum");--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_bills_bill" ON "incoming_bills" USING btree ("bill_id") WHERE bill_id is not null;--> statement-breakpoint
CREATE INDEX "incoming_bills_file" ON "incoming_bills" USING btree ("file");--> statement-breakpoint
CREATE INDEX "incoming_bills_status" ON "incoming_bills" USING btree ("status","sort_at");--> statement-breakpoint
CREATE INDEX "incoming_bills_tax_no" ON "incoming_bills" USING btree ("seller_tax_no") WHERE seller_tax_no <> '';