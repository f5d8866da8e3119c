-- Active tariffs and their rules never change, whoever writes; two active tariffs of the same merchant and currency never share a day.
-- Refusals carry SQLSTATE 'KM001' and a message that is a key of the locale texts.

-- Whoever writes a rule holds its tariff shared, whoever activates it holds it alone, so that a write waits for an activation and then sees it.
create or replace function kontor_rule_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tariff uuid;
  state text;
begin
  foreach tariff in array array_remove(array[case when tg_op <> 'INSERT' then old.tariff_id end, case when tg_op <> 'DELETE' then new.tariff_id end], null) loop
    select status into state from tariffs where id = tariff for share;
    if state = 'active' then raise exception 'tariffs.refusals.frozen' using errcode = 'KM001'; end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger tariff_frozen before insert or update or delete on price_rules for each row execute function kontor_rule_frozen();

-- Of an active tariff only the last day changes, and it goes back to a draft before its first day (activate-tariff.ts).
create or replace function kontor_tariff_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'active' then raise exception 'tariffs.refusals.frozen' using errcode = 'KM001'; end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and old.status = 'active'
    and (new.status = 'active' or old.valid_from <= kontor_day(now()))
    and (new.name, new.merchant_id, new.currency, new.valid_from, new.status, new.revision, new.replaces_id, new.deleted_at)
      is distinct from (old.name, old.merchant_id, old.currency, old.valid_from, old.status, old.revision, old.replaces_id, old.deleted_at)
  then raise exception 'tariffs.refusals.frozen' using errcode = 'KM001'; end if;
  if new.status = 'active' then
    perform pg_advisory_xact_lock(hashtextextended('tariffs:' || coalesce(new.merchant_id::text, '') || new.currency, 0));
    if exists (
      select from tariffs t where t.id <> new.id and t.status = 'active' and t.deleted_at is null
        and t.merchant_id is not distinct from new.merchant_id and t.currency = new.currency
        and daterange(t.valid_from, t.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')
    ) then raise exception 'tariffs.refusals.overlaps' using errcode = 'KM001'; end if;
  end if;
  return new;
end $$;
create or replace trigger tariff_frozen before insert or update or delete on tariffs for each row execute function kontor_tariff_frozen();
