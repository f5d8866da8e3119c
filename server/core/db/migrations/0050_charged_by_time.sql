CREATE INDEX "tasks_received" ON "tasks" USING btree ("receipt_closed_at") WHERE receipt_closed_at is not null;--> statement-breakpoint
CREATE INDEX "tasks_cancelled" ON "tasks" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "parcels_packed" ON "parcels" USING btree ("closed_at") WHERE closed_at is not null;