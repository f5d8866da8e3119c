-- Refuses writes into closed months of attendance. A person's months are closed up to the last closed one.
-- Refusals carry SQLSTATE 'KM001' and a message that is a key of the locale texts.

-- Whoever writes what a month counts holds the lock of the person together with other writers; whoever closes or reopens a month holds it
-- alone (attendance-months/close.ts). The month is read after the lock was given, so that a write waits for a close and then sees it.
create or replace function kontor_refuse_closed(person uuid, day date, refusal text) returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if person is null or day is null then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('attendanceMonths:' || person, 0));
  if exists (select from attendance_months where user_id = person and state = 'closed' and deleted_at is null and month >= to_char(day, 'YYYY-MM'))
  then raise exception '%', refusal using errcode = 'KM001'; end if;
end $$;

-- A shift counts on the day on which it began. Warnings are not part of the totals.
create or replace function kontor_attendance_closed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform kontor_refuse_closed(old.user_id, old.day, 'attendanceMonths.refusals.closed'); end if;
  if tg_op <> 'DELETE' then perform kontor_refuse_closed(new.user_id, new.day, 'attendanceMonths.refusals.closed'); end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger month_closed before insert or delete or update of user_id, day, start_at, end_at, break_minutes, breaks, worked, state, deleted_at
  on attendances for each row execute function kontor_attendance_closed();

-- Leave and corrections. A correction also changes the month of the shift that it corrects.
create or replace function kontor_request_closed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform kontor_refuse_closed(old.user_id, old.start_day, 'attendanceMonths.refusals.closed'); end if;
  if tg_op <> 'DELETE' then
    perform kontor_refuse_closed(new.user_id, new.start_day, 'attendanceMonths.refusals.closed');
    if new.attendance_id is not null then
      perform kontor_refuse_closed(new.user_id, (select day from attendances where id = new.attendance_id), 'attendanceMonths.refusals.closed');
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger month_closed before insert or delete or update of user_id, kind, start_day, end_day, attendance_id, start_at, end_at, break_minutes, state, deleted_at
  on time_requests for each row execute function kontor_request_closed();

-- Absences of the calendar, for each person that they name. Public holidays of the calendar are free for everybody, so they wait for all
-- that close a month, and count with the last closed month of anybody.
create or replace function kontor_entry_closed(entry calendar_entries) returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not entry.all_day or entry.deleted_at is not null then return; end if;
  if entry.kind = 'absence' then
    perform kontor_refuse_closed(p, entry.start_day, 'attendanceMonths.refusals.closed') from unnest(entry.who_ids) p order by p;
  elsif entry.kind = 'publicHoliday' then
    perform pg_advisory_xact_lock(hashtextextended('attendanceMonths', 0));
    if exists (select from attendance_months where state = 'closed' and deleted_at is null and month >= to_char(entry.start_day, 'YYYY-MM'))
    then raise exception 'attendanceMonths.refusals.closedHoliday' using errcode = 'KM001'; end if;
  end if;
end $$;
create or replace function kontor_calendar_closed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform kontor_entry_closed(old); end if;
  if tg_op <> 'DELETE' then perform kontor_entry_closed(new); end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger month_closed before insert or delete or update of kind, start_day, end_day, all_day, who_ids, deleted_at
  on calendar_entries for each row execute function kontor_calendar_closed();

-- Working time models. Name and days of leave of a model may still change.
create or replace function kontor_model_closed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform kontor_refuse_closed(old.user_id, old.valid_from, 'attendanceMonths.refusals.closedModel'); end if;
  if tg_op <> 'DELETE' then perform kontor_refuse_closed(new.user_id, new.valid_from, 'attendanceMonths.refusals.closedModel'); end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger month_closed_new before insert or delete on working_times for each row execute function kontor_model_closed();
create or replace trigger month_closed before update on working_times for each row
  when ((old.user_id, old.valid_from, old.monday, old.tuesday, old.wednesday, old.thursday, old.friday, old.saturday, old.sunday, old.state, old.assumption, old.deleted_at)
    is distinct from (new.user_id, new.valid_from, new.monday, new.tuesday, new.wednesday, new.thursday, new.friday, new.saturday, new.sunday, new.state, new.assumption, new.deleted_at))
  execute function kontor_model_closed();

-- A closed month keeps its totals. It is only reopened, and only while no later month of the person is closed.
create or replace function kontor_month_kept() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then raise exception 'attendanceMonths.refusals.kept' using errcode = 'KM001'; end if;
  if old.state <> 'closed' then return new; end if;
  if new.state = 'closed' then
    if to_jsonb(new) - array['version', 'sort_at', 'updated_at', 'updated_by', 'search'] is distinct from to_jsonb(old) - array['version', 'sort_at', 'updated_at', 'updated_by', 'search']
    then raise exception 'attendanceMonths.refusals.kept' using errcode = 'KM001'; end if;
  elsif exists (select from attendance_months where user_id = old.user_id and state = 'closed' and deleted_at is null and month > old.month)
  then raise exception 'attendanceMonths.refusals.notLast' using errcode = 'KM001'; end if;
  return new;
end $$;
create or replace trigger month_kept before update or delete on attendance_months for each row execute function kontor_month_kept();
