-- Works with code from: 0103
-- Why the groups of somebody were not known at the last sign-in; empty where the provider has named them, or is not asked for them.
ALTER TABLE user_identity ADD COLUMN groups_unknown text CHECK (groups_unknown IN ('not_said', 'elsewhere'));
