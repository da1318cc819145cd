-- Works with code from: 0103
-- Codes and names are compared without case in one way, whatever the locale of the database and the collation of a column. lower() gave what these say:
-- İZMİR and izmir, or ΟΔΟΣ and οδος, were one code to one part of the product and two to another. The rule is in decision 0129.
CREATE FUNCTION fold_case(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN normalize(lower(upper(normalize(given, NFC) COLLATE "pg_c_utf8")), NFC);

-- Indexes of lower() become indexes of it, with their names. Not those of e-mail addresses, which are no words, and of roles, which older code
-- finds by the expression of their index.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN
    SELECT indexrelid::regclass AS index, indrelid::regclass AS relation, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND pg_get_indexdef(indexrelid) LIKE '%lower(%'
      AND c.relname NOT IN ('user_account_email_taken', 'role_name_taken')
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP INDEX %s', old.index);
    BEGIN
      EXECUTE replace(old.definition, 'lower(', 'fold_case(');
    EXCEPTION WHEN unique_violation THEN
      RAISE EXCEPTION 'Two rows of % differ only in the case or the accents of a letter.', old.relation
        USING DETAIL = SQLERRM, HINT = 'Rename one of them with the version before, then start this one again.';
    END;
  END LOOP;
END $$;

-- What finds rows by those indexes.
DO $$
DECLARE
  old regproc;
BEGIN
  FOREACH old IN ARRAY ARRAY['library_machine_model_frozen', 'model_of_machine', 'is_model_of_own_machine',
    'machine_document_supersedes_rightly', 'has_public_documents', 'part_drawing_fits']::regproc[]
  LOOP
    EXECUTE replace(pg_get_functiondef(old), 'lower(', 'fold_case(');
  END LOOP;
END $$;
