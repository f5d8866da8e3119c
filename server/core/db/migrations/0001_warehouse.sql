CREATE TABLE "scan_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"station_id" uuid,
	"user_id" uuid,
	"seen_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "count_lines" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"count_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"compartment_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"lot" text DEFAULT '' NOT NULL,
	"expiry" date,
	"serial" text DEFAULT '' NOT NULL,
	"condition" text DEFAULT 'good' NOT NULL,
	"expected" integer,
	"counted" integer DEFAULT 0 NOT NULL,
	"booked_at" timestamptz(3),
	CONSTRAINT "count_lines_key" UNIQUE NULLS NOT DISTINCT("count_id","round","compartment_id","merchant_id","item_id","lot","expiry","serial","condition")
);
--> statement-breakpoint
CREATE TABLE "count_places" (
	"count_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"compartment_id" uuid NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"user_id" uuid,
	CONSTRAINT "count_places_count_id_round_compartment_id_pk" PRIMARY KEY("count_id","round","compartment_id")
);
--> statement-breakpoint
CREATE TABLE "picklist_lines" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"picklist_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"balance_id" uuid NOT NULL,
	"compartment_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"qty" integer NOT NULL,
	"picked" integer DEFAULT 0 NOT NULL,
	"short" integer DEFAULT 0 NOT NULL,
	"short_reason" text DEFAULT '' NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "picklist_lines_within" CHECK (picked >= 0 and short >= 0 and picked + short <= qty)
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"line_id" uuid NOT NULL,
	"balance_id" uuid NOT NULL,
	"qty" integer NOT NULL,
	"picked" boolean DEFAULT false NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "reservations_line_id_balance_id_pk" PRIMARY KEY("line_id","balance_id"),
	CONSTRAINT "reservations_some" CHECK (qty > 0)
);
--> statement-breakpoint
CREATE TABLE "parcel_contents" (
	"parcel_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"serial" text DEFAULT '' NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "parcel_contents_parcel_id_line_id_serial_pk" PRIMARY KEY("parcel_id","line_id","serial"),
	CONSTRAINT "parcel_contents_some" CHECK (qty > 0)
);
--> statement-breakpoint
CREATE TABLE "task_blockers" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"task_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"opened_by" uuid,
	"opened_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"resolved_by" uuid,
	"resolved_at" timestamptz(3),
	"resolution" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_events" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"task_id" uuid NOT NULL,
	"command" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"from_status" text,
	"to_status" text,
	"by" uuid,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracking_events" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"parcel_id" uuid NOT NULL,
	"code" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carriers" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"api" text DEFAULT 'simulated' NOT NULL,
	"cut_off" text DEFAULT '' NOT NULL,
	"tracking_url" text DEFAULT '' NOT NULL,
	"dimensions" boolean DEFAULT false NOT NULL,
	"max_weight" integer,
	"storehouse_id" uuid,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counts" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"compartment_ids" uuid[] DEFAULT '{}' NOT NULL,
	"blind" boolean DEFAULT true NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"variance" integer DEFAULT 0 NOT NULL,
	"differing" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamptz(3),
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loading_lists" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"carrier_id" uuid NOT NULL,
	"dock_id" uuid,
	"vehicle" text DEFAULT '' NOT NULL,
	"driver" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"parcels" integer DEFAULT 0 NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"handed_over_at" timestamptz(3),
	"signed_file" text
);
--> statement-breakpoint
CREATE TABLE "merged_units" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"code" text NOT NULL,
	"kind" text DEFAULT 'box' NOT NULL,
	"parent_id" uuid,
	"compartment_id" uuid,
	"merchant_id" uuid,
	"state" text DEFAULT 'open' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"task_id" uuid NOT NULL,
	"task_no" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"seq" integer DEFAULT 1 NOT NULL,
	"kind" text DEFAULT 'parcel' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"unit_id" uuid,
	"pieces" integer DEFAULT 0 NOT NULL,
	"weight" integer,
	"length" integer,
	"width" integer,
	"height" integer,
	"carrier_id" uuid,
	"service" text DEFAULT '' NOT NULL,
	"tracking_no" text DEFAULT '' NOT NULL,
	"retour_no" text DEFAULT '' NOT NULL,
	"label_state" text DEFAULT 'none' NOT NULL,
	"label_file" text,
	"label_error" text DEFAULT '' NOT NULL,
	"shipment_id" text DEFAULT '' NOT NULL,
	"loading_list_id" uuid,
	"station_id" uuid,
	"packed_by" uuid,
	"closed_at" timestamptz(3),
	"handed_over_at" timestamptz(3),
	"delivered_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "picklists" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"kind" text DEFAULT 'batch' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"merchant_id" uuid,
	"zone" text DEFAULT '' NOT NULL,
	"carrier_id" uuid,
	"picker_id" uuid,
	"cart_id" uuid,
	"orders" integer DEFAULT 0 NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"picked" integer DEFAULT 0 NOT NULL,
	"short" integer DEFAULT 0 NOT NULL,
	"printed_at" timestamptz(3),
	"started_at" timestamptz(3),
	"done_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"device_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"profile" text NOT NULL,
	"source" text NOT NULL,
	"code" text NOT NULL,
	"act" text NOT NULL,
	"body" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"station_id" uuid,
	"user_id" uuid,
	"sent_by" uuid,
	"merchant_id" uuid,
	"task_id" uuid,
	"undoes" uuid,
	CONSTRAINT "scans_device_seq" UNIQUE("device_id","seq")
);
--> statement-breakpoint
CREATE TABLE "serials" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"state" text NOT NULL,
	"task_id" uuid,
	"shipped_at" timestamptz(3),
	CONSTRAINT "serials_key" UNIQUE("merchant_id","item_id","serial")
);
--> statement-breakpoint
CREATE TABLE "stations" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"compartment_id" uuid NOT NULL,
	"profiles" text[] DEFAULT '{}' NOT NULL,
	"printer_id" uuid,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_balances" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"item_name" text NOT NULL,
	"compartment_id" uuid NOT NULL,
	"place" text NOT NULL,
	"lot" text DEFAULT '' NOT NULL,
	"expiry" date,
	"serial" text DEFAULT '' NOT NULL,
	"condition" text DEFAULT 'good' NOT NULL,
	"unit_id" uuid,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"free" integer GENERATED ALWAYS AS (on_hand - reserved) STORED,
	CONSTRAINT "stock_balances_key" UNIQUE NULLS NOT DISTINCT("item_id","compartment_id","merchant_id","lot","expiry","serial","condition","unit_id"),
	CONSTRAINT "stock_balances_not_negative" CHECK (on_hand >= 0),
	CONSTRAINT "stock_balances_not_overdrawn" CHECK (reserved >= 0 and reserved <= on_hand),
	CONSTRAINT "stock_balances_one_piece" CHECK (serial = '' or on_hand <= 1)
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"qty" integer NOT NULL,
	"lot" text DEFAULT '' NOT NULL,
	"expiry" date,
	"serial" text DEFAULT '' NOT NULL,
	"condition" text DEFAULT 'good' NOT NULL,
	"to_condition" text DEFAULT 'good' NOT NULL,
	"from_place" text NOT NULL,
	"from_id" uuid,
	"from_unit_id" uuid,
	"to_place" text NOT NULL,
	"to_id" uuid,
	"to_unit_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"task_id" uuid,
	"line_id" uuid,
	"parcel_id" uuid,
	"scan_id" uuid,
	"station_id" uuid,
	"user_id" uuid,
	"reverses_id" uuid,
	CONSTRAINT "stock_moves_some" CHECK (qty > 0),
	CONSTRAINT "stock_moves_from" CHECK ((from_place = 'stock') = (from_id is not null)),
	CONSTRAINT "stock_moves_to" CHECK ((to_place = 'stock') = (to_id is not null)),
	CONSTRAINT "stock_moves_one_piece" CHECK (serial = '' or qty = 1)
);
--> statement-breakpoint
CREATE TABLE "task_lines" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"task_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"ordered" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"short" integer DEFAULT 0 NOT NULL,
	"picked" integer DEFAULT 0 NOT NULL,
	"packed" integer DEFAULT 0 NOT NULL,
	"shipped" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"damaged" integer DEFAULT 0 NOT NULL,
	"put_away" integer DEFAULT 0 NOT NULL,
	"disposed" integer DEFAULT 0 NOT NULL,
	"price" bigint,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "task_lines_picked" CHECK (picked >= packed and packed >= shipped and shipped >= 0 and returned <= shipped),
	CONSTRAINT "task_lines_cancelled" CHECK (cancelled >= 0 and short >= 0 and reserved >= 0),
	CONSTRAINT "task_lines_not_above" CHECK (picked + reserved + cancelled <= greatest(ordered, picked)),
	CONSTRAINT "task_lines_received" CHECK (received >= put_away + disposed and damaged <= received and put_away >= 0 and disposed >= 0)
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"kind" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"status" text DEFAULT 'inProcess' NOT NULL,
	"status_since" timestamptz(3) DEFAULT now() NOT NULL,
	"blocker" text,
	"priority" text DEFAULT 'normal' NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"ref_order_id" text DEFAULT '' NOT NULL,
	"transport_mode" text DEFAULT 'parcel' NOT NULL,
	"carrier_id" uuid,
	"service" text DEFAULT '' NOT NULL,
	"label_source" text DEFAULT 'own' NOT NULL,
	"pickup_date" date,
	"pickup_from" text DEFAULT '' NOT NULL,
	"requested_ship_at" timestamptz(3),
	"actual_ship_at" timestamptz(3),
	"cut_off_at" timestamptz(3),
	"weight" integer,
	"unit_qty" integer,
	"box_qty" integer,
	"pallet_qty" integer,
	"force_ship_label" boolean DEFAULT false NOT NULL,
	"auto_retour_label" boolean DEFAULT false NOT NULL,
	"label_swap" boolean DEFAULT false NOT NULL,
	"danger_goods" boolean DEFAULT false NOT NULL,
	"delivery_services" text[] DEFAULT '{}' NOT NULL,
	"delivery_note" text,
	"consignor" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL,
	"consignee" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"retour_no" text DEFAULT '' NOT NULL,
	"tracking_no" text DEFAULT '' NOT NULL,
	"parent_id" uuid,
	"ship_partial" boolean DEFAULT false NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"picked" integer DEFAULT 0 NOT NULL,
	"packed" integer DEFAULT 0 NOT NULL,
	"shipped" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"put_away" integer DEFAULT 0 NOT NULL,
	"parcel_count" integer DEFAULT 0 NOT NULL,
	"created_from" uuid,
	"allocated_at" timestamptz(3),
	"unlinked_at" timestamptz(3),
	"arrived_at" timestamptz(3),
	"receipt_closed_at" timestamptz(3),
	"prepared_at" timestamptz(3),
	"under_way_at" timestamptz(3),
	"part_done_at" timestamptz(3),
	"gates_forced_at" timestamptz(3),
	"closed_at" timestamptz(3),
	"cancel_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "picklist_lines_once" ON "picklist_lines" USING btree ("line_id","balance_id") WHERE open;--> statement-breakpoint
