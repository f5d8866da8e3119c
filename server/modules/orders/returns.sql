-- Pieces of an order line that its open returns still expect.
create or replace function kontor_return_expected(line uuid) returns int language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(greatest(r.ordered - r.cancelled - r.received, 0)), 0)::int from task_lines r join tasks t on t.id = r.task_id
  where r.order_line_id = line and t.kind = 'retour' and t.receipt_closed_at is null and t.closed_at is null and t.deleted_at is null
$$;

-- Pieces of an order line that can still be sent back: shipped, not back yet, and expected by no return.
create or replace function kontor_returnable(line uuid) returns int language sql stable security definer set search_path = public, pg_temp as $$
  select greatest(0, shipped - returned - kontor_return_expected(id)) from task_lines where id = line
$$;

-- Refuses a return of more pieces than were shipped. Locks the line of the order first, so that two requests at once count each other's pieces.
create or replace function kontor_refuse_return_beyond(line uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare o task_lines;
begin
  select * into o from task_lines where id = line for no key update;
  if o.returned + kontor_return_expected(line) > o.shipped then raise exception 'tasks.refusals.moreThanShipped' using errcode = 'KM001'; end if;
end $$;

-- A line of a return is added, or expects more pieces. Pieces that are received without a request are not refused: they are there.
create or replace function kontor_return_line_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform kontor_refuse_return_beyond(new.order_line_id);
  return null;
end $$;
create or replace trigger return_line_added after insert on task_lines for each row
  when (new.order_line_id is not null and new.ordered > new.cancelled) execute function kontor_return_line_added();
create or replace trigger return_line_raised after update of ordered, cancelled, order_line_id on task_lines for each row
  when (new.order_line_id is not null and (new.ordered - new.cancelled > old.ordered - old.cancelled or new.order_line_id is distinct from old.order_line_id))
  execute function kontor_return_line_added();

-- A closed or cancelled return is opened again: it expects its pieces again.
create or replace function kontor_return_opened() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform kontor_refuse_return_beyond(l.order_line_id) from (select distinct order_line_id from task_lines where task_id = new.id and order_line_id is not null order by 1) l;
  return null;
end $$;
create or replace trigger return_opened after update of receipt_closed_at, closed_at, deleted_at on tasks for each row
  when (new.kind = 'retour' and new.receipt_closed_at is null and new.closed_at is null and new.deleted_at is null
    and (old.receipt_closed_at is not null or old.closed_at is not null or old.deleted_at is not null))
  execute function kontor_return_opened();
