-- The functions that write the books, and the triggers that protect them. Executed at every start, after the tables; requires PostgreSQL
-- 15.
-- Refusals carry SQLSTATE 'KM001' and a message that is a key of the locale texts.

-- The number of the party of a document in the books: a debtor from 10000, a creditor from 70000. The first booking gives it.
create or replace function kontor_party_no(invoice uuid, bill uuid, payment uuid) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  debtor uuid;
  creditor uuid;
  found_no int;
begin
  select coalesce(i.merchant_id, i.customer_id, p.merchant_id, p.customer_id), coalesce(b.supplier_id, b.carrier_id, p.supplier_id, p.carrier_id) into debtor, creditor
    from (values (1)) one(n) left join invoices i on i.id = invoice left join bills b on b.id = bill left join payments p on p.id = payment;
  if coalesce(debtor, creditor) is null then return ''; end if;
  select no into found_no from party_accounts where party_id = coalesce(debtor, creditor) and side = case when debtor is null then 'creditor' else 'debtor' end;
  if found_no is null then
    perform pg_advisory_xact_lock(hashtext('party_accounts'));
    insert into party_accounts (no, side, party_id)
      select coalesce(max(no), case when debtor is null then 69999 else 9999 end) + 1, case when debtor is null then 'creditor' else 'debtor' end, coalesce(debtor, creditor)
        from party_accounts where side = case when debtor is null then 'creditor' else 'debtor' end
      on conflict (party_id, side) do nothing;
    select no into found_no from party_accounts where party_id = coalesce(debtor, creditor) and side = case when debtor is null then 'creditor' else 'debtor' end;
  end if;
  return found_no::text;
end $$;

-- Posts one entry: its lines and the balances of their accounts. Accounts are locked in the order of their ids.
-- head: booked_on, tax_on, source, document_no, party, text, invoice_id, bill_id, payment_id, manual_id, reverses_id
-- lines: [{kind, account, currency, amount, base, taxCode, taxOn, text}]; a positive amount is a debit; account is an id, null for the standard account of
-- kind and currency; taxOn is null for the tax_on of the head
create or replace function kontor_post_entry(head jsonb, lines jsonb) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry uuid := kontor_uuid7();
  missing text;
  -- What a document books in a closed month takes the first open day after it; what a person types is refused (period-triggers.sql).
  on_day date := case when head ->> 'source' = 'manual' then (head ->> 'booked_on')::date else kontor_open_day((head ->> 'booked_on')::date) end;
  first_at timestamptz := kontor_next_sort_at('transactions_sort_seq', jsonb_array_length(lines));
  party_no text := kontor_party_no((head ->> 'invoice_id')::uuid, (head ->> 'bill_id')::uuid, (head ->> 'payment_id')::uuid);
