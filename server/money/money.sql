-- The books' only writers and their guards. Run at every start, after the tables; SQL of PostgreSQL 15.
-- Refusals carry SQLSTATE 'KM001' and a message that is a key of the texts.

-- One entry: its lines and the balances of their accounts. Accounts are locked in the order of their ids, at the end of what a posting does.
-- head: booked_on, source, document_no, party, text, invoice_id, bill_id, payment_id, reverses_id
-- lines: [{kind, account, currency, amount, base}]; amount above zero is a debit; account is an id, else the standard account of kind and currency
create or replace function kontor_post_entry(head jsonb, lines jsonb) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry uuid := kontor_uuid7();
  missing text;
begin
  select l ->> 'kind' || ' ' || (l ->> 'currency') into missing from jsonb_array_elements(lines) l where not exists (
    select from accounts a where a.deleted_at is null and a.currency = l ->> 'currency'
      and case when l ->> 'account' is null then a.standard and a.kind = l ->> 'kind' else a.id = (l ->> 'account')::uuid end) limit 1;
  if missing is not null then raise exception 'invoices.refusals.accountMissing' using errcode = 'KM001'; end if;
  insert into transactions (entry_id, booked_on, account_id, currency, debit, credit, base, source, document_no, party, text, invoice_id, bill_id, payment_id, reverses_id)
    select entry, (head ->> 'booked_on')::date, a.id, a.currency, greatest((l.line ->> 'amount')::bigint, 0), greatest(-(l.line ->> 'amount')::bigint, 0), (l.line ->> 'base')::bigint,
      head ->> 'source', coalesce(head ->> 'document_no', ''), coalesce(head ->> 'party', ''), coalesce(head ->> 'text', ''),
      (head ->> 'invoice_id')::uuid, (head ->> 'bill_id')::uuid, (head ->> 'payment_id')::uuid, (head ->> 'reverses_id')::uuid
    from jsonb_array_elements(lines) with ordinality l(line, n)
    join accounts a on a.deleted_at is null and a.currency = l.line ->> 'currency'
      and case when l.line ->> 'account' is null then a.standard and a.kind = l.line ->> 'kind' else a.id = (l.line ->> 'account')::uuid end
    where (l.line ->> 'amount')::bigint <> 0 or (l.line ->> 'base')::bigint <> 0
    order by l.n;
  perform 1 from accounts where id in (select account_id from transactions where entry_id = entry) order by id for update;
  update accounts a set balance = a.balance + s.amount, base = a.base + s.base
    from (select account_id, sum(debit - credit) as amount, sum(base) as base from transactions where entry_id = entry group by 1) s where s.account_id = a.id;
  return entry;
end $$;

-- The opposite of an entry, line by line and to the cent.
create or replace function kontor_reverse_entry(entry uuid, head jsonb) returns uuid language sql security definer set search_path = public, pg_temp as $$
  select kontor_post_entry(
    jsonb_build_object('source', 'reversal', 'document_no', min(document_no), 'party', min(party), 'invoice_id', min(invoice_id::text), 'bill_id', min(bill_id::text), 'payment_id', min(payment_id::text), 'reverses_id', entry) || head,
    jsonb_agg(jsonb_build_object('account', account_id, 'currency', currency, 'amount', credit - debit, 'base', -base) order by id))
  from transactions where entry_id = entry
$$;

-- At commit an entry comes to zero in each currency, and in the house's currency.
create or replace function kontor_balanced() returns trigger language plpgsql as $$
begin
  if exists (select from transactions where entry_id = new.entry_id group by currency having sum(debit - credit) <> 0)
    or (select sum(base) from transactions where entry_id = new.entry_id) <> 0
  then raise exception 'the entry % does not come to zero', new.entry_id using errcode = 'check_violation', constraint = 'transactions_balanced'; end if;
  return null;
end $$;
drop trigger if exists balanced on transactions;
create constraint trigger balanced after insert on transactions deferrable initially deferred for each row execute function kontor_balanced();

-- What was posted stands. Arguments: the column that says so, then what may still change because it follows from other rows.
create or replace function kontor_frozen() returns trigger language plpgsql as $$
declare
  posted boolean := to_jsonb(old) ->> tg_argv[0] is not null;
  free text[] := array['version', 'sort_at', 'updated_at', 'updated_by', 'search', 'open'] || tg_argv[1:];