CREATE INDEX "picklist_lines_list" ON "picklist_lines" USING btree ("picklist_id","seq");--> statement-breakpoint
CREATE INDEX "picklist_lines_task" ON "picklist_lines" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "reservations_balance" ON "reservations" USING btree ("balance_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_blockers_open" ON "task_blockers" USING btree ("task_id","kind") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "task_blockers_task" ON "task_blockers" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "task_events_task" ON "task_events" USING btree ("task_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_events_once" ON "tracking_events" USING btree ("parcel_id","code","at");--> statement-breakpoint
CREATE UNIQUE INDEX "counts_no" ON "counts" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "loading_lists_no" ON "loading_lists" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_no" ON "parcels" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_seq" ON "parcels" USING btree ("task_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_tracking" ON "parcels" USING btree ("carrier_id","tracking_no") WHERE tracking_no <> '';--> statement-breakpoint
CREATE INDEX "parcels_tracking_no" ON "parcels" USING btree ("tracking_no") WHERE tracking_no <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "picklists_no" ON "picklists" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "scans_undoes" ON "scans" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "scans_task" ON "scans" USING btree ("task_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_balances_serial_one" ON "stock_balances" USING btree ("merchant_id","item_id","serial") WHERE serial <> '' and on_hand > 0;--> statement-breakpoint
CREATE INDEX "stock_balances_unit" ON "stock_balances" USING btree ("unit_id") WHERE unit_id is not null;--> statement-breakpoint
CREATE INDEX "stock_balances_free" ON "stock_balances" USING btree ("item_id","merchant_id") WHERE on_hand > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_moves_reverses" ON "stock_moves" USING btree ("reverses_id");--> statement-breakpoint
CREATE INDEX "stock_moves_scan" ON "stock_moves" USING btree ("scan_id") WHERE scan_id is not null;--> statement-breakpoint
CREATE INDEX "stock_moves_line" ON "stock_moves" USING btree ("line_id") WHERE line_id is not null;--> statement-breakpoint
CREATE INDEX "stock_moves_item" ON "stock_moves" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "stock_moves_serial" ON "stock_moves" USING btree ("item_id","serial") WHERE serial <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_reference" ON "tasks" USING btree ("merchant_id","source","ref_order_id") WHERE ref_order_id <> '' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_no" ON "tasks" USING btree ("no");--> statement-breakpoint
CREATE INDEX "tasks_status" ON "tasks" USING btree ("status","kind");