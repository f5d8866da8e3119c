-- The only functions that write the ledger. Executed at every start, after the tables; requires PostgreSQL 15.
-- Errors carry SQLSTATE 'KS0nn' and a message that is a key of `REFUSAL_REASONS` (contract/scanning/commands.ts).

-- Keeps the search copies of item names and codes in stock_balances up to date.
create or replace function kontor_stock_copies() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'items' then update stock_balances set sku = new.sku, item_name = new.name where item_id = new.id;
  else update stock_balances set place = new.code where compartment_id = new.id; end if;
  return null;
end $$;
create or replace trigger stock_copies after update of sku, name on items for each row
  when (old.sku is distinct from new.sku or old.name is distinct from new.name) execute function kontor_stock_copies();
create or replace trigger stock_copies after update of code on compartments for each row
  when (old.code is distinct from new.code) execute function kontor_stock_copies();

-- Moves goods of one merchant, item, lot, expiry, serial and condition from one place to another.
-- m: the columns of stock_moves, and
--   from_line: the order line whose reservation at the source is consumed (null: only free pieces may be taken)
--   to_line:   the order line that the pieces are reserved for at the target; to_picked is false if the target is a shelf
-- Both balance rows are locked in the order of their ids, so that opposite moves cannot deadlock.
create or replace function kontor_move(m jsonb) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r record;
  source uuid;
  target uuid;
  made uuid;
begin
  select * into r from jsonb_to_record(m) as x(at timestamptz, merchant_id uuid, item_id uuid, qty int, lot text, expiry date, serial text, condition text, to_condition text,
    from_place text, from_id uuid, from_unit_id uuid, to_place text, to_id uuid, to_unit_id uuid, reason text, task_id uuid, line_id uuid, parcel_id uuid,
    scan_id uuid, station_id uuid, user_id uuid, reverses_id uuid, from_line uuid, to_line uuid, to_picked boolean);
  r.lot := coalesce(r.lot, ''); r.serial := coalesce(r.serial, ''); r.condition := coalesce(r.condition, 'good'); r.to_condition := coalesce(r.to_condition, r.condition);

  select id into source from stock_balances b where r.from_place = 'stock' and b.item_id = r.item_id and b.compartment_id = r.from_id and b.merchant_id = r.merchant_id
    and b.lot = r.lot and b.expiry is not distinct from r.expiry and b.serial = r.serial and b.condition = r.condition and b.unit_id is not distinct from r.from_unit_id;
  select id into target from stock_balances b where r.to_place = 'stock' and b.item_id = r.item_id and b.compartment_id = r.to_id and b.merchant_id = r.merchant_id
    and b.lot = r.lot and b.expiry is not distinct from r.expiry and b.serial = r.serial and b.condition = r.to_condition and b.unit_id is not distinct from r.to_unit_id;
  if r.from_place = 'stock' and source is null then raise exception 'notEnough' using errcode = 'KS001'; end if;
  if source is not null and target is not null then
    perform 1 from stock_balances where id in (source, target) order by id for update;
  end if;

  if source is not null then
    if r.from_line is null then
      update stock_balances set on_hand = on_hand - r.qty where id = source and on_hand - reserved >= r.qty;
      if not found then raise exception 'notEnough' using errcode = 'KS001'; end if;
    else
      update stock_balances set on_hand = on_hand - r.qty, reserved = reserved - r.qty where id = source and on_hand >= r.qty and reserved >= r.qty;
      if not found then raise exception 'notEnough' using errcode = 'KS001'; end if;
      perform kontor_unhold(r.from_line, source, r.qty);
    end if;
  end if;

  if r.to_place = 'stock' then
    if target is not null then
      update stock_balances set on_hand = on_hand + r.qty, reserved = reserved + case when r.to_line is null then 0 else r.qty end where id = target;
    else
      insert into stock_balances as b (merchant_id, item_id, sku, item_name, compartment_id, place, lot, expiry, serial, condition, unit_id, on_hand, reserved)
        select r.merchant_id, r.item_id, i.sku, i.name, r.to_id, c.code, r.lot, r.expiry, r.serial, r.to_condition, r.to_unit_id, r.qty, case when r.to_line is null then 0 else r.qty end
        from items i, compartments c where i.id = r.item_id and c.id = r.to_id
        on conflict on constraint stock_balances_key do update set on_hand = b.on_hand + excluded.on_hand, reserved = b.reserved + excluded.reserved
        returning b.id into target;
      if target is null then raise exception 'unknownPlace' using errcode = 'KS002'; end if;
    end if;
    if r.to_line is not null then
      insert into reservations as v (line_id, balance_id, qty, picked) values (r.to_line, target, r.qty, coalesce(r.to_picked, true))
        on conflict (line_id, balance_id) do update set qty = v.qty + excluded.qty;
    end if;
  end if;

  if r.serial <> '' then
    insert into serials as s (merchant_id, item_id, serial, state, task_id, shipped_at)
      values (r.merchant_id, r.item_id, r.serial, kontor_serial_state(r.to_place), case when r.to_place = 'customer' then r.task_id end, case when r.to_place = 'customer' then coalesce(r.at, now()) end)
      on conflict on constraint serials_key do update set state = excluded.state, task_id = coalesce(excluded.task_id, s.task_id), shipped_at = coalesce(excluded.shipped_at, s.shipped_at);
  end if;

  insert into stock_moves (at, merchant_id, item_id, sku, qty, lot, expiry, serial, condition, to_condition, from_place, from_id, from_unit_id, to_place, to_id, to_unit_id,
      reason, task_id, line_id, parcel_id, scan_id, station_id, user_id, reverses_id)
    select coalesce(r.at, now()), r.merchant_id, r.item_id, i.sku, r.qty, r.lot, r.expiry, r.serial, r.condition, r.to_condition, r.from_place, r.from_id, r.from_unit_id, r.to_place, r.to_id, r.to_unit_id,
      coalesce(r.reason, ''), r.task_id, r.line_id, r.parcel_id, r.scan_id, r.station_id, coalesce(r.user_id, kontor_actor()), r.reverses_id
    from items i where i.id = r.item_id returning id into made;
  if made is null then raise exception 'unknownItem' using errcode = 'KS003'; end if;
  return made;
