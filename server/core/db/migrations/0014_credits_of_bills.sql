ALTER TABLE "allocations" DROP CONSTRAINT "allocations_from";--> statement-breakpoint
ALTER TABLE "allocations" ADD COLUMN "credit_bill_id" uuid;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "kind" text DEFAULT 'bill' NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "credits_id" uuid;--> statement-breakpoint
CREATE INDEX "allocations_credit_bill" ON "allocations" USING btree ("credit_bill_id");--> statement-breakpoint
CREATE INDEX "bills_credits" ON "bills" USING btree ("credits_id") WHERE credits_id is not null;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_from" CHECK (num_nonnulls(payment_id, credit_id, credit_bill_id) = 1);--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_credit" CHECK ((kind = 'credit') = (credits_id is not null));