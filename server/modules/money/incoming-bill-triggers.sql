-- What keeps incoming invoices as they were received (GoBD). Executed at every start, after the tables. Refusals carry SQLSTATE 'KM001' and a
-- key of the locale texts.

create or replace trigger frozen before update or delete on incoming_bills for each row execute function kontor_frozen('created_at', 'status', 'supplier_id', 'supplier_by', 'carrier_by',
  'purchase_order_id', 'faults', 'remarks', 'bill_id', 'booked_by', 'booked_at', 'reason', 'iban_state', 'known_iban', 'iban_by', 'iban_at');
create or replace trigger refuse_truncate before truncate on incoming_bills for each statement execute function kontor_refuse();

-- The document stands; its findings are those of the last look at it.
create or replace function kontor_incoming_document_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'findings' = to_jsonb(new) - 'findings' then return new; end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger refuse_change before update or delete on incoming_bill_documents for each row execute function kontor_incoming_document_stands();
create or replace trigger refuse_truncate before truncate on incoming_bill_documents for each statement execute function kontor_refuse();
