-- What the customer of a divided order pays at the door is collected whole, with one part of it.

-- The part that collects. One that was cancelled before it was shipped collects nothing.
create or replace function kontor_collecting_part(channel uuid, whole text) returns uuid language sql stable set search_path = public, pg_temp as $$
  select id from channel_orders where channel_id = channel and part_of = whole and whole <> '' and state not in ('cancelled', 'ignored') and body ? 'codAmount'
  order by first_seen, id limit 1
$$;

-- For a part that collects nothing: the order that collects its amount. Without an id it is not taken yet, and the number is that of the shop.
create or replace function kontor_collected_with(part uuid) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', t.id, 'no', coalesce(t.no, c.external_no))
  from channel_orders o join channel_orders c on c.id = kontor_collecting_part(o.channel_id, o.part_of) left join tasks t on t.id = c.task_id
  where o.id = part and c.id <> o.id and o.state not in ('cancelled', 'ignored')
$$;
