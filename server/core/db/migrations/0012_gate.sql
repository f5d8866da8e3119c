ALTER TABLE "bills" ADD COLUMN "by_carrier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "supplier_id" uuid;--> statement-breakpoint
CREATE INDEX "bills_status" ON "bills" USING btree ("status");--> statement-breakpoint
CREATE INDEX "collections_status" ON "collections" USING btree ("status");--> statement-breakpoint
CREATE INDEX "invoices_drafts" ON "invoices" USING btree ("currency") WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX "loading_lists_state" ON "loading_lists" USING btree ("state");--> statement-breakpoint
CREATE INDEX "offers_state" ON "offers" USING btree ("state");--> statement-breakpoint
CREATE INDEX "office_tasks_state" ON "office_tasks" USING btree ("state","due_date");--> statement-breakpoint
CREATE INDEX "parcels_handed_over" ON "parcels" USING btree ("handed_over_at") WHERE handed_over_at is not null;--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("status") WHERE open > 0;--> statement-breakpoint
CREATE INDEX "picklists_state" ON "picklists" USING btree ("state");--> statement-breakpoint
CREATE INDEX "purchase_orders_status" ON "purchase_orders" USING btree ("status","expected_at");--> statement-breakpoint
CREATE INDEX "quotations_status" ON "quotations" USING btree ("status","valid_until");--> statement-breakpoint
CREATE INDEX "tickets_state" ON "tickets" USING btree ("state");--> statement-breakpoint
CREATE INDEX "transport_quotes_status" ON "transport_quotes" USING btree ("status");--> statement-breakpoint
UPDATE price_rules SET bands = (SELECT jsonb_agg(jsonb_build_object('id', gen_random_uuid()) || band ORDER BY nth) FROM jsonb_array_elements(bands) WITH ORDINALITY AS e (band, nth)) WHERE jsonb_array_length(bands) > 0;
