-- Views of lists that all staff have, and which of them a list opens with for everybody.
CREATE TABLE shared_view (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  list text NOT NULL CHECK (length(list) <= 60),
  name text NOT NULL COLLATE "und-x-icu" CHECK (length(name) <= 60),
  query text CHECK (length(query) <= 4000),
  columns text[] NOT NULL DEFAULT '{}',
  is_default boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX shared_view_name_taken ON shared_view (lower(list), lower(name));
CREATE UNIQUE INDEX shared_view_default ON shared_view (list) WHERE is_default;
CALL add_stamps('shared_view');
CALL protect_for_staff('shared_view');

-- Whoever opens the application may use them; the row scope leaves them to staff.
INSERT INTO role_permission (role_id, permission)
SELECT role_id, 'sharedView.read' FROM role_permission WHERE permission = 'customer.access'
ON CONFLICT DO NOTHING;
