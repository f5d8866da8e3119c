CREATE TABLE "sample_shops" (
	"channel_id" uuid PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
