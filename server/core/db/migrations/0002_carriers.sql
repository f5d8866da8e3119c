CREATE TABLE "sim_shipments" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"serial" bigserial NOT NULL,
	"carrier" text NOT NULL,
	"reference" text NOT NULL,
	"tracking_no" text NOT NULL,
	"retour_no" text DEFAULT '' NOT NULL,
	"consignee" jsonb NOT NULL,
	"label" text NOT NULL,
	"booked_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"given_at" timestamptz(3),
	"voided_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "label_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "label_due_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "label_stale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "label_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "sim_shipments_reference" ON "sim_shipments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "sim_shipments_tracking" ON "sim_shipments" USING btree ("tracking_no");--> statement-breakpoint
CREATE INDEX "parcels_label_work" ON "parcels" USING btree ("label_state","label_due_at") WHERE label_state in ('none', 'requested', 'voided') or state = 'void';--> statement-breakpoint
CREATE INDEX "parcels_under_way" ON "parcels" USING btree ("id") WHERE state in ('handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'failed', 'returning');--> statement-breakpoint
-- What a loading list holds is counted here and nowhere else: scans, their undo, cancellations and the office all change parcels.
CREATE FUNCTION kontor_loading_count() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF tg_op = 'UPDATE' AND old.loading_list_id IS NOT DISTINCT FROM new.loading_list_id AND old.weight IS NOT DISTINCT FROM new.weight
    AND (old.state = 'void') = (new.state = 'void') THEN RETURN NULL; END IF;
  IF tg_op <> 'INSERT' AND old.state <> 'void' AND old.loading_list_id IS NOT NULL THEN
    UPDATE loading_lists SET parcels = parcels - 1, weight = weight - coalesce(old.weight, 0) WHERE id = old.loading_list_id;
  END IF;
  IF tg_op <> 'DELETE' AND new.state <> 'void' AND new.loading_list_id IS NOT NULL THEN
    UPDATE loading_lists SET parcels = parcels + 1, weight = weight + coalesce(new.weight, 0) WHERE id = new.loading_list_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loading_count AFTER INSERT OR DELETE OR UPDATE OF loading_list_id, weight, state ON parcels FOR EACH ROW EXECUTE FUNCTION kontor_loading_count();
