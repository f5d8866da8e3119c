-- The months of the books. Nobody can book into a closed month, by whatever role or statement. Executed at every start, after
-- posting-triggers.sql. Refusals carry SQLSTATE 'KM001' and a key of the locale texts.

-- Whether the acting user has a privilege, by roles, classes and their duties. The system itself has none.
create or replace function kontor_may(asked text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  with own as (select role_ids, class_ids from users where id = kontor_actor() and deleted_at is null and disabled_at is null),
  ids as (
    select unnest(r.privilege_ids) as id from roles r, own where r.id = any(own.role_ids) and r.deleted_at is null
    union select unnest(d.privilege_ids) from duties d, classes c, own where c.id = any(own.class_ids) and c.deleted_at is null and d.id = any(c.duty_ids) and d.deleted_at is null)
  select exists (select from privileges p join ids on ids.id = p.id where p.deleted_at is null and p.key in ('*', asked, split_part(asked, '.', 1) || '.*'))
$$;

-- The state of the month of a day. Locks the month until the commit, so that it cannot be closed while a posting is under way, and a posting
-- that waited for the closing sees it. A month before a closed one is closed.
create or replace function kontor_period_state(day date) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', day)::date;
  found_state text;
begin
  select state into found_state from book_periods where month = first for share;
  if found_state is null then
    insert into book_periods (month, state) select first, case when exists (select from book_periods p where p.month > first and p.state = 'closed') then 'closed' else 'open' end
      on conflict (month) do nothing;
    select state into found_state from book_periods where month = first for share;
  end if;
  return found_state;
end $$;

create or replace function kontor_is_bookable(day date) returns boolean language sql volatile as $$
  select case kontor_period_state(day) when 'open' then true when 'soft' then kontor_may('bookPeriods.bookSoft') else false end
$$;

-- The day itself, or the first day after it that can be booked.
create or replace function kontor_open_day(day date) returns date language plpgsql as $$
begin
  while not kontor_is_bookable(day) loop
    day := (date_trunc('month', day) + interval '1 month')::date;
  end loop;
  return day;
end $$;

create or replace function kontor_books_closed() returns trigger language plpgsql as $$
declare closed date;
begin
  select month into closed from (select distinct date_trunc('month', booked_on)::date as month from added) m where not kontor_is_bookable(month) limit 1;
  if closed is null then return null; end if;
  raise exception 'bookPeriods.refusals.isClosed' using errcode = 'KM001', table = 'transactions', detail = format('The books of %s are closed.', to_char(closed, 'YYYY-MM'));
end $$;
do $do$ begin if not exists (select from pg_trigger where tgname = 'books_closed' and tgrelid = 'transactions'::regclass) then
  create trigger books_closed after insert on transactions referencing new table as added for each statement execute function kontor_books_closed();
end if; end $do$;

-- A closed month is reopened with a reason, and months are never taken out of the list.
create or replace function kontor_reopened() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.month <> old.month or new.deleted_at is not null then raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation'; end if;
  if old.state = 'closed' and new.state <> 'closed' and (new.reason = '' or new.reason = old.reason) then
    raise exception 'bookPeriods.refusals.reasonMissing' using errcode = 'KM001', detail = format('%s is reopened with a new reason.', to_char(old.month, 'YYYY-MM'));
  end if;
  return new;
end $$;
create or replace trigger reopened before update or delete on book_periods for each row execute function kontor_reopened();
create or replace trigger refuse_truncate before truncate on book_periods for each statement execute function kontor_refuse();

-- Months of a ledger from before there were months.
insert into book_periods (month) select generate_series(date_trunc('month', min(booked_on)), date_trunc('month', max(booked_on)), interval '1 month')::date from transactions where booked_on is not null
  on conflict (month) do nothing;
