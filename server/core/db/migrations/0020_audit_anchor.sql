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
