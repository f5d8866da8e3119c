-- What a carrier said never changes; only what became of it does. Executed at every start, after the tables. `kontor_frozen` is in the money
-- module. Refusals carry SQLSTATE 'KM001' and a key of the locale texts.

create or replace function kontor_carrier_frozen() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'sort_at', 'updated_at', 'updated_by', 'search'] || tg_argv;
begin
  if tg_op = 'DELETE' or to_jsonb(old) - free is distinct from to_jsonb(new) - free then
    raise exception 'carrierBills.refusals.frozen' using errcode = 'KM001', table = tg_table_name;
  end if;
  return new;
end $$;
create or replace trigger frozen before update or delete on carrier_bills for each row execute function kontor_carrier_frozen('state', 'costs', 'matched', 'differing', 'undecided', 'difference', 'taken_back_at', 'taken_back_by');
create or replace trigger frozen before update or delete on carrier_bill_lines for each row execute function kontor_carrier_frozen('purchase_id', 'parcel_id', 'merchant_id', 'label_weight', 'label_zone', 'expected', 'difference', 'result', 'cause', 'earlier_id', 'state', 'dispute_id', 'decision_id', 'decided_at', 'decided_by');
create or replace trigger frozen before update or delete on carrier_decisions for each row execute function kontor_carrier_frozen('undone_at', 'undone_by');
create or replace trigger refuse_change before update or delete on carrier_bill_files for each row execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on carrier_bill_files for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on carrier_bills for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on carrier_bill_lines for each statement execute function kontor_refuse();
create or replace trigger refuse_truncate before truncate on carrier_decisions for each statement execute function kontor_refuse();

-- What was decided stands as long as the decision does: a decided line is not compared again, and one that was taken back stays so.
create or replace function kontor_carrier_line_stands() returns trigger language plpgsql as $$
begin
  if old.state = 'takenBack' or (old.state in ('accepted', 'disputed', 'charged') and new.state = old.state
    and (new.difference, new.result, new.cause, new.purchase_id, new.merchant_id, new.expected) is distinct from (old.difference, old.result, old.cause, old.purchase_id, old.merchant_id, old.expected))
  then raise exception 'carrierBills.refusals.frozen' using errcode = 'KM001', table = 'carrier_bill_lines'; end if;
  return new;
end $$;
create or replace trigger stands before update on carrier_bill_lines for each row execute function kontor_carrier_line_stands();

-- Layouts to start with. Carriers change their files and give some customers other ones: compare the first file with the headings. A preset
-- that the house changed or deleted stays as it is.
insert into carrier_bill_profiles (name, preset, separator, decimal, day, weight_unit, has_headings, tracking_no, amount, cost_text, service, weight, zone, billed_on, total, costs)
  select name, preset, separator, decimal, day, 'kg', has_headings, tracking_no, amount, cost_text, service, weight, zone, billed_on, total,
    (select jsonb_agg(jsonb_build_object('id', kontor_uuid7(), 'heading', split_part(c, '=', 1), 'kind', split_part(c, '=', 2))) from unnest(costs) c)
  from (values
    ('DHL', 'dhl', 'semicolon', 'comma', 'DD.MM.YYYY', true, 'Sendungsnummer', 'Transportentgelt', '', 'Produkt', 'Gewicht (kg)', 'Zone', 'Versanddatum', 'Nettobetrag',
      array['Energiezuschlag=fuel', 'Maut=toll', 'Peak-Zuschlag=peak', 'Sperrgut=size', 'Übergewicht=weight', 'Inselzuschlag=remote', 'Rücksendung=returned', 'Zollabwicklung=customs', 'Nachnahme=collect',
        'Transportversicherung=insurance', 'Sonstige Zuschläge=other']),
    ('DPD', 'dpd', 'semicolon', 'comma', 'DD.MM.YYYY', true, 'Paketscheinnummer', 'Preis', '', 'Service', 'Gewicht', 'Zone', 'Datum', 'Gesamt',
      array['Dieselzuschlag=fuel', 'Maut=toll', 'Hochsaisonzuschlag=peak', 'Größenzuschlag=size', 'Gewichtszuschlag=weight', 'Inselzuschlag=remote', 'Zweitzustellung=redelivery', 'Retoure=returned',
        'Adresskorrektur=address', 'Sonstiges=other']),
    ('UPS', 'ups', 'comma', 'point', 'YYYY-MM-DD', false, '21', '53', '46', '46', '29', '34', '12', '',
      array['Dom. Standard=base', 'TB Standard=base', 'WW Standard=base', 'Dom. Express=base', 'TB Express=base', 'WW Express=base', 'Dom. Express Saver=base', 'TB Express Saver=base', 'WW Express Saver=base',
        'WW Expedited=base', 'Fuel Surcharge=fuel', 'Peak Surcharge=peak', 'Demand Surcharge=peak', 'Large Package Surcharge=size', 'Additional Handling=size', 'Over Maximum Weight=weight', 'Extended Area Surcharge=remote',
        'Remote Area Surcharge=remote', 'Address Correction=address', 'Undeliverable Return=returned', 'Disbursement Fee=customs', 'Declared Value=insurance'])
  ) p(name, preset, separator, decimal, day, has_headings, tracking_no, amount, cost_text, service, weight, zone, billed_on, total, costs)
  on conflict (preset) where preset <> '' do nothing;
