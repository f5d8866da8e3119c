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
CREATE INDEX "stock_checkpoint_sums_item" ON "stock_checkpoint_sums" USING btree ("checkpoint","item_id");