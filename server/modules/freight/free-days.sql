-- The last day without demurrage: the day of arrival (or the ETA) in the time zone of the storehouse, plus the free days. A container that
-- arrives at half past midnight in Hamburg arrives on that day, and not on the day before, as in UTC. The last day without detention: the
-- day of pick-up plus the free days of detention. Free days of the container come before those of its tariff; 7 is FREE_DAYS in
-- contract/freight/demurrage.ts.
create or replace function kontor_last_free_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_tariff container_tariffs;
begin
  select * into of_tariff from container_tariffs where id = new.tariff_id;
  new.last_free_day := coalesce(kontor_day(new.arrived_at), new.eta) + coalesce(new.free_days, of_tariff.free_days, 7);
  new.empty_due := kontor_day(new.picked_up_at) + coalesce(new.detention_free_days, of_tariff.detention_free_days, 7);
  return new;
end $$;
create or replace trigger last_free_day before insert or update of arrived_at, eta, free_days, picked_up_at, detention_free_days, tariff_id
  on containers for each row execute function kontor_last_free_day();