begin
  select l ->> 'kind' || ' ' || (l ->> 'currency') into missing from jsonb_array_elements(lines) l where not exists (
    select from accounts a where a.deleted_at is null and a.currency = l ->> 'currency'
      and case when l ->> 'account' is null then a.standard and a.kind = l ->> 'kind' else a.id = (l ->> 'account')::uuid end) limit 1;
  if missing is not null then raise exception 'invoices.refusals.accountMissing' using errcode = 'KM001'; end if;
  -- Locked in the order of their ids and before the insert below. The insert takes a key lock on each account; two transactions that hold
  -- key locks and then update the rows would deadlock.
  perform 1 from accounts a where a.id in (select b.id from jsonb_array_elements(lines) l join accounts b on b.deleted_at is null and b.currency = l ->> 'currency'
    and case when l ->> 'account' is null then b.standard and b.kind = l ->> 'kind' else b.id = (l ->> 'account')::uuid end) order by a.id for no key update;
  insert into transactions (sort_at, entry_id, booked_on, account_id, currency, debit, credit, base, source, document_no, party, text, invoice_id, bill_id, payment_id, manual_id, reverses_id, tax_code, tax_on, party_account)
    select first_at + (l.n - 1) * interval '1 microsecond', entry, on_day, a.id, a.currency, greatest((l.line ->> 'amount')::bigint, 0), greatest(-(l.line ->> 'amount')::bigint, 0), (l.line ->> 'base')::bigint,
      head ->> 'source', coalesce(head ->> 'document_no', ''), coalesce(head ->> 'party', ''), coalesce(nullif(l.line ->> 'text', ''), head ->> 'text', ''),
      (head ->> 'invoice_id')::uuid, (head ->> 'bill_id')::uuid, (head ->> 'payment_id')::uuid, (head ->> 'manual_id')::uuid, (head ->> 'reverses_id')::uuid,
      coalesce(l.line ->> 'taxCode', ''), coalesce((l.line ->> 'taxOn')::date, (head ->> 'tax_on')::date, (head ->> 'booked_on')::date), party_no
    from jsonb_array_elements(lines) with ordinality l(line, n)
    join accounts a on a.deleted_at is null and a.currency = l.line ->> 'currency'
      and case when l.line ->> 'account' is null then a.standard and a.kind = l.line ->> 'kind' else a.id = (l.line ->> 'account')::uuid end
    where (l.line ->> 'amount')::bigint <> 0 or (l.line ->> 'base')::bigint <> 0
    order by l.n;
  update accounts a set balance = a.balance + s.amount, base = a.base + s.base
    from (select account_id, sum(debit - credit) as amount, sum(base) as base from transactions where entry_id = entry group by 1) s where s.account_id = a.id;
  return entry;
end $$;

-- Lines of the ledger stand. Only the batch in which a line is handed to the accountant is set, once.
create or replace function kontor_ledger_stands() returns trigger language plpgsql as $$
declare expected transactions := old;
begin
  -- Compared as a row: all columns are, also those that come later; as JSON, a large month takes long.
  if tg_op = 'UPDATE' and old.batch_id is null and new.batch_id is not null then
    expected.batch_id := new.batch_id; expected.version := new.version; expected.sort_at := new.sort_at; expected.updated_at := new.updated_at;
    expected.updated_by := new.updated_by; expected.search := new.search;
    if new is not distinct from expected then return new; end if;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger refuse_change before update or delete on transactions for each row execute function kontor_ledger_stands();

-- Each line is updated once, when it is handed over. Pages that are half empty take the new version beside the old one, so that none of the
-- twelve indexes gets an entry (heap-only tuples): a month of 100,000 lines is handed over in a quarter of the time.
do $do$ begin if not exists (select from pg_class where oid = 'transactions'::regclass and reloptions @> array['fillfactor=50']) then
  alter table transactions set (fillfactor = 50);
end if; end $do$;

-- Puts the lines of a period that are in no batch yet into this one. Answers how many.
create or replace function kontor_hand_over(batch uuid, first_day date, last_day date) returns int language sql security definer set search_path = public, pg_temp as $$
  with taken as (update transactions set batch_id = batch where batch_id is null and booked_on between first_day and last_day returning 1) select count(*)::int from taken
$$;

-- Posts the opposite of an entry, line by line.
create or replace function kontor_reverse_entry(entry uuid, head jsonb) returns uuid language sql security definer set search_path = public, pg_temp as $$
  select kontor_post_entry(
    jsonb_build_object('source', 'reversal', 'document_no', min(document_no), 'party', min(party), 'invoice_id', min(invoice_id::text), 'bill_id', min(bill_id::text), 'payment_id', min(payment_id::text),
      'manual_id', min(manual_id::text), 'tax_on', min(tax_on), 'reverses_id', entry) || head,
    jsonb_agg(jsonb_build_object('account', account_id, 'currency', currency, 'amount', credit - debit, 'base', -base, 'taxCode', tax_code, 'taxOn', tax_on) order by id))
  from transactions where entry_id = entry
$$;

