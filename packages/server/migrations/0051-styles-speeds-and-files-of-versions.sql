-- What a line of a quote is sold for and promises, and the files that versions hold.

ALTER TABLE project_item
  ADD COLUMN style_id uuid REFERENCES packaging_style (id),
  ADD COLUMN promised_speed float8 CHECK (promised_speed BETWEEN 0 AND 100000);
CREATE INDEX project_item_of_style ON project_item (style_id);

-- Files that a version names stay as long as it does, which is for good, so that a restore brings them back.
CREATE TABLE version_file (
  root_table text NOT NULL,
  root_id uuid NOT NULL,
  number int NOT NULL,
  file_id uuid NOT NULL,
  PRIMARY KEY (file_id, root_table, root_id, number)
);
CALL protect_for_staff('version_file');

-- Whoever removes a row need not see versions of it.
CREATE FUNCTION is_file_of_version(file uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN EXISTS (SELECT FROM version_file WHERE file_id = file);
