-- Functions shared by all tables. derive.ts creates the triggers from the area declarations at start.
-- Everything here can be run again at any time. SQL of PostgreSQL 15.

-- RFC 9562 section 5.7: 48 bits of milliseconds, then random bits. Sorts by creation time.
create or replace function kontor_uuid7() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- A list cursor must be unique in its table even if thousands of rows are written at once. The sequence only stores the last value given.
-- The session lock is held for microseconds, not until commit. A statement that inserts many rows asks once for `n` values and counts on
-- from the one returned, a microsecond a row: asked for row by row, they are a quarter of the time of such a statement.
do $do$ begin if to_regprocedure('kontor_next_sort_at(regclass)') is not null then drop function kontor_next_sort_at(regclass); end if; end $do$;
create or replace function kontor_next_sort_at(seq regclass, n int default 1) returns timestamptz language plpgsql as $$
declare us bigint;
begin
  perform pg_advisory_lock(724, seq::oid::int);
  us := greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint, coalesce(pg_sequence_last_value(seq), -1) + 1);
  perform setval(seq, us + greatest(n, 1) - 1);
  perform pg_advisory_unlock(724, seq::oid::int);
  return timestamptz 'epoch' + us * interval '1 microsecond';
end $$;
alter function kontor_next_sort_at(regclass, int) security definer set search_path = public, pg_temp;

-- The time zone of the house: that of its first storehouse.
create or replace function kontor_zone() returns text language sql stable as $$
  select coalesce((select timezone from storehouses where deleted_at is null order by sort_at limit 1), 'Europe/Berlin')
$$;
-- The date in the time zone of the house. Statements over many rows use `houseDay` (core/db/house-day.ts), which reads the zone once.
create or replace function kontor_day(at timestamptz default now()) returns date language sql stable as $$
  select (at at time zone kontor_zone())::date
$$;

create or replace function kontor_actor() returns uuid language sql stable as $$ select nullif(current_setting('app.user', true), '')::uuid $$;

create or replace function kontor_before() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.sort_at = '-infinity' then new.sort_at := kontor_next_sort_at(tg_argv[0]::regclass); end if;
    new.created_by := coalesce(new.created_by, kontor_actor());
    new.updated_by := coalesce(new.updated_by, new.created_by);
  else
    new.sort_at := old.sort_at;
    new.created_at := old.created_at;
    new.created_by := old.created_by;
    new.version := old.version + 1;
    new.updated_at := clock_timestamp();
    new.updated_by := coalesce(kontor_actor(), old.updated_by);
  end if;
  return new;
end $$;

-- Security events for changed rows (reliability.md P34). Written by triggers, so that every kind of write is covered.
create or replace function kontor_security_event(name text, what text) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into security_events (event, user_id, account, detail) values (name, kontor_actor(), (select account from users where id = kontor_actor()), left(what, 300))
$$;

-- Arguments: the columns that determine rights. Events contain ids and numbers only; the values are in the audit log. The creation of
-- built-in
-- roles at start has no actor and is not an event.
create or replace function kontor_rights_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  changed text;
begin
  if kontor_actor() is null then return null; end if;
  select string_agg(c, ', ') into changed from unnest(tg_argv) c where old_row -> c is distinct from new_row -> c;
  if changed is not null then
    perform kontor_security_event('rights.changed', format('%s %s %s: %s', tg_table_name, coalesce(new_row ->> 'id', old_row ->> 'id'), lower(tg_op), changed));
  end if;
  return null;
end $$;

-- Writes one audit row and one live event for each changed row, whoever changed it. Arguments: area, merchant and carrier column ('' =
-- none),
-- computed columns (comma-separated; they follow from other rows, so their changes are sent as events but not audited), secret columns.
create or replace function kontor_after() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- Each side is converted to JSON once: to convert a wide row takes longer than to store it.
  old_all jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_all jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_all jsonb := coalesce(new_all, old_all);
  untold text[] := array['search', 'version', 'sort_at', 'updated_at', 'updated_by'];
  old_row jsonb := old_all - untold;
  new_row jsonb := new_all - untold;
  row_any record;
  verb text;
  secret text;
  merchant uuid := row_all ->> nullif(tg_argv[1], '');
  carrier uuid := row_all ->> nullif(tg_argv[2], '');
  computed text[] := string_to_array(tg_argv[3], ',');