-- Checks that an entry balances in each currency and in the house's currency. An entry is written whole, by one statement
-- (kontor_post_entry), so each statement is checked; checked line by line at commit, an entry of 100 lines was added up 100 times.
create or replace function kontor_balanced() returns trigger language plpgsql as $$
declare wrong uuid;
begin
  select e.entry_id into wrong from (select distinct entry_id from added) e
    where (select bool_or(amount <> 0) or sum(base) <> 0
      from (select sum(debit - credit) as amount, sum(base) as base from transactions t where t.entry_id = e.entry_id group by t.currency) s) limit 1;
  if wrong is not null then
    raise exception 'the entry % does not come to zero', wrong using errcode = 'check_violation', constraint = 'transactions_balanced';
  end if;
  return null;
end $$;
-- Before, this was a constraint trigger, which cannot be replaced by another kind.
do $do$ begin if exists (select from pg_trigger where tgname = 'balanced' and tgrelid = 'transactions'::regclass and tgdeferrable) then
  drop trigger balanced on transactions;
end if; end $do$;
create or replace trigger balanced after insert on transactions referencing new table as added for each statement execute function kontor_balanced();

-- Posted rows cannot be changed. Arguments: the column that marks a row as posted, then columns that may still change because they follow
-- from other rows.
create or replace function kontor_frozen() returns trigger language plpgsql as $$
declare
  -- Converted once: a row with its document takes a tenth of a millisecond.
  before jsonb := to_jsonb(old);
  free text[] := array['version', 'sort_at', 'updated_at', 'updated_by', 'search', 'open'] || tg_argv[1:];
begin
  if before ->> tg_argv[0] is null then return case when tg_op = 'DELETE' then old else new end; end if;
  if tg_op = 'DELETE' or before - free is distinct from to_jsonb(new) - free then
    raise exception 'invoices.refusals.postedStands' using errcode = 'KM001', table = tg_table_name,
      detail = format('%s of %s was posted; it is taken back by a credit note or a reversal, never changed or removed.', before ->> 'no', tg_table_name);
  end if;
  return new;
end $$;
create or replace trigger frozen before update or delete on invoices for each row when (old.posted_at is not null) execute function kontor_frozen('posted_at', 'settled', 'credited', 'status', 'overdue', 'pdf_file', 'pdf_hash', 'xml_file', 'xml_hash');
create or replace trigger frozen before update or delete on bills for each row execute function kontor_frozen('approved_at', 'settled', 'status', 'overdue', 'disputed_at', 'dispute_reason');
create or replace trigger frozen before update or delete on payments for each row execute function kontor_frozen('created_at', 'settled', 'status', 'reversed_at', 'reason', 'rate');
create or replace trigger frozen before update or delete on manual_entries for each row execute function kontor_frozen('created_at', 'status', 'entry_id', 'reversed_at', 'reversed_by', 'reason');
create or replace trigger refuse_truncate before truncate on manual_entries for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on invoices for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on bills for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on payments for each statement execute function kontor_refuse();

-- Columns that are set once: the issued document, the booked rate, the day of reversal. As soon as the first column has a value, none of
-- them can change. Each trigger has this as its condition, because a row that is converted to JSON for it takes a tenth of a millisecond.
create or replace function kontor_set_once() returns trigger language plpgsql as $$
begin
  raise exception 'invoices.refusals.postedStands' using errcode = 'KM001', detail = format('%s of %s is set once.', array_to_string(tg_argv, ', '), tg_table_name);
end $$;
create or replace trigger frozen_pdf before update on invoices for each row
  when (old.pdf_file is not null and (old.pdf_file, old.pdf_hash) is distinct from (new.pdf_file, new.pdf_hash)) execute function kontor_set_once('pdf_file', 'pdf_hash');
create or replace trigger frozen_xml before update on invoices for each row
  when (old.xml_file is not null and (old.xml_file, old.xml_hash) is distinct from (new.xml_file, new.xml_hash)) execute function kontor_set_once('xml_file', 'xml_hash');
create or replace trigger frozen_rate before update on payments for each row
  when (old.rate is not null and old.rate is distinct from new.rate) execute function kontor_set_once('rate');
