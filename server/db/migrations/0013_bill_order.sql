ALTER TABLE "bills" ADD COLUMN "purchase_order_id" uuid;--> statement-breakpoint
CREATE INDEX "bills_file" ON "bills" USING btree ("file") WHERE file is not null;--> statement-breakpoint
CREATE INDEX "invoices_pdf" ON "invoices" USING btree ("pdf_file") WHERE pdf_file is not null;