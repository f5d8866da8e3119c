-- What a charge stands for never changes; what was billed keeps its price, whoever writes. Terms of one merchant never share a day.
-- Refusals carry SQLSTATE 'KM001' and a message that is a key of the locale texts.

create or replace function kontor_charge_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  if (new.merchant_id, new.category_id, new.source_kind, new.source_id, new.part, new.happened_on, new.qty, new.reverses_id)
    is distinct from (old.merchant_id, old.category_id, old.source_kind, old.source_id, old.part, old.happened_on, old.qty, old.reverses_id)
  then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  if old.state in ('inRun', 'billed') and (new.currency, new.rule_id, new.unit_price, new.parts, new.exact, new.top_up, new.cost)
    is distinct from (old.currency, old.rule_id, old.unit_price, old.parts, old.exact, old.top_up, old.cost)
  then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  if old.state = 'billed' and (new.state, new.run_id, new.invoice_id, new.line_id) is distinct from (old.state, old.run_id, old.invoice_id, old.line_id)
  then raise exception 'charges.refusals.frozen' using errcode = 'KM001'; end if;
  return new;
end $$;
create or replace trigger charge_frozen before update or delete on charges for each row execute function kontor_charge_frozen();

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
