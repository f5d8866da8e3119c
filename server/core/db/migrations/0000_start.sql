CREATE SEQUENCE "public"."print_job_no" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "access_stamp" (
	"one" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"no" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_anchor" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" text NOT NULL,
	"audit_id" bigint NOT NULL,
	"count" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"unkeyed_until" bigint NOT NULL,
	"folder" text NOT NULL,
	"mac" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"area" text NOT NULL,
	"row_id" uuid,
	"action" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"user_id" uuid,
	"session_id" uuid,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "audit_seal" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"answer" json,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "live_counter" (
	"one" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"no" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"no" bigint,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"kind" text NOT NULL,
	"area" text,
	"row_id" uuid,
	"merchant_id" uuid,
	"carrier_id" uuid,
	"user_id" uuid,
	"role" text,
	"payload" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"name" text PRIMARY KEY NOT NULL,
	"next" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"user_id" uuid NOT NULL,
	"old_account" text NOT NULL,
	"new_account" text NOT NULL,
	"requested_by" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"sent_at" timestamptz(3),
	"confirm_hash" "bytea",
	"cancel_hash" "bytea",
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"token_hash" "bytea",
	"sent_at" timestamptz(3),
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "spent_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"allocated_on" date NOT NULL,
	"payment_id" uuid,
	"credit_id" uuid,
	"invoice_id" uuid,
	"bill_id" uuid,
	"amount" bigint NOT NULL,
	"from_base" bigint DEFAULT 0 NOT NULL,
	"to_base" bigint DEFAULT 0 NOT NULL,
	"reverses_id" uuid,
	CONSTRAINT "allocations_from" CHECK (num_nonnulls(payment_id, credit_id) = 1),
	CONSTRAINT "allocations_to" CHECK (num_nonnulls(invoice_id, bill_id) = 1),
	CONSTRAINT "allocations_some" CHECK (amount <> 0 and (amount < 0) = (reverses_id is not null))
);
--> statement-breakpoint
CREATE TABLE "invoice_circles" (
	"circle" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_circles_circle_year_pk" PRIMARY KEY("circle","year")
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
CREATE TABLE "rfid_reads" (
	"reader" text NOT NULL,
	"tag" text NOT NULL,
	"seen_at" timestamptz(3) NOT NULL,
	"event_at" timestamptz(3) NOT NULL,
	CONSTRAINT "rfid_reads_reader_tag_pk" PRIMARY KEY("reader","tag")
);
--> statement-breakpoint
CREATE TABLE "scan_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"station_id" uuid,
	"user_id" uuid,
	"seen_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "station_users" (
	"station_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "stock_checkpoint_flows" (
	"checkpoint" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	"from_place" text NOT NULL,
	"to_place" text NOT NULL,
	"qty" bigint NOT NULL,
	CONSTRAINT "stock_checkpoint_flows_key" PRIMARY KEY("checkpoint","merchant_id","from_place","to_place")
);
--> statement-breakpoint
CREATE TABLE "stock_checkpoint_sums" (
	"checkpoint" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"compartment_id" uuid NOT NULL,
	"lot" text NOT NULL,
	"expiry" date,
	"serial" text NOT NULL,
	"condition" text NOT NULL,
	"unit_id" uuid,
	"qty" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_checkpoints" (
	"no" integer PRIMARY KEY NOT NULL,
	"until" timestamptz(6) NOT NULL,
	"size" integer NOT NULL,
	"made_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "stock_checkpoints_until_unique" UNIQUE("until")
);
--> statement-breakpoint
CREATE TABLE "stock_proofs" (
	"at" timestamptz(3) PRIMARY KEY NOT NULL,
	"broken" integer NOT NULL,
	"rules" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "classes" (
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
	"description" text DEFAULT '' NOT NULL,
	"duty_ids" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "duties" (
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
	"description" text DEFAULT '' NOT NULL,
	"privilege_ids" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"client_id" text DEFAULT 'k_' || encode(gen_random_bytes(12), 'hex') NOT NULL,
	"secret_hash" text,
	"merchant_id" uuid,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"redirect_uris" text[] DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"last_used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "privileges" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"key" text NOT NULL,
	"area" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"key" text NOT NULL,
	"name" jsonb NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"user_type" integer DEFAULT 0 NOT NULL,
	"routes" text[] DEFAULT '{}' NOT NULL,
	"privilege_ids" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"user_id" uuid,
	"account" text,
	"ip" text,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "captchas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"answer_hash" "bytea" NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "login_envs" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"user_id" uuid,
	"user_agent" text NOT NULL,
	"first_seen" timestamptz(3) DEFAULT now() NOT NULL,
	"last_seen" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"sub_id" uuid,
	"env_id" uuid,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"seen_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"revoked_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "sso_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sso" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"account" text NOT NULL,
	"name" text NOT NULL,
	"type" integer NOT NULL,
	"role_ids" uuid[] DEFAULT '{}' NOT NULL,
	"class_ids" uuid[] DEFAULT '{}' NOT NULL,
	"merchant_id" uuid,
	"carrier_id" uuid,
	"supplier_id" uuid,
	"sub_of" uuid,
	"avatar" text,
	"locale" text,
	"training" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamptz(3),
	"last_seen_at" timestamptz(3),
	"passwd_hash" text,
	"has_password" boolean GENERATED ALWAYS AS (passwd_hash is not null) STORED NOT NULL,
	"totp_secret" text,
	"totp_pending" text,
	"pending_account" text,
	"sample" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_aliases" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"code" text NOT NULL,
	"kind" text DEFAULT 'other' NOT NULL,
	"item_id" uuid NOT NULL,
	"merchant_id" uuid,
	"pieces" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_components" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"item_id" uuid NOT NULL,
	"component_id" uuid NOT NULL,
	"qty" integer DEFAULT 1 NOT NULL,
	"merchant_id" uuid,
	"kit_sku" text NOT NULL,
	"part_sku" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"merchant_id" uuid,
	"kind" text DEFAULT 'physical' NOT NULL,
	"barcode" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"supplier_id" uuid,
	"price" bigint,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"weight" integer,
	"length" integer,
	"width" integer,
	"height" integer,
	"serial_mode" text DEFAULT 'none' NOT NULL,
	"serial_pattern" text DEFAULT '' NOT NULL,
	"pick_scan" text DEFAULT 'once' NOT NULL,
	"lot_mode" boolean DEFAULT false NOT NULL,
	"expires" boolean DEFAULT false NOT NULL,
	"min_stock" integer,
	"hs_code" text DEFAULT '' NOT NULL,
	"origin" text DEFAULT '' NOT NULL,
	"dangerous" boolean DEFAULT false NOT NULL,
	"un_number" text DEFAULT '' NOT NULL,
	"image" text,
	"remark" text DEFAULT '' NOT NULL
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
	"replaces_id" uuid,
	"replaced_by_id" uuid,
	"swap_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "serials_key" UNIQUE("merchant_id","item_id","serial")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"shop" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"stock_sync" boolean DEFAULT false NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"credentials" text,
	"has_credentials" boolean GENERATED ALWAYS AS (credentials is not null) STORED NOT NULL,
	"scopes" text DEFAULT '' NOT NULL,
	"connected_at" timestamptz(3),
	"last_event" text DEFAULT '' NOT NULL,
	"last_event_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "change_requests" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"task_id" uuid NOT NULL,
	"area" text NOT NULL,
	"no" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"carrier_id" uuid,
	"asked_by" text NOT NULL,
	"decides" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"changes" jsonb NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"decided_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"status" text DEFAULT 'inProcess' NOT NULL,
	"status_since" timestamptz(3) DEFAULT now() NOT NULL,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"blocker" text,
	"under_way_at" timestamptz(3),
	"arrived_at" timestamptz(3),
	"kind" text DEFAULT 'collectRequest' NOT NULL,
	"pickup" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL,
	"storehouse_id" uuid,
	"contact" text DEFAULT '' NOT NULL,
	"pickup_date" date NOT NULL,
	"time_from" text DEFAULT '' NOT NULL,
	"time_to" text DEFAULT '' NOT NULL,
	"goods" text NOT NULL,
	"box_qty" integer,
	"pallet_qty" integer,
	"weight" integer,
	"danger_goods" boolean DEFAULT false NOT NULL,
	"tail_lift" boolean DEFAULT false NOT NULL,
	"vehicle" text DEFAULT '' NOT NULL,
	"packing_list" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"offers" integer DEFAULT 0 NOT NULL,
	"carrier_id" uuid,
	"price" bigint,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"request_id" uuid,
	"order_id" uuid,
	"inbound_id" uuid
);
--> statement-breakpoint
CREATE TABLE "containers" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"status" text DEFAULT 'inProcess' NOT NULL,
	"status_since" timestamptz(3) DEFAULT now() NOT NULL,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"blocker" text,
	"under_way_at" timestamptz(3),
	"arrived_at" timestamptz(3),
	"container_no" text NOT NULL,
	"size_type" text DEFAULT '45G1' NOT NULL,
	"seal_no" text DEFAULT '' NOT NULL,
	"bill_of_lading" text DEFAULT '' NOT NULL,
	"shipping_line" text DEFAULT '' NOT NULL,
	"vessel" text DEFAULT '' NOT NULL,
	"voyage" text DEFAULT '' NOT NULL,
	"port_of_loading" text DEFAULT '' NOT NULL,
	"port_of_discharge" text DEFAULT '' NOT NULL,
	"terminal" text DEFAULT '' NOT NULL,
	"etd" date,
	"eta" date,
	"free_days" integer DEFAULT 7 NOT NULL,
	"packing_list" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"last_free_day" date GENERATED ALWAYS AS (coalesce((arrived_at at time zone 'utc')::date, eta) + free_days) STORED,
	"devanned_at" timestamptz(3),
	"inbound_id" uuid
);
--> statement-breakpoint
CREATE TABLE "offers" (
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
	"carrier_id" uuid NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"origin" text DEFAULT '' NOT NULL,
	"destination" text DEFAULT '' NOT NULL,
	"goods" text DEFAULT '' NOT NULL,
	"weight" integer,
	"loading_metres" integer,
	"wanted_on" date,
	"answered_at" timestamptz(3),
	"price" bigint,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"transit_days" integer,
	"pickup_date" date,
	"valid_until" date,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transport_quotes" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"status" text DEFAULT 'inProcess' NOT NULL,
	"status_since" timestamptz(3) DEFAULT now() NOT NULL,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"blocker" text,
	"under_way_at" timestamptz(3),
	"arrived_at" timestamptz(3),
	"mode" text DEFAULT 'road' NOT NULL,
	"origin" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL,
	"destination" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL,
	"pickup_date" date,
	"pieces" text NOT NULL,
	"un_no" text DEFAULT '' NOT NULL,
	"tail_lift" boolean DEFAULT false NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"piece_count" integer DEFAULT 0 NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"volume" integer DEFAULT 0 NOT NULL,
	"volume_weight" integer DEFAULT 0 NOT NULL,
	"loading_metres" integer DEFAULT 0 NOT NULL,
	"chargeable" integer DEFAULT 0 NOT NULL,
	"offers" integer DEFAULT 0 NOT NULL,
	"carrier_id" uuid,
	"price" bigint,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"order_id" uuid
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"standard" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"base" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bills" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"supplier_id" uuid,
	"carrier_id" uuid,
	"purchase_order_id" uuid,
	"their_no" text NOT NULL,
	"bill_date" date NOT NULL,
	"due_date" date,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"their_total" bigint NOT NULL,
	"file" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'entered' NOT NULL,
	"overdue" boolean DEFAULT false NOT NULL,
	"net" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"settled" bigint DEFAULT 0 NOT NULL,
	"open" bigint GENERATED ALWAYS AS (case when approved_at is null then 0 else gross - settled end) STORED NOT NULL,
	"rate" bigint,
	"differences" integer DEFAULT 0 NOT NULL,
	"above_receipt" integer DEFAULT 0 NOT NULL,
	"approved_at" timestamptz(3),
	"approved_by" uuid,
	"approval_reason" text DEFAULT '' NOT NULL,
	"disputed_at" timestamptz(3),
	"dispute_reason" text DEFAULT '' NOT NULL,
	"by_carrier" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bills_one_party" CHECK (num_nonnulls(supplier_id, carrier_id) = 1),
	CONSTRAINT "bills_within" CHECK (settled >= 0 and settled <= gross)
);
--> statement-breakpoint
CREATE TABLE "fx_rates" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"currency" text NOT NULL,
	"valid_on" date NOT NULL,
	"rate" bigint NOT NULL,
	"source" text DEFAULT 'ecb' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid,
	"customer_id" uuid,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"service_from" date,
	"service_to" date,
	"payment_days" integer,
	"reference" text DEFAULT '' NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"no" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'invoice' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"overdue" boolean DEFAULT false NOT NULL,
	"issue_date" date,
	"due_date" date,
	"net" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"settled" bigint DEFAULT 0 NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"open" bigint GENERATED ALWAYS AS (case when posted_at is null then 0 else gross - settled end) STORED NOT NULL,
	"rate" bigint,
	"party_name" text DEFAULT '' NOT NULL,
	"party_vat_id" text DEFAULT '' NOT NULL,
	"party_address" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reverses_id" uuid,
	"posted_at" timestamptz(3),
	"pdf_file" text,
	"pdf_hash" text DEFAULT '' NOT NULL,
	"reader_id" uuid,
	"paper" jsonb,
	CONSTRAINT "invoices_one_party" CHECK (num_nonnulls(merchant_id, customer_id) = 1),
	CONSTRAINT "invoices_within" CHECK (settled >= 0 and settled <= gross and credited >= 0 and credited <= settled),
	CONSTRAINT "invoices_posted" CHECK (posted_at is null or (no <> '' and issue_date is not null and due_date is not null and rate is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
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
	"kind" text DEFAULT 'transfer' NOT NULL,
	"account_id" uuid,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"direction" text DEFAULT 'in' NOT NULL,
	"merchant_id" uuid,
	"customer_id" uuid,
	"supplier_id" uuid,
	"carrier_id" uuid,
	"paid_on" date NOT NULL,
	"method_id" uuid,
	"account_id" uuid NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"amount" bigint NOT NULL,
	"account_amount" bigint,
	"reference" text DEFAULT '' NOT NULL,
	"rate" bigint,
	"settled" bigint DEFAULT 0 NOT NULL,
	"open" bigint GENERATED ALWAYS AS (case when reversed_at is null then amount - settled else 0 end) STORED NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reversed_at" timestamptz(3),
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "payments_one_party" CHECK (num_nonnulls(merchant_id, customer_id, supplier_id, carrier_id) = 1),
	CONSTRAINT "payments_some" CHECK (amount > 0),
	CONSTRAINT "payments_within" CHECK (settled >= 0 and settled <= amount)
);
--> statement-breakpoint
CREATE TABLE "tax" (
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
	"country" text NOT NULL,
	"category" text DEFAULT 'S' NOT NULL,
	"rate" integer NOT NULL,
	"reverse_charge" boolean DEFAULT false NOT NULL,
	"valid_from" date,
	"valid_to" date
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"entry_id" uuid NOT NULL,
	"booked_on" date NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"debit" bigint DEFAULT 0 NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"base" bigint DEFAULT 0 NOT NULL,
	"source" text NOT NULL,
	"document_no" text DEFAULT '' NOT NULL,
	"party" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"invoice_id" uuid,
	"bill_id" uuid,
	"payment_id" uuid,
	"reverses_id" uuid,
	CONSTRAINT "transactions_one_side" CHECK (debit >= 0 and credit >= 0 and (debit = 0 or credit = 0))
);
--> statement-breakpoint
CREATE TABLE "attendances" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"user_id" uuid NOT NULL,
	"start_at" timestamptz(3) NOT NULL,
	"end_at" timestamptz(3),
	"break_minutes" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"state" text DEFAULT 'working' NOT NULL,
	"breaks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"worked" integer DEFAULT 0 NOT NULL,
	"warning" text DEFAULT 'none' NOT NULL,
	"source" text DEFAULT 'web' NOT NULL,
	CONSTRAINT "attendances_order" CHECK ("attendances"."end_at" is null or "attendances"."end_at" >= "attendances"."start_at")
);
--> statement-breakpoint
CREATE TABLE "calendar_entries" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"title" text NOT NULL,
	"kind" text DEFAULT 'appointment' NOT NULL,
	"start_day" date NOT NULL,
	"end_day" date NOT NULL,
	"all_day" boolean DEFAULT true NOT NULL,
	"start_time" text DEFAULT '' NOT NULL,
	"end_time" text DEFAULT '' NOT NULL,
	"who_ids" uuid[] DEFAULT '{}' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	CONSTRAINT "calendar_entries_order" CHECK ("calendar_entries"."end_day" >= "calendar_entries"."start_day")
);
--> statement-breakpoint
CREATE TABLE "dev_requirements" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'wish' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"state" text DEFAULT 'wished' NOT NULL,
	"assignee_id" uuid,
	"voter_ids" uuid[] DEFAULT '{}' NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	"done_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "office_tasks" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"assignee_id" uuid,
	"due_date" date,
	"priority" text DEFAULT 'normal' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"task_id" uuid,
	"done_at" timestamptz(3)
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
	"external_id" text DEFAULT '' NOT NULL,
	"ordered_at" timestamptz(3),
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
	"delivered_at" timestamptz(3),
	"received_by" text DEFAULT '' NOT NULL,
	"proof_file" text,
	"cancel_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"name" text NOT NULL,
	"merchant_id" uuid,
	"vat_id" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"payment_days" integer DEFAULT 14 NOT NULL,
	"credit_limit" bigint,
	"incoterm" text DEFAULT '' NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"invoice_email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" jsonb NOT NULL,
	"delivery_address" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "groups" (
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
	"merchant_id" uuid,
	"item_ids" uuid[] DEFAULT '{}' NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"vat_id" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"payment_days" integer DEFAULT 14 NOT NULL,
	"ship_partial" boolean DEFAULT false NOT NULL,
	"pick_scan" text DEFAULT 'once' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" jsonb NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"name" text NOT NULL,
	"merchant_id" uuid,
	"vat_id" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"payment_days" integer DEFAULT 14 NOT NULL,
	"credit_limit" bigint,
	"incoterm" text DEFAULT '' NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"invoice_email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" jsonb NOT NULL,
	"delivery_address" jsonb DEFAULT '{"name1":"","name2":"","streetName":"","streetNumber":"","zip":"","city":"","country":"","phone":"","email":"","addition":""}'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "print_jobs" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text DEFAULT 'PJ-' || nextval('print_job_no') NOT NULL,
	"key" text NOT NULL,
	"document" text NOT NULL,
	"ids" uuid[] NOT NULL,
	"title" text NOT NULL,
	"locales" text[] NOT NULL,
	"paper" text NOT NULL,
	"copies" integer NOT NULL,
	"pages" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text NOT NULL,
	"reprint_of" uuid,
	"error" text DEFAULT '' NOT NULL,
	"printer_id" uuid,
	"station_id" uuid,
	"agent" text DEFAULT '' NOT NULL,
	"requested_by" uuid NOT NULL,
	"merchant_id" uuid,
	"sent_at" timestamptz(3),
	"ended_at" timestamptz(3),
	"expires_at" timestamptz(3) NOT NULL,
	"records" jsonb,
	"subject" text NOT NULL,
	"holder" text,
	"side_id" uuid
);
--> statement-breakpoint
CREATE TABLE "printers" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"kind" text DEFAULT 'pdf' NOT NULL,
	"queue" text NOT NULL,
	"media_width" integer DEFAULT 100 NOT NULL,
	"media_height" integer DEFAULT 150 NOT NULL,
	"dpi" integer DEFAULT 203 NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL
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
	"reader" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcement_reads" (
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_reads_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"title" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"audience" text DEFAULT 'everybody' NOT NULL,
	"important" boolean DEFAULT false NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"subject" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"checksum" text NOT NULL,
	"visibility" text NOT NULL,
	"merchant_id" uuid,
	"carrier_id" uuid
);
--> statement-breakpoint
CREATE TABLE "lookup" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"domain" text NOT NULL,
	"code" text NOT NULL,
	"text" jsonb NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mask_versions" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"merchant_id" uuid,
	"definition" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_id" uuid,
	"at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"public" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"mask" text NOT NULL,
	"name" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"state" jsonb NOT NULL
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
	"supplier_id" uuid,
	"active" boolean DEFAULT true NOT NULL
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
	"label_tries" integer DEFAULT 0 NOT NULL,
	"label_due_at" timestamptz(3),
	"label_stale" boolean DEFAULT false NOT NULL,
	"label_round" integer DEFAULT 0 NOT NULL,
	"loading_list_id" uuid,
	"station_id" uuid,
	"packed_by" uuid,
	"closed_at" timestamptz(3),
	"handed_over_at" timestamptz(3),
	"delivered_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "compartments" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"code" text NOT NULL,
	"warehouse_id" uuid NOT NULL,
	"kind" text DEFAULT 'shelf' NOT NULL,
	"zone" text DEFAULT '' NOT NULL,
	"aisle" text DEFAULT '' NOT NULL,
	"rack" text DEFAULT '' NOT NULL,
	"level" text DEFAULT '' NOT NULL,
	"slot" text DEFAULT '' NOT NULL,
	"merchant_id" uuid,
	"max_weight" integer,
	"max_volume" integer,
	"pick_order" integer DEFAULT 0 NOT NULL,
	"blocked_reason" text DEFAULT '' NOT NULL
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
CREATE TABLE "storehouses" (
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
	"address" jsonb NOT NULL,
	"timezone" text DEFAULT 'Europe/Berlin' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warehouses" (
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
	"storehouse_id" uuid NOT NULL,
	"kind" text DEFAULT 'shelving' NOT NULL,
	"description" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"to_id" uuid NOT NULL,
	"from_id" uuid,
	"type" text DEFAULT 'info' NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"read_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"by" uuid,
	"side" text NOT NULL,
	"internal" boolean DEFAULT false NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"no" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"task_id" uuid,
	"priority" text DEFAULT 'normal' NOT NULL,
	"state" text DEFAULT 'waitsForUs' NOT NULL,
	"state_since" timestamptz(3) DEFAULT now() NOT NULL,
	"due_at" timestamptz(3),
	"messages" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamptz(3),
	"closed_at" timestamptz(3),
	"opened_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_rules" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"name" text NOT NULL,
	"category_id" uuid NOT NULL,
	"merchant_id" uuid,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"mode" text DEFAULT 'tier' NOT NULL,
	"bands" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"countries" text[] DEFAULT '{}' NOT NULL,
	"carrier_ids" uuid[] DEFAULT '{}' NOT NULL,
	"zones" text[] DEFAULT '{}' NOT NULL,
	"item_kinds" text[] DEFAULT '{}' NOT NULL,
	"min_weight" integer,
	"max_weight" integer,
	"min_amount" integer DEFAULT 0 NOT NULL,
	"step" bigint DEFAULT 0 NOT NULL,
	"markup" integer DEFAULT 0 NOT NULL,
	"valid_from" date,
	"valid_to" date
);
--> statement-breakpoint
CREATE TABLE "purchase_orders" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"supplier_id" uuid NOT NULL,
	"merchant_id" uuid,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"expected_at" date,
	"reference" text DEFAULT '' NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"no" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"net" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"ordered_at" timestamptz(3),
	"cancelled_at" timestamptz(3),
	"closed_at" timestamptz(3),
	"inbound_id" uuid
);
--> statement-breakpoint
CREATE TABLE "quotation_categories" (
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
	"text" jsonb NOT NULL,
	"unit" text DEFAULT 'order' NOT NULL,
	"tax_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotations" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"merchant_id" uuid,
	"customer_id" uuid,
	"subject" text NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"valid_until" date NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"no" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"net" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"sent_at" timestamptz(3),
	"accepted_at" timestamptz(3),
	"declined_at" timestamptz(3),
	"decline_reason" text DEFAULT '' NOT NULL,
	"replaced_at" timestamptz(3),
	"replaces_id" uuid,
	"invoice_id" uuid,
	CONSTRAINT "quotations_one_party" CHECK (num_nonnulls(merchant_id, customer_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"mask" text NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"link" text,
	"request" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"area" text NOT NULL,
	"row_id" uuid NOT NULL,
	"before" jsonb,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT kontor_uuid7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sort_at" timestamptz(6) DEFAULT '-infinity' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamptz(3),
	"mask" text NOT NULL,
	"file_id" text NOT NULL,
	"file_name" text NOT NULL,
	"preset" text,
	"merchant_id" uuid,
	"state" text DEFAULT 'uploaded' NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sample" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"presets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actor" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_envs" ADD CONSTRAINT "login_envs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_row" ON "audit_log" USING btree ("area","row_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_at" ON "idempotency" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "live_event_no" ON "live_event" USING btree ("no");--> statement-breakpoint
CREATE INDEX "live_event_fresh" ON "live_event" USING btree ("id") WHERE no is null;--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes_unsent" ON "email_changes" USING btree ("id") WHERE sent_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_unsent" ON "invitations" USING btree ("id") WHERE sent_at is null and ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_reverses" ON "allocations" USING btree ("reverses_id");--> statement-breakpoint
CREATE INDEX "allocations_payment" ON "allocations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "allocations_credit" ON "allocations" USING btree ("credit_id");--> statement-breakpoint
CREATE INDEX "allocations_invoice" ON "allocations" USING btree ("invoice_id","allocated_on");--> statement-breakpoint
CREATE INDEX "allocations_bill" ON "allocations" USING btree ("bill_id","allocated_on");--> statement-breakpoint
CREATE INDEX "allocations_on" ON "allocations" USING btree ("allocated_on");--> statement-breakpoint
CREATE UNIQUE INDEX "task_blockers_open" ON "task_blockers" USING btree ("task_id","kind") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "task_blockers_task" ON "task_blockers" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "task_events_task" ON "task_events" USING btree ("task_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_events_once" ON "tracking_events" USING btree ("parcel_id","code","at");--> statement-breakpoint
CREATE INDEX "sim_shipments_reference" ON "sim_shipments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "sim_shipments_tracking" ON "sim_shipments" USING btree ("tracking_no");--> statement-breakpoint
CREATE UNIQUE INDEX "picklist_lines_once" ON "picklist_lines" USING btree ("line_id","balance_id") WHERE open;--> statement-breakpoint
CREATE INDEX "picklist_lines_list" ON "picklist_lines" USING btree ("picklist_id","seq");--> statement-breakpoint
CREATE INDEX "picklist_lines_task" ON "picklist_lines" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "reservations_balance" ON "reservations" USING btree ("balance_id");--> statement-breakpoint
CREATE INDEX "stock_checkpoint_sums_item" ON "stock_checkpoint_sums" USING btree ("checkpoint","item_id");--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","event","at");--> statement-breakpoint
CREATE INDEX "security_events_ip" ON "security_events" USING btree ("ip","event","at");--> statement-breakpoint
CREATE INDEX "login_failures_subject" ON "login_failures" USING btree ("subject","at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "change_requests_open" ON "change_requests" USING btree ("task_id","state");--> statement-breakpoint
CREATE INDEX "collections_status" ON "collections" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_once" ON "offers" USING btree ("task_id","carrier_id");--> statement-breakpoint
CREATE INDEX "offers_state" ON "offers" USING btree ("state");--> statement-breakpoint
CREATE INDEX "transport_quotes_status" ON "transport_quotes" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_standard" ON "accounts" USING btree ("kind","currency") WHERE standard and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "bills_no" ON "bills" USING btree ("no");--> statement-breakpoint
CREATE INDEX "bills_status" ON "bills" USING btree ("status");--> statement-breakpoint
CREATE INDEX "bills_file" ON "bills" USING btree ("file") WHERE file is not null;--> statement-breakpoint
CREATE INDEX "bills_dated" ON "bills" USING btree ("bill_date","sort_at");--> statement-breakpoint
CREATE INDEX "bills_open" ON "bills" USING btree ("due_date") WHERE open > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_no" ON "invoices" USING btree ("no") WHERE no <> '';--> statement-breakpoint
CREATE INDEX "invoices_drafts" ON "invoices" USING btree ("currency") WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX "invoices_pdf" ON "invoices" USING btree ("pdf_file") WHERE pdf_file is not null;--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issue_date","sort_at");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("due_date") WHERE open > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_no" ON "payments" USING btree ("no");--> statement-breakpoint
CREATE INDEX "payments_reversed" ON "payments" USING btree ("reversed_at") WHERE reversed_at is not null;--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_on","sort_at");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("status") WHERE open > 0;--> statement-breakpoint
CREATE INDEX "transactions_entry" ON "transactions" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "transactions_booked" ON "transactions" USING btree ("booked_on","sort_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attendances_one_open" ON "attendances" USING btree ("user_id") WHERE "attendances"."end_at" is null and "attendances"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "attendances_user_day" ON "attendances" USING btree ("user_id","day");--> statement-breakpoint
CREATE INDEX "calendar_entries_days" ON "calendar_entries" USING btree ("start_day","end_day");--> statement-breakpoint
CREATE UNIQUE INDEX "dev_requirements_no" ON "dev_requirements" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "office_tasks_no" ON "office_tasks" USING btree ("no");--> statement-breakpoint
CREATE INDEX "office_tasks_state" ON "office_tasks" USING btree ("state","due_date");--> statement-breakpoint
CREATE UNIQUE INDEX "picklists_no" ON "picklists" USING btree ("no");--> statement-breakpoint
CREATE INDEX "picklists_state" ON "picklists" USING btree ("state");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_reference" ON "tasks" USING btree ("merchant_id","source","ref_order_id") WHERE ref_order_id <> '' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_no" ON "tasks" USING btree ("no");--> statement-breakpoint
CREATE INDEX "tasks_status" ON "tasks" USING btree ("status","kind");--> statement-breakpoint
CREATE INDEX "tasks_to_ship" ON "tasks" USING btree ("sort_at","kind","merchant_id","pieces","parcel_count") WHERE actual_ship_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_to_ship_of_merchant" ON "tasks" USING btree ("merchant_id","sort_at","kind") WHERE actual_ship_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("carrier_id","cut_off_at") WHERE actual_ship_at is null and closed_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_shipped" ON "tasks" USING btree ("carrier_id","actual_ship_at") WHERE actual_ship_at is not null;--> statement-breakpoint
CREATE INDEX "tasks_unfinished" ON "tasks" USING btree ("created_at") WHERE closed_at is null and deleted_at is null and status not in ('delivered', 'inbounded', 'shipped', 'inTransit', 'inDelivery');--> statement-breakpoint
CREATE UNIQUE INDEX "print_jobs_key" ON "print_jobs" USING btree ("key");--> statement-breakpoint
CREATE INDEX "print_jobs_ids" ON "print_jobs" USING gin ("ids");--> statement-breakpoint
CREATE INDEX "print_jobs_open" ON "print_jobs" USING btree ("expires_at") WHERE state in ('queued', 'sent');--> statement-breakpoint
CREATE UNIQUE INDEX "scans_undoes" ON "scans" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "scans_task" ON "scans" USING btree ("task_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stations_reader" ON "stations" USING btree ("reader") WHERE reader <> '' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "mask_versions_key_version" ON "mask_versions" USING btree ("key","version");--> statement-breakpoint
CREATE UNIQUE INDEX "mask_versions_live" ON "mask_versions" USING btree ("key","role",coalesce(merchant_id, '00000000-0000-0000-0000-000000000000')) WHERE state = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "loading_lists_no" ON "loading_lists" USING btree ("no");--> statement-breakpoint
CREATE INDEX "loading_lists_state" ON "loading_lists" USING btree ("state");--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_no" ON "parcels" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_seq" ON "parcels" USING btree ("task_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_tracking" ON "parcels" USING btree ("carrier_id","tracking_no") WHERE tracking_no <> '';--> statement-breakpoint
CREATE INDEX "parcels_tracking_no" ON "parcels" USING btree ("tracking_no") WHERE tracking_no <> '';--> statement-breakpoint
CREATE INDEX "parcels_label_work" ON "parcels" USING btree ("label_state","label_due_at") WHERE label_state in ('none', 'requested', 'voided') or state = 'void';--> statement-breakpoint
CREATE INDEX "parcels_handed_over" ON "parcels" USING btree ("handed_over_at") WHERE handed_over_at is not null;--> statement-breakpoint
CREATE INDEX "parcels_closed" ON "parcels" USING btree ("carrier_id","closed_at") WHERE state <> 'void' and closed_at is not null;--> statement-breakpoint
CREATE INDEX "parcels_under_way" ON "parcels" USING btree ("id") WHERE state in ('handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'failed', 'returning');--> statement-breakpoint
CREATE UNIQUE INDEX "counts_no" ON "counts" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_balances_serial_one" ON "stock_balances" USING btree ("merchant_id","item_id","serial") WHERE serial <> '' and on_hand > 0;--> statement-breakpoint
CREATE INDEX "stock_balances_unit" ON "stock_balances" USING btree ("unit_id") WHERE unit_id is not null;--> statement-breakpoint
CREATE INDEX "stock_balances_free" ON "stock_balances" USING btree ("item_id","merchant_id") WHERE on_hand > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_moves_reverses" ON "stock_moves" USING btree ("reverses_id");--> statement-breakpoint
CREATE INDEX "stock_moves_scan" ON "stock_moves" USING btree ("scan_id") WHERE scan_id is not null;--> statement-breakpoint
CREATE INDEX "stock_moves_line" ON "stock_moves" USING btree ("line_id") WHERE line_id is not null;--> statement-breakpoint
CREATE INDEX "stock_moves_item" ON "stock_moves" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "stock_moves_serial" ON "stock_moves" USING btree ("item_id","serial") WHERE serial <> '';--> statement-breakpoint
CREATE INDEX "messages_receiver" ON "messages" USING btree ("to_id","read_at");--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket" ON "ticket_messages" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_no" ON "tickets" USING btree ("no");--> statement-breakpoint
CREATE INDEX "tickets_state" ON "tickets" USING btree ("state");--> statement-breakpoint
CREATE INDEX "purchase_orders_inbound" ON "purchase_orders" USING btree ("inbound_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_status" ON "purchase_orders" USING btree ("status","expected_at");--> statement-breakpoint
CREATE UNIQUE INDEX "quotations_no" ON "quotations" USING btree ("no","revision") WHERE no <> '';--> statement-breakpoint
CREATE INDEX "quotations_status" ON "quotations" USING btree ("status","valid_until");--> statement-breakpoint
CREATE UNIQUE INDEX "quotations_replaces" ON "quotations" USING btree ("replaces_id");--> statement-breakpoint
CREATE INDEX "import_changes_import" ON "import_changes" USING btree ("import_id","id");