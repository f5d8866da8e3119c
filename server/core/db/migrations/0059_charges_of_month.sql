DROP INDEX "charges_of";--> statement-breakpoint
CREATE INDEX "charges_of" ON "charges" USING btree ("merchant_id","happened_on","category_id","currency","state","qty","exact","top_up");