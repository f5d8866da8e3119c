-- Counters of a loading list, maintained only here: scans, undo, cancellations and the office all change parcels.
CREATE OR REPLACE FUNCTION kontor_loading_count() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF tg_op = 'UPDATE' AND old.loading_list_id IS NOT DISTINCT FROM new.loading_list_id AND old.weight IS NOT DISTINCT FROM new.weight
    AND (old.state = 'void') = (new.state = 'void') THEN RETURN NULL; END IF;
  IF tg_op <> 'INSERT' AND old.state <> 'void' AND old.loading_list_id IS NOT NULL THEN
    UPDATE loading_lists SET parcels = parcels - 1, weight = weight - coalesce(old.weight, 0) WHERE id = old.loading_list_id;
  END IF;
  IF tg_op <> 'DELETE' AND new.state <> 'void' AND new.loading_list_id IS NOT NULL THEN
    UPDATE loading_lists SET parcels = parcels + 1, weight = weight + coalesce(new.weight, 0) WHERE id = new.loading_list_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loading_count AFTER INSERT OR DELETE OR UPDATE OF loading_list_id, weight, state ON parcels FOR EACH ROW EXECUTE FUNCTION kontor_loading_count();