end $$;

create or replace function kontor_serial_state(place text) returns text language sql immutable as $$
  select case place when 'stock' then 'inStock' when 'customer' then 'shipped' when 'scrap' then 'scrapped' when 'supplier' then 'returned' else 'gone' end
$$;

-- Serial numbers follow from the ledger and are not audited. An exchange is a person's decision and is audited: the history of both numbers
-- shows by whom, for which number and why.
create or replace function kontor_serial_exchanged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (area, row_id, action, before, after, user_id, session_id, request_id)
    select 'serials', new.id, 'update', jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value),
      kontor_actor(), nullif(current_setting('app.session', true), '')::uuid, nullif(current_setting('app.request', true), '')
    from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n on n.key = o.key
    where o.key in ('state', 'task_id', 'replaces_id', 'replaced_by_id', 'swap_reason') and o.value is distinct from n.value;
  return null;
end $$;
create or replace trigger exchanged after update on serials for each row
  when ((old.replaces_id, old.replaced_by_id, old.swap_reason) is distinct from (new.replaces_id, new.replaced_by_id, new.swap_reason))
  execute function kontor_serial_exchanged();

-- Consumes part of a reservation. The caller updates the balance's own counter.
create or replace function kontor_unhold(line uuid, balance uuid, n int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from reservations where line_id = line and balance_id = balance and qty = n;
  if found then return; end if;
  update reservations set qty = qty - n where line_id = line and balance_id = balance and qty > n;
  if not found then raise exception 'notEnough' using errcode = 'KS001'; end if;
end $$;

-- Posts the opposite of a move, at most once (stock_moves.reverses_id is unique). Reservations go back to the line that held them.
create or replace function kontor_reverse(move uuid, extra jsonb) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare m stock_moves;
begin
  select * into m from stock_moves where id = move;
  return kontor_move(jsonb_build_object(
    'at', now(), 'merchant_id', m.merchant_id, 'item_id', m.item_id, 'qty', m.qty, 'lot', m.lot, 'expiry', m.expiry, 'serial', m.serial, 'condition', m.to_condition, 'to_condition', m.condition,
    'from_place', m.to_place, 'from_id', m.to_id, 'from_unit_id', m.to_unit_id, 'to_place', m.from_place, 'to_id', m.from_id, 'to_unit_id', m.from_unit_id,
    'task_id', m.task_id, 'line_id', m.line_id, 'parcel_id', m.parcel_id, 'reverses_id', m.id) || extra);
end $$;

-- Compartments from which orders are picked.
create or replace function kontor_pickable(kind text, blocked text) returns boolean language sql immutable as $$ select kind in ('shelf', 'pallet', 'floor') and blocked = '' $$;

-- Free to promise: pieces in good condition where orders are picked. Pieces at the dock, on the returns table or at a pack table are not.
create or replace function kontor_promisable(condition text, kind text, blocked text) returns boolean language sql immutable as $$ select condition = 'good' and kontor_pickable(kind, blocked) $$;

-- Releases reservations on shelves for these lines (not for picked pieces). Returns the number of pieces.
create or replace function kontor_release(lines uuid[]) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare released int;
begin
  perform 1 from stock_balances b where exists (select from reservations v where v.balance_id = b.id and v.line_id = any(lines) and not v.picked) order by b.id for update;
  update stock_balances b set reserved = b.reserved - v.n from (select balance_id, sum(qty)::int as n from reservations where line_id = any(lines) and not picked group by 1) v where b.id = v.balance_id;
  select coalesce(sum(qty), 0)::int into released from reservations where line_id = any(lines) and not picked;
  delete from reservations where line_id = any(lines) and not picked;
  update task_lines set reserved = 0 where id = any(lines) and reserved > 0;
  return released;
end $$;

-- Document numbers from sequences, without a lock until commit. Gaps are allowed; invoice numbers have a rule of their own.
create sequence if not exists task_no start 10001;
create sequence if not exists parcel_no start 100001;
create sequence if not exists picklist_no start 1001;

-- Reserves pieces of the same item for a line, but not in the compartment where pieces were just missing.
create or replace function kontor_hold_elsewhere(line uuid, missed uuid, want int) returns table (balance uuid, qty int) language plpgsql security definer set search_path = public, pg_temp as $$
declare b record; held int := 0; n int;
begin
  for b in select s.id, s.on_hand - s.reserved as free from stock_balances s join compartments c on c.id = s.compartment_id join task_lines l on l.id = line
    where s.item_id = l.item_id and s.merchant_id = l.merchant_id and s.on_hand > s.reserved and s.compartment_id <> (select compartment_id from stock_balances where id = missed)
      and kontor_promisable(s.condition, c.kind, c.blocked_reason) order by s.id for update of s
  loop
    exit when held >= want;
    n := least(b.free, want - held);
    perform kontor_rehold(line, b.id, n);
    held := held + n;
    balance := b.id; qty := n;
    return next;
  end loop;
end $$;

-- Reserves exactly n free pieces of one balance for a line.
create or replace function kontor_rehold(line uuid, balance uuid, n int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stock_balances set reserved = reserved + n where id = balance and on_hand - reserved >= n;
  if not found then raise exception 'notEnough' using errcode = 'KS001'; end if;
  insert into reservations as v (line_id, balance_id, qty) values (line, balance, n) on conflict (line_id, balance_id) do update set qty = v.qty + excluded.qty;
end $$;

-- Merchants also read totals of movements. Row security limits the stored sums to their own, like the movements themselves.
alter table stock_checkpoint_flows enable row level security;
drop policy if exists app_write on stock_checkpoint_flows;
drop policy if exists tenant_read on stock_checkpoint_flows;
create policy app_write on stock_checkpoint_flows for all to kontor_app using (true) with check (true);
create policy tenant_read on stock_checkpoint_flows for select to kontor_tenant using (merchant_id = nullif(current_setting('app.merchant', true), '')::uuid);
