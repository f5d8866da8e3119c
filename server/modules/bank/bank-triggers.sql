-- What keeps movements of the bank as the bank told them. Executed at every start, after the tables. Refusals carry SQLSTATE 'KM001' and a key
-- of the locale texts.

create or replace trigger frozen before update or delete on bank_entries for each row execute function kontor_frozen('created_at', 'state', 'automatic', 'proposals', 'ignored_reason', 'booked_at', 'booked_by');
create or replace trigger frozen before update or delete on bank_statements for each row execute function kontor_frozen('created_at');
create or replace trigger refuse_truncate before truncate on bank_entries for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on bank_statements for each statement execute function kontor_refuse();
create or replace trigger refuse_change before update or delete on bank_files for each row execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on bank_files for each statement execute function kontor_refuse();

-- A booking stands; it is only marked as undone, once.
create or replace function kontor_bank_booking_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.undone_at is null and to_jsonb(old) - array['undone_at', 'undone_by'] = to_jsonb(new) - array['undone_at', 'undone_by'] then return new; end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger refuse_change before update or delete on bank_bookings for each row execute function kontor_bank_booking_stands();
create or replace trigger refuse_truncate before truncate on bank_bookings for each statement execute function kontor_refuse();

-- At commit: the parts of an entry add up to it or there are none, and its state says which.
create or replace function kontor_bank_entry_whole() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry bank_entries;
  parts int;
  total bigint;
begin
  select * into entry from bank_entries where id = case tg_table_name when 'bank_entries' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'entry_id')::uuid end;
  select count(*), coalesce(sum(amount), 0) into parts, total from bank_bookings where entry_id = entry.id and undone_at is null;
  if parts = 0 and entry.state in ('open', 'proposed', 'ignored') then return null; end if;
  if total = entry.amount and entry.state = (case parts when 1 then 'booked' else 'split' end) then return null; end if;
  raise exception 'bankEntries.refusals.stateFollows' using errcode = 'KM001', table = 'bank_entries', detail = format('%s parts of %s, %s of %s, state %s', parts, entry.id, total, entry.amount, entry.state);
end $$;
do $do$ begin
  -- A new entry has no bookings yet, so only a state that needs one is looked at: a file of 10,000 entries is stored without 10,000 checks.
  if not exists (select from pg_trigger where tgname = 'whole_when_new' and tgrelid = 'bank_entries'::regclass) then
    drop trigger if exists whole on bank_entries;
    create constraint trigger whole after update of state on bank_entries deferrable initially deferred for each row execute function kontor_bank_entry_whole();
    create constraint trigger whole_when_new after insert on bank_entries deferrable initially deferred for each row
      when (new.state in ('booked', 'split')) execute function kontor_bank_entry_whole();
  end if;
  if not exists (select from pg_trigger where tgname = 'whole' and tgrelid = 'bank_bookings'::regclass) then
    create constraint trigger whole after insert or update on bank_bookings deferrable initially deferred for each row execute function kontor_bank_entry_whole();
  end if;
end $do$;

-- The accounts that the bank needs, with SKR03 numbers. Existing accounts are not changed.
insert into accounts (no, name, kind, currency, standard)
  select no || case c.currency when 'EUR' then '' else '-' || c.currency end, name || case c.currency when 'EUR' then '' else ' ' || c.currency end, kind, c.currency, is_standard
  from (values ('4970', 'Bank charges', 'fee', true), ('8730', 'Cash discounts granted', 'discount', true), ('3730', 'Cash discounts received', 'discount', false), ('2400', 'Write-offs', 'writeOff', true),
    ('1360', 'Money in transit', 'clearing', false)) k(no, name, kind, is_standard), (values ('EUR'), ('USD'), ('CNY'), ('GBP')) c(currency)
  where not exists (select from accounts a where a.currency = c.currency and (a.no = k.no || case c.currency when 'EUR' then '' else '-' || c.currency end or k.is_standard and a.kind = k.kind and a.standard))
  on conflict do nothing;
