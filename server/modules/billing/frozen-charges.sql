-- What a charge stands for never changes; what was billed keeps its price, whoever writes. Terms of one merchant never share a day.
-- Refusals carry SQLSTATE 'KM001' and a message that is a key of the locale texts.

create or replace function kontor_charge_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  if (new.merchant_id, new.category_id, new.source_kind, new.source_id, new.part, new.happened_on, new.qty, new.reverses_id)
    is distinct from (old.merchant_id, old.category_id, old.source_kind, old.source_id, old.part, old.happened_on, old.qty, old.reverses_id)
  then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  if old.source_kind = 'manual' and (new.reason, new.file) is distinct from (old.reason, old.file)
  then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  if old.state in ('inRun', 'billed') and (new.currency, new.rule_id, new.unit_price, new.parts, new.exact, new.top_up, new.cost)
    is distinct from (old.currency, old.rule_id, old.unit_price, old.parts, old.exact, old.top_up, old.cost)
  then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  if old.state = 'billed' and (new.state, new.run_id, new.invoice_id, new.line_id) is distinct from (old.state, old.run_id, old.invoice_id, old.line_id)
  then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  return new;
end $$;
create or replace trigger charge_frozen before update or delete on charges for each row execute function kontor_charge_frozen();

-- A charge says itself whether another one takes it back, so that nobody is offered to take it back again.
create or replace function kontor_charge_reversed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update charges set reversed = true where id = new.reverses_id and not reversed;
  return null;
end $$;
create or replace trigger charge_reversed after insert on charges for each row when (new.reverses_id is not null) execute function kontor_charge_reversed();

-- Charges follow from facts and are not audited. One that is entered by hand is a person's decision: entering it, putting it on
-- hold, and taking it back are audited.
create or replace function kontor_charge_by_hand() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- That it was taken back is said by the charge that does it.
  left_out text[] := array['search', 'version', 'sort_at', 'updated_at', 'updated_by', 'reversed'];
  old_row jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - left_out end;
  new_row jsonb := to_jsonb(new) - left_out;
begin
  -- Prices and runs are not a person's decision about this charge.
  if tg_op = 'UPDATE' and (kontor_actor() is null or not (new.state in ('onHold', 'void') or old.state = 'onHold')) then return null; end if;
  if new.source_kind = 'charge' and not exists (select from charges c where c.id = new.reverses_id and c.source_kind = 'manual') then return null; end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value) into old_row, new_row
      from jsonb_each(old_row) o join jsonb_each(new_row) n on n.key = o.key where o.value is distinct from n.value;
    if new_row is null then return null; end if;
  end if;
  insert into audit_log (area, row_id, action, before, after, user_id, session_id, request_id)
    values ('charges', new.id, case tg_op when 'INSERT' then 'create' else 'update' end, old_row, new_row,
      kontor_actor(), nullif(current_setting('app.session', true), '')::uuid, nullif(current_setting('app.request', true), ''));
  return null;
end $$;
create or replace trigger charge_by_hand after insert or update on charges for each row
  when (new.source_kind in ('manual', 'charge')) execute function kontor_charge_by_hand();

create or replace function kontor_terms_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.deleted_at is not null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('merchant_terms:' || new.merchant_id, 0));
  if exists (
    select from merchant_terms t where t.id <> new.id and t.merchant_id = new.merchant_id and t.deleted_at is null
      and daterange(t.valid_from, t.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')
  ) then raise exception 'merchantTerms.refusals.overlaps' using errcode = 'KM001'; end if;
  return new;
end $$;
create or replace trigger terms_apart before insert or update on merchant_terms for each row execute function kontor_terms_apart();
