-- A parcel that leaves is noted for a mail to the customer, if the merchant wants that and no shop does it. In the transaction of the hand-over,
-- whoever writes it: stations, the office and carriers do. The mail waits some minutes, so that all parcels of a round stand in one.
create or replace function kontor_parcel_left() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shipment_notices (parcel_id, task_id, due_at)
    select new.id, t.id, now() + interval '5 minutes' from tasks t join merchants m on m.id = t.merchant_id
      where t.id = new.task_id and t.kind = 'outbound' and m.tell_shipments and coalesce(t.consignee ->> 'email', '') <> ''
        and not exists (select from channels c where t.source = 'ch:' || c.id and c.credentials is not null)
    on conflict do nothing;
  return null;
end $$;

create or replace trigger z_shipment_notice after update of handed_over_at on parcels for each row
  when (old.handed_over_at is null and new.handed_over_at is not null) execute function kontor_parcel_left();
