-- The last day without demurrage: the day of arrival (or the ETA) in the time zone of the storehouse, plus the free days. A container that
-- arrives at half past midnight in Hamburg arrives on that day, and not on the day before, as in UTC.
create or replace function kontor_last_free_day() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.last_free_day := coalesce(kontor_day(new.arrived_at), new.eta) + new.free_days;
  return new;
end $$;
create or replace trigger last_free_day before insert or update of arrived_at, eta, free_days on containers
  for each row execute function kontor_last_free_day();
