-- Stock invariants, read-only. Each result row is one rule with the number of rows that violate it; all must be 0. Run as `npm run
-- check:invariants -- --db URL` (also after a restore) and every night. In between, quick-proof.ts checks what may have changed.
with checkpoint as (
  select no, until from stock_checkpoints order by until desc limit 1
), stock as (
  select merchant_id, item_id, to_id as compartment_id, lot, expiry, serial, to_condition as condition, to_unit_id as unit_id, qty, sort_at from stock_moves where to_place = 'stock'
  union all
  select merchant_id, item_id, from_id, lot, expiry, serial, condition, from_unit_id, -qty, sort_at from stock_moves where from_place = 'stock'
), ledger as (
  select merchant_id, item_id, compartment_id, lot, expiry, serial, condition, unit_id, sum(qty)::bigint as qty,
    coalesce(sum(qty) filter (where sort_at <= (select until from checkpoint)), 0)::bigint as qty_at_checkpoint from stock group by 1, 2, 3, 4, 5, 6, 7, 8
), kept as (
  select * from stock_checkpoint_sums where checkpoint = (select no from checkpoint)
), moved as (
  select line_id, sum(case when from_place in ('supplier', 'customer') then qty else -qty end) filter (where from_place in ('supplier', 'customer') or to_place in ('supplier', 'customer')) as received,
    sum(case when to_place = 'customer' then qty else -qty end) filter (where to_place = 'customer' or from_place = 'customer') as shipped
  from stock_moves where line_id is not null group by 1
), scanned as (
  select device_id, count(*) as n from scans group by 1
), held as (
  select balance_id, sum(qty)::int as qty from reservations group by 1
), shelf as (
  select line_id, sum(qty) filter (where not picked) as on_shelf, sum(qty) filter (where picked) as in_hand from reservations group by 1
), boxed as (
  select line_id, sum(qty) as qty from parcel_contents group by 1
)
select 'I1 every scan is booked once, and each number of a device once' as rule,
  (select count(*) from (select device_id, seq from scans group by 1, 2 having count(*) > 1) d)::int as broken
union all select 'I2 balance = sum of moves',
  (select count(*) from stock_balances b full join ledger l on l.merchant_id = b.merchant_id and l.item_id = b.item_id and l.compartment_id = b.compartment_id and l.lot = b.lot and l.expiry is not distinct from b.expiry
    and l.serial = b.serial and l.condition = b.condition and l.unit_id is not distinct from b.unit_id where coalesce(b.on_hand, 0) <> coalesce(l.qty, 0))::int
union all select 'I2 checkpoint = sum of moves until then',
  (select count(*) from kept b full join ledger l on l.merchant_id = b.merchant_id and l.item_id = b.item_id and l.compartment_id = b.compartment_id and l.lot = b.lot and l.expiry is not distinct from b.expiry
    and l.serial = b.serial and l.condition = b.condition and l.unit_id is not distinct from b.unit_id where coalesce(b.qty, 0) <> coalesce(l.qty_at_checkpoint, 0))::int
union all select 'I3 nothing is negative or promised twice', (select count(*) from stock_balances where on_hand < 0 or reserved < 0 or reserved > on_hand)::int
union all select 'I3 reserved = sum of reservations', (select count(*) from stock_balances b left join held h on h.balance_id = b.id where b.reserved <> coalesce(h.qty, 0))::int
union all select 'I4 a serial number is in one place',
  (select count(*) from (select merchant_id, item_id, serial from stock_balances where serial <> '' and on_hand > 0 group by 1, 2, 3 having count(*) > 1 or sum(on_hand) > 1) d)::int
union all select 'I5 packed <= picked <= ordered, shipped <= packed',
  (select count(*) from task_lines l join tasks t on t.id = l.task_id where t.kind = 'outbound' and (l.packed > l.picked or l.shipped > l.packed or l.picked + l.cancelled > l.ordered))::int
union all select 'I5 what is in boxes = what was packed',
  (select count(*) from task_lines l join tasks t on t.id = l.task_id left join boxed b on b.line_id = l.id where t.kind = 'outbound' and coalesce(b.qty, 0) <> l.packed)::int
union all select 'I5 reserved and picked of a line = its reservations',
  (select count(*) from task_lines l join tasks t on t.id = l.task_id left join shelf s on s.line_id = l.id
    where t.kind = 'outbound' and (l.reserved <> coalesce(s.on_shelf, 0) or l.picked - l.shipped <> coalesce(s.in_hand, 0)))::int
union all select 'I5 received = moves from suppliers and customers',
  (select count(*) from task_lines l join tasks t on t.id = l.task_id left join moved m on m.line_id = l.id where t.kind in ('inbound', 'retour') and l.received <> coalesce(m.received, 0))::int
union all select 'I5 shipped = moves to customers',
  (select count(*) from task_lines l join tasks t on t.id = l.task_id left join moved m on m.line_id = l.id where t.kind = 'outbound' and l.shipped <> coalesce(m.shipped, 0))::int
union all select 'I6 a piece stands on one open picklist', (select count(*) from (select line_id, balance_id from picklist_lines where open group by 1, 2 having count(*) > 1) d)::int
union all select 'I7 every change of status is in the timeline',
  (select count(*) from tasks t where t.status <> coalesce((select e.to_status from task_events e where e.task_id = t.id and e.to_status is not null order by e.id desc limit 1), 'inProcess'))::int
union all select 'I8 the numbers of a device have no gap',
  (select count(*) from scan_devices d left join scanned s on s.device_id = d.id where d.last_seq <> coalesce(s.n, 0))::int