begin
  row_any := case when tg_op = 'DELETE' then old else new end;
  foreach secret in array tg_argv[4:] loop
    -- A null secret is skipped: its md5 would make the whole row null, and the change would not be recorded.
    if old_row ->> secret is not null then old_row := jsonb_set(old_row, array[secret], to_jsonb('•••' || left(md5(old_row ->> secret), 4))); end if;
    if new_row ->> secret is not null then new_row := jsonb_set(new_row, array[secret], to_jsonb('•••' || left(md5(new_row ->> secret), 4))); end if;
  end loop;
  if tg_op = 'UPDATE' then
    verb := case when old.deleted_at is null and new.deleted_at is not null then 'delete'
                 when old.deleted_at is not null and new.deleted_at is null then 'recover' else 'update' end;
    select coalesce(jsonb_object_agg(o.key, o.value), '{}'), coalesce(jsonb_object_agg(o.key, new_row -> o.key), '{}') into old_row, new_row
      from jsonb_each(old_row) o where old_all -> o.key is distinct from new_all -> o.key;
    if new_row = '{}' then return null; end if;
    old_row := old_row - computed;
    new_row := new_row - computed;
  else
    verb := case when tg_op = 'INSERT' then 'create' else 'purge' end;
  end if;
  if new_row is distinct from '{}' then insert into audit_log (area, row_id, action, before, after, user_id, session_id, request_id)
    values (tg_argv[0], row_any.id, verb, old_row, new_row, kontor_actor(), nullif(current_setting('app.session', true), '')::uuid, nullif(current_setting('app.request', true), '')); end if;
  if verb = 'purge' then perform kontor_security_event('row.purged', tg_argv[0] || ' ' || row_any.id); end if;
  insert into live_event (kind, area, row_id, merchant_id, carrier_id, payload)
    values ('change', tg_argv[0], row_any.id, merchant, carrier, jsonb_build_object('area', tg_argv[0], 'id', row_any.id, 'version', row_any.version, 'action', verb));
  return null;
end $$;

-- As kontor_after but without an audit row: for journals, which are their own history, and for rows derived from them. Runs once for each
-- statement. One that changed more than 30 rows sends one event for each owner instead: an open list reads itself again either way, and a browser
-- that misses more events than are handed out reads everything again. Arguments: area, merchant and carrier column.
create or replace function kontor_tell() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  verb text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'purge' end;
  rows int := (select count(*) from (select from changed limit 31) few);
begin
  if rows = 0 then return null; end if;
  if rows <= 30 then
    insert into live_event (kind, area, row_id, merchant_id, carrier_id, payload)
      select 'change', tg_argv[0], c.id, (to_jsonb(c) ->> nullif(tg_argv[1], ''))::uuid, (to_jsonb(c) ->> nullif(tg_argv[2], ''))::uuid,
        jsonb_build_object('area', tg_argv[0], 'id', c.id, 'version', c.version, 'action', verb)
      from changed c;
  else
    execute format(
      'insert into live_event (kind, area, merchant_id, carrier_id, payload)
        select distinct ''change'', $1, %s::uuid, %s::uuid, jsonb_build_object(''area'', $1, ''id'', null, ''version'', null, ''action'', $2) from changed',
      coalesce(quote_ident(nullif(tg_argv[1], '')), 'null'), coalesce(quote_ident(nullif(tg_argv[2], '')), 'null')) using tg_argv[0], verb;
  end if;
  return null;
end $$;

-- A row and not a sequence, so that the number becomes visible together with the change, never before it.
create or replace function kontor_access_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin update access_stamp set no = no + 1; return null; end $$;

-- The optional argument is the age in days from which rows may be deleted. Only the owner of the table has the right to delete
-- (access.ts).
create or replace function kontor_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_nargs = 1 then
    if old.at < now() - make_interval(days => tg_argv[0]::int) then return old; end if;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Deletes security events older than `days`, oldest first, at most `most` in one call, and records how many. It is the only way for the
-- application
-- to delete them. The trigger refuse_change protects events younger than 90 days even if this function is changed. `sort_at` is set when
-- a row is
-- written, so its index finds old rows.
create or replace function kontor_remove_security_events(days int, most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare removed int;
begin
  if days is null or days < 90 then
    raise exception 'security events are kept for 90 days at least' using errcode = 'check_violation';
  end if;
  with old as (
    select id from security_events where sort_at < now() - make_interval(days => days) and at < now() - make_interval(days => days) order by sort_at limit most
  )
  delete from security_events e using old where e.id = old.id;
  get diagnostics removed = row_count;
  if removed > 0 then perform kontor_security_event('events.removed', format('%s, older than %s days', removed, days)); end if;
  return removed;
end $$;

-- Notifies the nodes after a commit. The payload is empty because they read the rows from the table.
create or replace function kontor_wake() returns trigger language plpgsql as $$
begin perform pg_notify('kontor_live', ''); return null; end $$;

-- Events get their number after commit, in one short transaction at a time, so that a reader never sees a smaller number later.
create or replace function kontor_number_events() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare latest bigint;
begin
  select no into latest from live_counter for update;
  with fresh as (select id from live_event where no is null order by id limit 2000),
       numbered as (select id, row_number() over (order by id) as n from fresh)
  update live_event e set no = latest + numbered.n from numbered where numbered.id = e.id;
  update live_counter set no = greatest(no, coalesce((select max(no) from live_event), 0)) returning no into latest;
  return latest;
end $$;
