ALTER TABLE "charges" ADD COLUMN "loss" bigint;--> statement-breakpoint
CREATE INDEX "charges_loss" ON "charges" USING btree ("happened_on") WHERE loss > 0;