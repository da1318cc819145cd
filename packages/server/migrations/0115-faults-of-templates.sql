-- Works with code from: 0103
-- What was wrong with the last document of a template that failed or lacks characters, until it is published again.
ALTER TABLE pdf_template ADD COLUMN last_fault text, ADD COLUMN last_fault_at timestamptz;
