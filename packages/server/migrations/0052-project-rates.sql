-- The rates by which a project has converted prices of the catalogue: they stay until somebody takes newer ones, and versions hold them.
ALTER TABLE project ADD COLUMN rates jsonb NOT NULL DEFAULT '[]' CONSTRAINT project_rates_list CHECK (jsonb_typeof(rates) = 'array');
