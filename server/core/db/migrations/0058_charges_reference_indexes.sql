DROP INDEX "charges_reverses";--> statement-breakpoint
CREATE INDEX "charges_parcel" ON "charges" USING btree ("parcel_id") WHERE parcel_id is not null;--> statement-breakpoint
CREATE INDEX "charges_invoice" ON "charges" USING btree ("invoice_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_reverses" ON "charges" USING btree ("reverses_id") WHERE reverses_id is not null;