-- Letters with a stroke and joined letters are found by those that a keyboard without them has: Lodz finds Łódź, Osterbro finds
-- Østerbro. Unicode does not take them apart, so that the fold of 0009 left them as they are.
CREATE OR REPLACE FUNCTION search_fold(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN normalize(
    replace(replace(
      translate(regexp_replace(normalize(casefold(given COLLATE "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'ıøłđħŧ', 'ioldht'),
      'æ', 'ae'), 'œ', 'oe'), NFC);

-- What is stored was made by the old one: each column is computed again.
DO $$
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT d.adrelid::regclass AS name, pg_get_expr(d.adbin, d.adrelid) AS expression
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE a.attname = 'search_text' AND a.attgenerated = 's'
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN search_text SET EXPRESSION AS (%s)', given.name, given.expression);
  END LOOP;
END
$$;
