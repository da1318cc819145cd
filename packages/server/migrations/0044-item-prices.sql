-- Prices of the catalogue over time: every price and cost that an item had or will have is an entry that never changes.

-- A change of many prices at once, which can be taken back as a whole.
CREATE TABLE item_price_update (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  effective_from date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  taken_back_at timestamptz,
  taken_back_by uuid REFERENCES user_account (id) ON DELETE SET NULL
);
CREATE INDEX item_price_update_by ON item_price_update (created_by);
CREATE INDEX item_price_update_taken_back_by ON item_price_update (taken_back_by);
CALL protect_for_staff('item_price_update');

CREATE TABLE item_price (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Of two that apply from the same day the later one counts.
  place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- An entry is made before the item that it comes with.
  item_id uuid NOT NULL REFERENCES item_master (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  effective_from date NOT NULL,
  price numeric(18, 6) CHECK (price >= 0 AND price <> 'NaN'),
  cost numeric(18, 6) CHECK (cost >= 0 AND cost <> 'NaN'),
  update_id uuid REFERENCES item_price_update (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES user_account (id) ON DELETE SET NULL
);
CREATE INDEX item_price_of_item ON item_price (item_id, effective_from, place);
CREATE INDEX item_price_of_update ON item_price (update_id);
CREATE INDEX item_price_by ON item_price (created_by);
CALL protect_for_staff('item_price');
REVOKE UPDATE, DELETE ON item_price FROM packhouse_app;

ALTER TABLE item_master
  ADD COLUMN next_price numeric(18, 6),
  ADD COLUMN next_cost numeric(18, 6),
  ADD COLUMN next_from date;
COMMENT ON COLUMN item_master.price IS 'What applied when the row was last written; item_price_on says what applies on a day';

-- The entry that applies on a day.
CREATE FUNCTION item_price_on(item uuid, day date) RETURNS SETOF item_price LANGUAGE sql STABLE AS $$
  SELECT p.* FROM item_price p LEFT JOIN item_price_update u ON u.id = p.update_id
  WHERE p.item_id = item AND p.effective_from <= day AND u.taken_back_at IS NULL
  ORDER BY p.effective_from DESC, p.place DESC LIMIT 1
$$;

-- The entry that applies next after a day.
CREATE FUNCTION item_price_after(item uuid, day date) RETURNS SETOF item_price LANGUAGE sql STABLE AS $$
  SELECT p.* FROM item_price p LEFT JOIN item_price_update u ON u.id = p.update_id
  WHERE p.item_id = item AND p.effective_from > day AND u.taken_back_at IS NULL
  ORDER BY p.effective_from, p.place DESC LIMIT 1
$$;

-- Which of the two columns a statement sets: what is left out stays as it is on the day of the entry, which need not be what the row has.
CREATE FUNCTION note_sent_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('packhouse.sent_prices', coalesce(current_setting('packhouse.sent_prices', true), '') || TG_ARGV[0], true);
  RETURN NEW;
END
$$;
CREATE TRIGGER item_master_a_price BEFORE UPDATE OF price ON item_master FOR EACH ROW EXECUTE FUNCTION note_sent_price('price');
CREATE TRIGGER item_master_b_cost BEFORE UPDATE OF cost ON item_master FOR EACH ROW EXECUTE FUNCTION note_sent_price('cost');

-- Makes an entry of what was sent, from the day of the transaction on or else from today, and leaves in the row what applies today and next.
CREATE FUNCTION enter_item_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sent text := CASE TG_OP WHEN 'INSERT' THEN 'price cost' ELSE coalesce(current_setting('packhouse.sent_prices', true), '') END;
  day date := coalesce(nullif(current_setting('packhouse.price_from', true), '')::date, current_date);
  entry item_price;
  new_price numeric := NEW.price;
  new_cost numeric := NEW.cost;
BEGIN
  PERFORM set_config('packhouse.sent_prices', '', true);
  SELECT * INTO entry FROM item_price_on(NEW.id, day);
  IF sent NOT LIKE '%price%' THEN new_price := entry.price; END IF;
  IF sent NOT LIKE '%cost%' THEN new_cost := entry.cost; END IF;
  IF new_price IS DISTINCT FROM entry.price OR new_cost IS DISTINCT FROM entry.cost THEN
    INSERT INTO item_price (item_id, effective_from, price, cost, update_id, created_by)
    VALUES (NEW.id, day, new_price, new_cost, nullif(current_setting('packhouse.price_update', true), '')::uuid,
      nullif(current_setting('packhouse.user', true), '')::uuid);
  END IF;
  SELECT * INTO entry FROM item_price_on(NEW.id, current_date);
  NEW.price := entry.price;
  NEW.cost := entry.cost;
  NEW.effective_from := entry.effective_from;
  SELECT * INTO entry FROM item_price_after(NEW.id, current_date);
  NEW.next_price := entry.price;
  NEW.next_cost := entry.cost;
  NEW.next_from := entry.effective_from;
  RETURN NEW;
END
$$;

INSERT INTO item_price (item_id, effective_from, price, cost, created_at, created_by)
SELECT id, coalesce(effective_from, created_at::date), price, cost, created_at, created_by FROM item_master
WHERE price IS NOT NULL OR cost IS NOT NULL;
SET CONSTRAINTS ALL IMMEDIATE;
CREATE TRIGGER item_master_c_enter BEFORE INSERT OR UPDATE OF price, cost, next_from ON item_master
  FOR EACH ROW EXECUTE FUNCTION enter_item_price();
UPDATE item_master SET next_from = next_from;
