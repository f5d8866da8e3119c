-- What a shop was told is told again when it changed: work for shops is noted in the transaction of the change.

create or replace function kontor_shop_return_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into channel_due (channel_id, kind, key) select r.channel_id, 'returned', new.id::text from channel_returns r where r.task_id = new.id on conflict do nothing;
  return null;
end $$;

create or replace trigger z_shop_return after update of receipt_closed_at on tasks for each row
  when (new.kind = 'retour' and old.receipt_closed_at is null and new.receipt_closed_at is not null) execute function kontor_shop_return_counted();

-- The label of a parcel that left was replaced. Of a parcel that the shop was told of, its number is corrected there. Of one that it is being told of,
-- nobody knows which number arrived: the work is due again and knows both.
create or replace function kontor_shop_tracking() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare was text[] := array_remove(array[old.tracking_no], '');
begin
  insert into channel_due (channel_id, kind, key, former)
    select d.channel_id, 'track', d.key, was from channel_orders o
      join channel_due d on d.channel_id = o.channel_id and d.kind = 'fulfil' and d.key = new.id::text and d.outcome = 'done' where o.task_id = new.task_id
    on conflict (channel_id, kind, key) do update set former = channel_due.former || was, due_at = clock_timestamp(), tries = 0, error = '', outcome = 'open';
  update channel_due d set former = d.former || was, due_at = clock_timestamp(), tries = 0, error = '', outcome = 'open'
    from channel_orders o where o.task_id = new.task_id and d.channel_id = o.channel_id and d.kind = 'fulfil' and d.key = new.id::text and d.outcome <> 'done';
  return null;
end $$;

create or replace trigger z_shop_tracking after update of tracking_no on parcels for each row
  when (new.handed_over_at is not null and old.tracking_no is distinct from new.tracking_no) execute function kontor_shop_tracking();
