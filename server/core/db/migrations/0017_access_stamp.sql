CREATE TABLE "access_stamp" (
	"one" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"no" bigint DEFAULT 0 NOT NULL
);
