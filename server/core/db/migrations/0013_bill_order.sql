ALTER TABLE "bills" ADD COLUMN "purchase_order_id" uuid;--> statement-breakpoint
CREATE INDEX "allocations_on" ON "allocations" USING btree ("allocated_on");--> statement-breakpoint
CREATE INDEX "bills_file" ON "bills" USING btree ("file") WHERE file is not null;--> statement-breakpoint
CREATE INDEX "invoices_pdf" ON "invoices" USING btree ("pdf_file") WHERE pdf_file is not null;--> statement-breakpoint
CREATE INDEX "payments_reversed" ON "payments" USING btree ("reversed_at") WHERE reversed_at is not null;