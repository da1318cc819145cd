-- Works with code from: 0103
-- Where a position is on a drawing, the part that an alarm needs, and bounds. The rules are in decision 0123.
CREATE TABLE drawing_mark (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  document_id uuid NOT NULL REFERENCES machine_document (id) ON DELETE CASCADE,
  page int NOT NULL CONSTRAINT drawing_mark_page_exists CHECK (page BETWEEN 1 AND 500),
  position text NOT NULL COLLATE "und-x-icu",
  x double precision NOT NULL CONSTRAINT drawing_mark_within_width CHECK (x BETWEEN 0 AND 1),
  y double precision NOT NULL CONSTRAINT drawing_mark_within_height CHECK (y BETWEEN 0 AND 1),
  search_text text GENERATED ALWAYS AS (' ' || search_fold(position)) STORED,
  CONSTRAINT drawing_mark_once UNIQUE (document_id, position)
);
CALL add_stamps('drawing_mark');
CALL protect_for_staff('drawing_mark');
CREATE POLICY of_seen_document ON drawing_mark FOR SELECT TO packhouse_app USING (document_id IN (SELECT id FROM machine_document));

-- What belongs to one thing has an end: the arguments are the column that names it and the most rows.
CREATE FUNCTION rows_are_bounded() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  others int;
BEGIN
  EXECUTE format('SELECT count(*) FROM %I WHERE %I = ($1).%I', TG_TABLE_NAME, TG_ARGV[0], TG_ARGV[0]) USING NEW INTO others;
  IF others >= TG_ARGV[1]::int THEN
    RAISE EXCEPTION 'the list is full' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER drawing_mark_most BEFORE INSERT ON drawing_mark FOR EACH ROW EXECUTE FUNCTION rows_are_bounded('document_id', 500);
CREATE TRIGGER service_plan_part_most BEFORE INSERT ON service_plan_part FOR EACH ROW EXECUTE FUNCTION rows_are_bounded('plan_id', 100);

ALTER TABLE alarm_rule ADD COLUMN part_item_id uuid REFERENCES item_master (id);
CREATE INDEX alarm_rule_of_item ON alarm_rule (part_item_id);

-- Partner access and sharing are tabs of one page: who began with one of them begins there.
UPDATE user_setting SET start_page = '/data' WHERE start_page IN ('/partners', '/sharing');
