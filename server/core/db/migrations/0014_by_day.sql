DROP INDEX "transactions_booked";--> statement-breakpoint
CREATE INDEX "bills_dated" ON "bills" USING btree ("bill_date","sort_at");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issue_date","sort_at");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_on","sort_at");--> statement-breakpoint
CREATE INDEX "transactions_booked" ON "transactions" USING btree ("booked_on","sort_at");