ALTER TABLE "charges" ADD COLUMN "loss" bigint;--> statement-breakpoint
CREATE INDEX "storage_days_pallet" ON "storage_days" USING btree ("day","merchant_id",coalesce(unit_id, compartment_id),"id");--> statement-breakpoint
CREATE INDEX "storage_peaks_pallet" ON "storage_peaks" USING btree ("day","merchant_id",coalesce(unit_id, compartment_id),"id");--> statement-breakpoint
CREATE INDEX "charges_loss" ON "charges" USING btree ("happened_on") WHERE loss > 0;