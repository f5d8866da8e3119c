-- Events for webhooks of merchants, recorded in the transaction of the change. Only the row is noted; what is sent is read before the first
-- try. A merchant without a webhook for the event costs one look into a small index.

create or replace function kontor_webhook_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was text := case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] else '' end;
  is_now text := to_jsonb(new) ->> tg_argv[0];
  happened text;
begin
  if was is not distinct from is_now then return null; end if;
  happened := case tg_table_name
    when 'channel_orders' then case is_now when 'taken' then 'order.taken' when 'held' then 'order.held' when 'cancelled' then 'order.cancelled' end
    when 'parcels' then case is_now when 'handedOver' then 'shipment.handedOver' when 'delivered' then 'shipment.delivered' when 'failed' then 'shipment.failed' end
    when 'tasks' then case to_jsonb(new) ->> 'kind'
      -- A delivery is closed once, whichever of these statuses comes first.
      when 'inbound' then case when is_now in ('inbounded', 'finish', 'partiallyFinish') and was not in ('inbounded', 'finish', 'partiallyFinish') then 'receipt.done' end
      when 'retour' then case when is_now = 'retourReceived' then 'return.received' end end
  end;
  -- An order whose cancellation was refused is taken again, which is no news.
  if happened is null or (happened = 'order.taken' and was in ('cancelAsked', 'done')) then return null; end if;
  insert into webhook_deliveries (webhook_id, merchant_id, event, row_id, subject)
    select w.id, w.merchant_id, happened, new.id, coalesce(to_jsonb(new) ->> 'external_no', to_jsonb(new) ->> 'no', '') from webhooks w
    where w.merchant_id = (to_jsonb(new) ->> 'merchant_id')::uuid and w.active and w.deleted_at is null and happened = any(w.events);
  return null;
end $$;

create or replace trigger z_webhook_new after insert on channel_orders for each row when (new.state <> 'new') execute function kontor_webhook_event('state');
create or replace trigger z_webhook after update of state on channel_orders for each row when (old.state is distinct from new.state) execute function kontor_webhook_event('state');
create or replace trigger z_webhook after update of state on parcels for each row when (old.state is distinct from new.state) execute function kontor_webhook_event('state');
create or replace trigger z_webhook after update of status on tasks for each row when (old.status is distinct from new.status and new.kind in ('inbound', 'retour'))
  execute function kontor_webhook_event('status');