begin
  if not posted then return case when tg_op = 'DELETE' then old else new end; end if;
  if tg_op = 'DELETE' or to_jsonb(old) - free is distinct from to_jsonb(new) - free then raise exception 'invoices.refusals.postedStands' using errcode = 'KM001'; end if;
  return new;
end $$;
create or replace trigger frozen before update or delete on invoices for each row execute function kontor_frozen('posted_at', 'settled', 'credited', 'status', 'overdue', 'pdf_file', 'pdf_hash');
create or replace trigger frozen before update or delete on bills for each row execute function kontor_frozen('approved_at', 'settled', 'status', 'overdue', 'disputed_at', 'dispute_reason');
create or replace trigger frozen before update or delete on payments for each row execute function kontor_frozen('created_at', 'settled', 'status', 'reversed_at', 'reason', 'rate');
create or replace trigger refuse_truncate before truncate on invoices for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on bills for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on payments for each statement execute function kontor_refuse();

-- Set once: the paper as it was sent.
create or replace function kontor_set_once() returns trigger language plpgsql as $$
begin
  if old.pdf_file is not null and (new.pdf_file, new.pdf_hash) is distinct from (old.pdf_file, old.pdf_hash) then raise exception 'invoices.refusals.postedStands' using errcode = 'KM001'; end if;
  return new;
end $$;
create or replace trigger frozen_pdf before update on invoices for each row execute function kontor_set_once();

-- Allocations keep `settled` of both sides; the row lock of the update makes two at once wait, and the check constraints refuse the second.
create or replace function kontor_allocate() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payments set settled = settled + new.amount where id = new.payment_id and reversed_at is null;
  if new.payment_id is not null and not found then raise exception 'invoices.refusals.paymentReversed' using errcode = 'KM001'; end if;
  update bills set settled = settled + new.amount where id = new.bill_id and approved_at is not null;
  if new.bill_id is not null and not found then raise exception 'invoices.refusals.notPosted' using errcode = 'KM001'; end if;
  perform 1 from invoices where id in (new.credit_id, new.invoice_id) order by id for update;
  update invoices set settled = settled + new.amount where id = new.credit_id and posted_at is not null and kind = 'creditNote';
  if new.credit_id is not null and not found then raise exception 'invoices.refusals.notPosted' using errcode = 'KM001'; end if;
  update invoices set settled = settled + new.amount, credited = credited + case when new.credit_id is null then 0 else new.amount end where id = new.invoice_id and posted_at is not null;
  if new.invoice_id is not null and not found then raise exception 'invoices.refusals.notPosted' using errcode = 'KM001'; end if;
  return null;
exception when check_violation then raise exception 'invoices.refusals.overAllocated' using errcode = 'KM001';
end $$;
create or replace trigger allocate after insert on allocations for each row execute function kontor_allocate();
create or replace trigger refuse_change before update or delete on allocations for each row execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on allocations for each statement execute function kontor_refuse();

-- A bill of theirs is entered once, whoever sent it.
create unique index if not exists bills_their_no on bills (coalesce(supplier_id, carrier_id), lower(their_no)) where deleted_at is null;
-- A rate of a day and a source is one.
create unique index if not exists fx_rates_day on fx_rates (currency, valid_on, source) where deleted_at is null;

-- The accounts that postings need, numbered as SKR03 has them; what is there is left alone.
insert into accounts (no, name, kind, currency, standard)
  select no || case c.currency when 'EUR' then '' else '-' || c.currency end, name || case c.currency when 'EUR' then '' else ' ' || c.currency end, kind, c.currency, true
  from (values ('1200', 'Bank', 'bank'), ('1000', 'Cash', 'cash'), ('1400', 'Trade receivables', 'receivable'), ('1600', 'Trade payables', 'payable'), ('8400', 'Revenue', 'revenue'),
    ('3100', 'Purchased services', 'expense'), ('1776', 'Output VAT', 'vat'), ('1576', 'Input VAT', 'inputVat'), ('2660', 'Exchange differences', 'fxDifference')) k(no, name, kind),
    (values ('EUR'), ('USD'), ('CNY'), ('GBP')) c(currency)
  where not exists (select from accounts a where a.kind = k.kind and a.currency = c.currency)
  on conflict do nothing;