create or replace trigger frozen_entry before update on manual_entries for each row
  when (old.entry_id is not null and old.entry_id is distinct from new.entry_id) execute function kontor_set_once('entry_id');
create or replace trigger frozen_end before update on manual_entries for each row
  when (old.reversed_at is not null and (old.reversed_at, old.reversed_by, old.reason, old.status) is distinct from (new.reversed_at, new.reversed_by, new.reason, new.status))
  execute function kontor_set_once('reversed_at', 'reversed_by', 'reason', 'status');
create or replace trigger frozen_end before update on payments for each row
  when (old.reversed_at is not null and (old.reversed_at, old.reason) is distinct from (new.reversed_at, new.reason)) execute function kontor_set_once('reversed_at', 'reason');

-- `settled` can only be changed by the allocation trigger below, that is, by inserting an allocation.
create or replace function kontor_settled() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then return new; end if;
  raise exception 'invoices.refusals.settledFollows' using errcode = 'KM001', detail = format('What is settled of %s follows from its allocations.', tg_table_name);
end $$;
create or replace trigger settled_follows before update on invoices for each row when (old.settled <> new.settled or old.credited <> new.credited) execute function kontor_settled();
create or replace trigger settled_follows before update on bills for each row when (old.settled <> new.settled) execute function kontor_settled();
create or replace trigger settled_follows before update on payments for each row when (old.settled <> new.settled) execute function kontor_settled();

-- A status must match the facts (contract/money/status.ts; a test compares both). server/modules/money/allocate-payment.ts writes it; any
-- other value is refused.
create or replace function kontor_status() returns trigger language plpgsql as $$
declare follows text;
begin
  if tg_table_name = 'invoices' then
    follows := case when new.posted_at is null then 'draft' when new.credited > 0 and new.credited = new.gross then 'reversed'
      when new.settled >= new.gross then 'paid' when new.settled > 0 then 'partPaid' else 'posted' end;
  elsif tg_table_name = 'bills' then
    follows := case when new.approved_at is not null and new.settled >= new.gross then 'paid' when new.disputed_at is not null then 'disputed'
      when new.approved_at is null then 'entered' when new.settled > 0 then 'partPaid' else 'approved' end;
  else
    follows := case when new.reversed_at is not null then 'reversed' when new.settled >= new.amount then 'allocated' when new.settled > 0 then 'partAllocated' else 'open' end;
  end if;
  if new.status = follows then return new; end if;
  raise exception 'invoices.refusals.settledFollows' using errcode = 'KM001', detail = format('A status of %s follows from what happened: this is %s, not %s.', tg_table_name, follows, new.status);
end $$;
create or replace trigger status_follows before update on invoices for each row when (old.status <> new.status) execute function kontor_status();
create or replace trigger status_follows before update on bills for each row when (old.status <> new.status) execute function kontor_status();
create or replace trigger status_follows before update on payments for each row when (old.status <> new.status) execute function kontor_status();

-- A payment can be marked as reversed only after its entry was reversed and nothing is settled by it.
create or replace function kontor_taken_back() returns trigger language plpgsql as $$
begin
  if new.settled = 0 and exists (select from transactions where payment_id = new.id and source = 'reversal') then return new; end if;
  raise exception 'invoices.refusals.settledFollows' using errcode = 'KM001', detail = 'A payment is reversed by a reversing entry.';
end $$;
create or replace trigger taken_back before update on payments for each row when (old.reversed_at is null and new.reversed_at is not null) execute function kontor_taken_back();

-- Invoice numbers are consecutive, and each number has an invoice (P42). Checked at commit, because the number is assigned first.
create or replace function kontor_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.last = (case tg_op when 'INSERT' then 1 else old.last + 1 end)
    and (tg_op = 'INSERT' or (new.circle, new.year) = (old.circle, old.year)) then return new; end if;
  raise exception 'numbers of invoices go up one by one and never back' using errcode = 'restrict_violation';
