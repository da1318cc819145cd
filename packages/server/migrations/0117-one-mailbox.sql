-- Works with code from: 0103
-- One folding for addresses of mail (decision 0132): what reaches one mailbox is one account. `foldEmail` of the contract compares alike.

-- A label of a domain without its 'xn--' (RFC 3492, 6.2); what is no Punycode stays a label as it was.
CREATE FUNCTION punycode_label(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  cut int := length(given) - position('-' IN reverse(given));
  has_cut boolean := position('-' IN given) > 0;
  result text := CASE WHEN has_cut THEN left(given, cut) ELSE '' END;
  rest text := CASE WHEN has_cut THEN substr(given, cut + 2) ELSE given END;
  place int := 1;
  code bigint := 128;
  at bigint := 0;
  bias bigint := 72;
  before bigint;
  weight bigint;
  step bigint;
  digit int;
  threshold bigint;
  delta bigint;
  count bigint;
BEGIN
  IF length(given) > 59 OR rest = '' THEN RETURN 'xn--' || given; END IF;
  WHILE place <= length(rest) LOOP
    before := at;
    weight := 1;
    step := 36;
    LOOP
      digit := position(substr(rest, place, 1) IN 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
      IF place > length(rest) OR digit < 0 OR weight > 2147483647 THEN RETURN 'xn--' || given; END IF;
      place := place + 1;
      at := at + digit * weight;
      threshold := greatest(1, least(26, step - bias));
      EXIT WHEN digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 36;
    END LOOP;
    count := length(result) + 1;
    delta := (at - before) / CASE WHEN before = 0 THEN 700 ELSE 2 END;
    delta := delta + delta / count;
    step := 0;
    WHILE delta > 455 LOOP
      delta := delta / 35;
      step := step + 36;
    END LOOP;
    bias := step + 36 * delta / (delta + 38);
    code := code + at / count;
    at := at % count;
    IF code > 1114111 OR code BETWEEN 55296 AND 57343 THEN RETURN 'xn--' || given; END IF;
    result := left(result, at::int) || chr(code::int) || substr(result, at::int + 1);
    at := at + 1;
  END LOOP;
  RETURN result;
END
$$;

CREATE FUNCTION email_fold(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  at int := length(given) + 1 - position('@' IN reverse(given));
  local text := lower(normalize(left(given, at - 1), NFC) COLLATE "und-x-icu");
  domain text := lower(normalize(substr(given, at + 1), NFKC) COLLATE "und-x-icu");
BEGIN
  IF position('@' IN given) = 0 THEN RETURN lower(normalize(given, NFC) COLLATE "und-x-icu"); END IF;
  IF position('xn--' IN domain) = 0 THEN RETURN local || '@' || domain; END IF;
  RETURN local || '@' || (
    SELECT string_agg(
      CASE WHEN label LIKE 'xn--%' THEN lower(normalize(public.punycode_label(substr(label, 5)), NFKC) COLLATE "und-x-icu") ELSE label END,
      '.' ORDER BY place)
    FROM string_to_table(domain, '.') WITH ORDINALITY AS labels (label, place));
END
$$;

-- The index of before stays beside it: processes of the version before name it.
CREATE UNIQUE INDEX user_account_email_same ON user_account (email_fold(email));
