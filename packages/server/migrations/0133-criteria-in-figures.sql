-- Works with code from: 0124
-- Acceptance criteria as figures beside their free text: a claim makes promises of them. Code of before leaves them empty.
ALTER TABLE project_commissioning ADD COLUMN criteria jsonb NOT NULL DEFAULT '[]';
