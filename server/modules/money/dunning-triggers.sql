-- What keeps dunning in its order. Executed at every start, after the tables. Refusals carry SQLSTATE 'KM001' and a key of the locale texts.

-- An item that was sent stands, and its level follows the one that was sent before.
create or replace function kontor_dunning_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.sent_on is not null) then raise exception 'dunningRuns.refusals.sentStands' using errcode = 'KM001'; end if;
  if new.sent_on is not null and new.level <> 1 + coalesce((select max(i.level) from dunning_items i where i.invoice_id = new.invoice_id and i.sent_on is not null), 0)
  then raise exception 'dunningRuns.refusals.oneStep' using errcode = 'KM001'; end if;
  return new;
end $$;
create or replace trigger dunning_step before insert or update on dunning_items for each row execute function kontor_dunning_step();
create or replace trigger dunning_sent_stands before delete on dunning_items for each row when (old.sent_on is not null) execute function kontor_dunning_step();

-- What a letter says stands once it is sent.
create or replace function kontor_letter_stands() returns trigger language plpgsql as $$
begin
  if old.sent_at is not null and (new.paper, new.status, new.sent_at, new.mail_id, new.pdf_file, new.level, new.due, new.interest, new.flat_sum, new.fee)
    is distinct from (old.paper, old.status, old.sent_at, old.mail_id, old.pdf_file, old.level, old.due, old.interest, old.flat_sum, old.fee)
  then raise exception 'dunningRuns.refusals.sentStands' using errcode = 'KM001'; end if;
  return new;
end $$;
create or replace trigger letter_stands before update on dunning_letters for each row execute function kontor_letter_stands();

-- The base rates that the Bundesbank announced. People enter the next ones.
insert into base_rates (valid_from, rate)
  select v.valid_from::date, v.rate from (values ('2023-01-01', 162), ('2023-07-01', 312), ('2024-01-01', 362), ('2024-07-01', 337), ('2025-01-01', 227), ('2025-07-01', 127),
    ('2026-01-01', 127)) v(valid_from, rate)
  where not exists (select from base_rates);

-- The scheme of a house that has none: a reminder, then two letters with interest and flat sum. Empty texts print the standard ones.
insert into dunning_schemes (name, levels)
  select 'Standard', jsonb_agg(jsonb_build_object('id', kontor_uuid7(), 'afterDays', v.after_days, 'waitDays', v.wait_days, 'payDays', 10, 'fee', 0, 'interest', v.claims, 'flatSum', v.claims,
    'textEn', '', 'textDe', '', 'textCn', '') order by v.after_days)
  from (values (7, 0, false), (21, 14, true), (35, 14, true)) v(after_days, wait_days, claims)
  where not exists (select from dunning_schemes) having count(*) > 0;