end $$;
create or replace trigger counts before insert or update or delete on invoice_circles for each row execute function kontor_counts();
create or replace trigger refuse_truncate before truncate on invoice_circles for each statement execute function kontor_refuse();
create or replace function kontor_borne() returns trigger language plpgsql as $$
declare number text := format('%s-%s-%s', new.circle, new.year, lpad(new.last::text, greatest(5, length(new.last::text)), '0'));
begin
  if not exists (select from invoices where no = number) then raise exception 'no invoice bears the number %', number using errcode = 'check_violation', constraint = 'invoice_circles_borne'; end if;
  return null;
end $$;
do $do$ begin if not exists (select from pg_trigger where tgname = 'borne' and tgrelid = 'invoice_circles'::regclass) then
  create constraint trigger borne after insert or update on invoice_circles deferrable initially deferred for each row execute function kontor_borne();
end if; end $do$;

-- The file of a posted document must be kept (§ 14b UStG, § 147 AO): our PDF and XML with their hashes, and the file of a bill as received.
create or replace function kontor_kept() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare file_id text := replace(old.id::text, '-', '');
begin
  if exists (select from invoices where pdf_file = file_id or xml_file = file_id) or exists (select from bills where file = file_id and approved_at is not null)
      or exists (select from incoming_bills where file = file_id) then
    raise exception 'invoices.refusals.paperKept' using errcode = 'KM001', detail = format('%s is the paper of a posted document.', old.name);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger kept before update or delete on files for each row execute function kontor_kept();
create or replace trigger refuse_truncate before truncate on files for each statement execute function kontor_refuse();

-- Allocations update `settled` of both sides. The row lock of the update serialises simultaneous allocations, and the check constraints
-- refuse amounts beyond what is open.
create or replace function kontor_allocate() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payments set settled = settled + new.amount where id = new.payment_id and reversed_at is null;
  if new.payment_id is not null and not found then raise exception 'invoices.refusals.paymentReversed' using errcode = 'KM001'; end if;
  perform 1 from bills where id in (new.credit_bill_id, new.bill_id) order by id for update;
  update bills set settled = settled + new.amount where id = new.credit_bill_id and approved_at is not null and kind = 'credit';
  if new.credit_bill_id is not null and not found then raise exception 'invoices.refusals.notPosted' using errcode = 'KM001'; end if;
  update bills set settled = settled + new.amount where id = new.bill_id and approved_at is not null and (new.credit_bill_id is null or kind = 'bill');
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

-- A bill can be entered once per supplier or carrier and its number.
-- Suppliers may begin their numbers anew each year.
drop index if exists bills_their_no;
create unique index if not exists bills_their_no_of_year on bills (coalesce(supplier_id, carrier_id), date_part('year', bill_date), lower(their_no)) where deleted_at is null;
-- One rate per currency, day and source.
create unique index if not exists fx_rates_day on fx_rates (currency, valid_on, source) where deleted_at is null;

-- The accounts that postings need, with SKR03 numbers. Existing accounts are not changed.
insert into accounts (no, name, kind, currency, standard)
  select no || case c.currency when 'EUR' then '' else '-' || c.currency end, name || case c.currency when 'EUR' then '' else ' ' || c.currency end, kind, c.currency, true
  from (values ('1200', 'Bank', 'bank'), ('1000', 'Cash', 'cash'), ('1400', 'Trade receivables', 'receivable'), ('1600', 'Trade payables', 'payable'), ('8400', 'Revenue', 'revenue'),
    ('3100', 'Purchased services', 'expense'), ('1776', 'Output VAT', 'vat'), ('1576', 'Input VAT', 'inputVat'), ('2660', 'Exchange differences', 'fxDifference'),
    ('4905', 'Rounding differences', 'rounding'), ('9000', 'Opening balances', 'equity'), ('1590', 'Clearing', 'clearing')) k(no, name, kind),
    (values ('EUR'), ('USD'), ('CNY'), ('GBP')) c(currency)
  where not exists (select from accounts a where a.kind = k.kind and a.currency = c.currency)
  on conflict do nothing;
