-- How many documents were made with a template in a year (UTC).
CREATE TABLE pdf_template_year (
  template_id uuid NOT NULL REFERENCES pdf_template (id) ON DELETE CASCADE,
  year int NOT NULL,
  documents int NOT NULL CHECK (documents > 0),
  PRIMARY KEY (template_id, year)
);
CALL protect_for_staff('pdf_template_year');

-- What was made so far has no year. It counts for the one in which its version was published.
INSERT INTO pdf_template_year (template_id, year, documents)
SELECT template_id, extract(year FROM published_at AT TIME ZONE 'UTC'), sum(documents)
FROM pdf_template_version WHERE documents > 0 GROUP BY 1, 2;
