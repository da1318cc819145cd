-- Projects of the estimator: quotes with all that they consist of, the catalogue of items, who takes part, and the lock of who edits one.

CREATE TABLE item_category (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  parent_id uuid REFERENCES item_category (id),
  sort int NOT NULL CHECK (sort BETWEEN 0 AND 10000),
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE UNIQUE INDEX item_category_name_taken ON item_category (lower(name));
CREATE INDEX item_category_of_parent ON item_category (parent_id);
CREATE TRIGGER item_category_acyclic BEFORE INSERT OR UPDATE OF parent_id ON item_category
  FOR EACH ROW EXECUTE FUNCTION forbid_cycle('item_category_acyclic');
CALL add_stamps('item_category');
CALL protect_for_staff('item_category');

CREATE TABLE item_master (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL COLLATE "und-x-icu",
  description text NOT NULL COLLATE "und-x-icu",
  category_id uuid REFERENCES item_category (id),
  unit text NOT NULL,
  currency text NOT NULL CONSTRAINT item_master_currency_fkey REFERENCES currency (code),
  price numeric(18, 6) CHECK (price >= 0 AND price <> 'NaN'),
  cost numeric(18, 6) CHECK (cost >= 0 AND cost <> 'NaN'),
  effective_from date,
  supplier_id uuid REFERENCES supplier (id),
  lead_days int CHECK (lead_days BETWEEN 0 AND 1000),
  active boolean NOT NULL,
  notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(code || ' ' || description)) STORED
);
CREATE UNIQUE INDEX item_master_code_taken ON item_master (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX item_master_of_category ON item_master (category_id);
CREATE INDEX item_master_of_supplier ON item_master (supplier_id);
CALL add_stamps('item_master');
CALL protect_for_staff('item_master');

CREATE TABLE project_role_type (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL COLLATE "und-x-icu",
  name text NOT NULL COLLATE "und-x-icu",
  can_edit boolean NOT NULL,
  can_approve boolean NOT NULL,
  sees_cost boolean NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(code || ' ' || name)) STORED
);
CREATE UNIQUE INDEX project_role_type_code_taken ON project_role_type (lower(code));
CALL add_stamps('project_role_type');
CALL protect_for_staff('project_role_type');

CREATE TABLE project (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  number text NOT NULL COLLATE "und-x-icu",
  revision int NOT NULL DEFAULT 1 CHECK (revision BETWEEN 1 AND 1000),
  revision_of_id uuid REFERENCES project (id),
  title text NOT NULL COLLATE "und-x-icu",
  status text NOT NULL CHECK (status IN ('draft', 'review', 'approved', 'sent', 'won', 'lost', 'expired')),
  customer_id uuid NOT NULL REFERENCES customer (id),
  location_id uuid REFERENCES location (id),
  contact_id uuid REFERENCES contact (id),
  owner_id uuid NOT NULL REFERENCES user_account (id),
  currency text NOT NULL CONSTRAINT project_currency_fkey REFERENCES currency (code),
  valid_until date,
  win_probability int CHECK (win_probability BETWEEN 0 AND 100),
  discount_kind text NOT NULL CHECK (discount_kind IN ('percent', 'amount')),
  discount_value numeric(18, 6) NOT NULL CHECK (discount_value >= 0 AND discount_value <> 'NaN'),
  target_margin numeric(7, 4) CHECK (target_margin BETWEEN 0 AND 100),
  tax_category text CHECK (tax_category IN ('standard', 'zero', 'exempt', 'reverseCharge', 'intraCommunity', 'export')),
  tax_percent numeric(7, 4) NOT NULL CHECK (tax_percent BETWEEN 0 AND 100),
  rounds_to_cash boolean NOT NULL,
  payment_terms text,
  milestones jsonb NOT NULL,
  terms text,
  notes text,
  -- Worked out by the pricing function whenever something that it depends on has changed.
  subtotal numeric(18, 4) NOT NULL DEFAULT 0,
  discount numeric(18, 4) NOT NULL DEFAULT 0,
  net numeric(18, 4) NOT NULL DEFAULT 0,
  tax numeric(18, 4) NOT NULL DEFAULT 0,
  total numeric(18, 4) NOT NULL DEFAULT 0,
  cost numeric(18, 4),
  margin numeric(18, 2),
  line_count int NOT NULL DEFAULT 0,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(number || ' ' || title)) STORED,
  CONSTRAINT project_number_taken UNIQUE (number, revision),
  CONSTRAINT project_discount_percent CHECK (discount_kind = 'amount' OR discount_value <= 100)
);
CREATE INDEX project_by_number ON project (number, id) WHERE deleted_at IS NULL;
CREATE INDEX project_of_customer ON project (customer_id);
CREATE INDEX project_of_location ON project (location_id);
CREATE INDEX project_of_contact ON project (contact_id);
CREATE INDEX project_of_owner ON project (owner_id);
CREATE INDEX project_revision_of ON project (revision_of_id);
CALL add_stamps('project');
CALL protect_for_staff('project');

CREATE TABLE project_role (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  type_id uuid NOT NULL REFERENCES project_role_type (id),
  note text,
  CONSTRAINT project_role_once UNIQUE (project_id, user_id)
);
CREATE INDEX project_role_of_user ON project_role (user_id);
CREATE INDEX project_role_of_type ON project_role (type_id);
CALL add_stamps('project_role');
CALL protect_for_staff('project_role');

CREATE FUNCTION project_role_of_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM user_account WHERE id = NEW.user_id AND customer_id IS NOT NULL) THEN
    RAISE EXCEPTION 'the person is of a customer' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER project_role_of_staff BEFORE INSERT OR UPDATE OF user_id ON project_role
  FOR EACH ROW EXECUTE FUNCTION project_role_of_staff();

CREATE TABLE project_item (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  section text NOT NULL,
  master_id uuid REFERENCES item_master (id),
  library_machine_id uuid REFERENCES library_machine (id),
  description text NOT NULL,
  unit text NOT NULL,
  quantity numeric(16, 4) NOT NULL CHECK (quantity > 0 AND quantity <> 'NaN'),
  unit_price numeric(18, 6) NOT NULL CHECK (unit_price >= 0 AND unit_price <> 'NaN'),
  unit_cost numeric(18, 6) CHECK (unit_cost >= 0 AND unit_cost <> 'NaN'),
  discount_percent numeric(7, 4) NOT NULL CHECK (discount_percent BETWEEN 0 AND 100),
  alternative_to_id uuid REFERENCES project_item (id) ON DELETE CASCADE,
  lead_days int CHECK (lead_days BETWEEN 0 AND 1000),
  configuration jsonb NOT NULL,
  rule_revision int,
  notes text,
  sort int NOT NULL
);
CREATE INDEX project_item_of_project ON project_item (project_id, sort, id);
CREATE INDEX project_item_of_master ON project_item (master_id);
CREATE INDEX project_item_of_machine ON project_item (library_machine_id);
CREATE INDEX project_item_of_main ON project_item (alternative_to_id);
CALL add_stamps('project_item');
CALL protect_for_staff('project_item');

CREATE TABLE project_optional_extra (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  master_id uuid REFERENCES item_master (id),
  description text NOT NULL,
  unit text NOT NULL,
  quantity numeric(16, 4) NOT NULL CHECK (quantity >= 0 AND quantity <> 'NaN'),
  unit_price numeric(18, 6) NOT NULL CHECK (unit_price >= 0 AND unit_price <> 'NaN'),
  unit_cost numeric(18, 6) CHECK (unit_cost >= 0 AND unit_cost <> 'NaN'),
  discount_percent numeric(7, 4) NOT NULL
    CHECK (discount_percent BETWEEN 0 AND 100),
  selected boolean NOT NULL,
  recommended boolean NOT NULL,
  customer_selectable boolean NOT NULL,
  depends_on_item_id uuid REFERENCES project_item (id) ON DELETE SET NULL,
  depends_on_extra_id uuid REFERENCES project_optional_extra (id) ON DELETE SET NULL,
  notes text,
  sort int NOT NULL
);
CREATE INDEX project_optional_extra_of_project ON project_optional_extra (project_id, sort, id);
CREATE INDEX project_optional_extra_of_master ON project_optional_extra (master_id);
CREATE INDEX project_optional_extra_on_item ON project_optional_extra (depends_on_item_id);
CREATE INDEX project_optional_extra_on_extra ON project_optional_extra (depends_on_extra_id);
CALL add_stamps('project_optional_extra');
CALL protect_for_staff('project_optional_extra');

CREATE TABLE project_delivery (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  incoterm text NOT NULL
    CHECK (incoterm IN ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  named_place text NOT NULL,
  from_place text,
  to_place text,
  ships_on date,
  arrives_on date,
  packages int CHECK (packages BETWEEN 1 AND 100000),
  weight_kg float8 CHECK (weight_kg BETWEEN 0 AND 10000000),
  price numeric(18, 6) NOT NULL CHECK (price >= 0 AND price <> 'NaN'),
  cost numeric(18, 6) CHECK (cost >= 0 AND cost <> 'NaN'),
  notes text,
  sort int NOT NULL,
  CONSTRAINT project_delivery_order CHECK (arrives_on >= ships_on)
);
CREATE INDEX project_delivery_of_project ON project_delivery (project_id, sort, id);
CALL add_stamps('project_delivery');
CALL protect_for_staff('project_delivery');

CREATE TABLE project_commissioning (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('FAT', 'installation', 'SAT', 'training')),
  description text NOT NULL,
  starts_on date,
  days numeric(16, 2) NOT NULL CHECK (days > 0 AND days <> 'NaN'),
  engineers int NOT NULL CHECK (engineers BETWEEN 1 AND 100),
  day_rate numeric(18, 6) NOT NULL CHECK (day_rate >= 0 AND day_rate <> 'NaN'),
  day_cost numeric(18, 6) CHECK (day_cost >= 0 AND day_cost <> 'NaN'),
  travel numeric(18, 6) NOT NULL CHECK (travel >= 0 AND travel <> 'NaN'),
  accommodation numeric(18, 6) NOT NULL CHECK (accommodation >= 0 AND accommodation <> 'NaN'),
  acceptance_criteria text,
  notes text,
  sort int NOT NULL
);
CREATE INDEX project_commissioning_of_project ON project_commissioning (project_id, sort, id);
CALL add_stamps('project_commissioning');
CALL protect_for_staff('project_commissioning');

CREATE TABLE project_media (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('drawing', 'photo', 'video', 'document')),
  caption text NOT NULL,
  in_quote boolean NOT NULL,
  sort int NOT NULL
);
CREATE INDEX project_media_of_project ON project_media (project_id, sort, id);
CALL add_stamps('project_media');
CALL protect_for_staff('project_media');

-- Numbers: one counter for each year, in the transaction that makes the project, so that none is lost or given twice.

CREATE TABLE project_counter (year int PRIMARY KEY, last int NOT NULL);
CREATE FUNCTION number_project() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  of_year int := extract(year FROM now() AT TIME ZONE 'UTC');
  counted int;
BEGIN
  IF NEW.number IS NULL THEN
    INSERT INTO project_counter VALUES (of_year, 1)
      ON CONFLICT (year) DO UPDATE SET last = project_counter.last + 1 RETURNING last INTO counted;
    NEW.number := format('Q-%s-%s', of_year, lpad(counted::text, 5, '0'));
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER number_project BEFORE INSERT ON project FOR EACH ROW EXECUTE FUNCTION number_project();

-- Rules over several rows.

-- The argument is the table of what has to be of the customer.
CREATE FUNCTION project_refers_within_customer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named uuid := CASE TG_ARGV[0] WHEN 'location' THEN NEW.location_id ELSE NEW.contact_id END;
  found_one boolean;
BEGIN
  IF named IS NOT NULL THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = $1 AND customer_id = $2)', TG_ARGV[0])
      INTO found_one USING named, NEW.customer_id;
    IF NOT found_one THEN
      RAISE EXCEPTION 'it is of another customer' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER project_location_of_customer BEFORE INSERT OR UPDATE OF customer_id, location_id ON project
  FOR EACH ROW EXECUTE FUNCTION project_refers_within_customer('location');
CREATE TRIGGER project_contact_of_customer BEFORE INSERT OR UPDATE OF customer_id, contact_id ON project
  FOR EACH ROW EXECUTE FUNCTION project_refers_within_customer('contact');

-- An alternative belongs to a line that is not an alternative itself. The lock of the project makes two changes run one after the other.
CREATE FUNCTION project_item_alternative() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.alternative_to_id IS NOT NULL AND (
    NOT EXISTS (
      SELECT FROM project_item
      WHERE id = NEW.alternative_to_id AND project_id = NEW.project_id AND alternative_to_id IS NULL AND id <> NEW.id)
    OR EXISTS (SELECT FROM project_item WHERE alternative_to_id = NEW.id)
  ) THEN
    RAISE EXCEPTION 'it is no alternative to that' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER project_item_alternative AFTER INSERT OR UPDATE OF alternative_to_id ON project_item
  FOR EACH ROW EXECUTE FUNCTION project_item_alternative();

CREATE FUNCTION project_optional_extra_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.depends_on_item_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM project_item WHERE id = NEW.depends_on_item_id AND project_id = NEW.project_id) THEN
    RAISE EXCEPTION 'the line is of another project' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER project_optional_extra_item AFTER INSERT OR UPDATE OF depends_on_item_id ON project_optional_extra
  FOR EACH ROW EXECUTE FUNCTION project_optional_extra_item();

CREATE FUNCTION project_optional_extra_acyclic() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.depends_on_extra_id IS NOT NULL AND (
    NOT EXISTS (SELECT FROM project_optional_extra WHERE id = NEW.depends_on_extra_id AND project_id = NEW.project_id)
    OR EXISTS (
      WITH RECURSIVE needed AS (
        SELECT id, depends_on_extra_id FROM project_optional_extra WHERE id = NEW.depends_on_extra_id
        UNION SELECT e.id, e.depends_on_extra_id FROM project_optional_extra e JOIN needed n ON e.id = n.depends_on_extra_id
      ) SELECT FROM needed WHERE id = NEW.id)
  ) THEN
    RAISE EXCEPTION 'the extras need each other' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER project_optional_extra_acyclic AFTER INSERT OR UPDATE OF depends_on_extra_id ON project_optional_extra
  FOR EACH ROW EXECUTE FUNCTION project_optional_extra_acyclic();

-- Costs: who may see all of them says so by a setting of the transaction; who takes part in a project may see those of it.
CREATE FUNCTION may_see_cost(project uuid) RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce(current_setting('packhouse.costs', true) = 'all', false) OR EXISTS (
    SELECT FROM project_role r JOIN project_role_type t ON t.id = r.type_id
    WHERE r.project_id = project AND t.sees_cost
      AND r.user_id = nullif(current_setting('packhouse.user', true), '')::uuid);

-- The lock of who edits. Its token counts up, and only the clock of the database counts.

CREATE TABLE project_lock (
  project_id uuid PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- The window of the holder; empty while the lock waits for somebody to whom it was handed over.
  session uuid,
  token bigint NOT NULL,
  acquired_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Who has asked for it since it was acquired.
  asked_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  asked_at timestamptz
);
CREATE INDEX project_lock_of_user ON project_lock (user_id);
CREATE INDEX project_lock_asked_by ON project_lock (asked_by);
CALL protect_for_staff('project_lock');

-- The fence: every change of a project or of what it consists of, by whatever way, is made by who holds the lock. The product's own work, which
-- runs under no role of people, is not held against it.
CREATE FUNCTION hold_edit_lock(projects uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given text := coalesce(current_setting('packhouse.edit_lock', true), '');
  changed uuid;
  holder record;
BEGIN
  IF projects IS NULL OR current_user NOT IN ('packhouse_staff', 'packhouse_app') THEN
    RETURN;
  END IF;
  FOREACH changed IN ARRAY projects LOOP
    SELECT l.user_id, l.token, l.acquired_at, l.expires_at, l.expires_at > clock_timestamp() AS held INTO holder
      FROM project_lock l WHERE l.project_id = changed FOR SHARE;
    IF FOUND AND holder.held AND holder.token::text = given
      AND holder.user_id::text = current_setting('packhouse.user', true) THEN
      CONTINUE;
    END IF;
    RAISE EXCEPTION USING ERRCODE = CASE WHEN given = '' THEN 'PL001' ELSE 'PL002' END,
      MESSAGE = 'the edit lock of the project is not held',
      DETAIL = coalesce((
        SELECT json_build_object('userId', u.id, 'name', trim(u.first_name || ' ' || u.last_name),
          'since', holder.acquired_at, 'expiresAt', holder.expires_at)::text
        FROM user_account u WHERE holder.held AND u.id = holder.user_id), '');
  END LOOP;
END
$$;

-- What was changed is priced again before the transaction ends.
CREATE FUNCTION note_changed_projects(projects uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('packhouse.changed_projects', (
    SELECT string_agg(DISTINCT id, ',') FROM (
      SELECT unnest(projects)::text AS id
      UNION SELECT unnest(string_to_array(nullif(current_setting('packhouse.changed_projects', true), ''), ','))
    ) ids), true);
END
$$;

CREATE FUNCTION fence_project_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  projects uuid[];
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT project_id) FROM %I', CASE TG_OP WHEN 'DELETE' THEN 'old_rows' ELSE 'new_rows' END)
    INTO projects;
  -- What goes away with its project is held against the lock of that.
  projects := ARRAY(SELECT changed FROM unnest(projects) changed
    WHERE TG_OP <> 'DELETE' OR EXISTS (SELECT FROM project WHERE id = changed));
  PERFORM hold_edit_lock(projects), note_changed_projects(projects);
  RETURN NULL;
END
$$;

DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['project_item', 'project_optional_extra', 'project_delivery', 'project_commissioning', 'project_media'] LOOP
    EXECUTE format('CREATE TRIGGER fence_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION fence_project_part()', part);
    EXECUTE format('CREATE TRIGGER fence_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION fence_project_part()', part);
    EXECUTE format('CREATE TRIGGER fence_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION fence_project_part()', part);
  END LOOP;
END
$$;

-- A new project is held by nobody, and one that comes back neither.
CREATE FUNCTION fence_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    PERFORM hold_edit_lock(ARRAY[OLD.id]);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_changed_projects(ARRAY[NEW.id]);
  END IF;
  RETURN coalesce(NEW, OLD);
END
$$;
CREATE TRIGGER fence_project BEFORE INSERT OR DELETE ON project FOR EACH ROW EXECUTE FUNCTION fence_project();
CREATE TRIGGER fence_project_change BEFORE UPDATE ON project FOR EACH ROW
  WHEN ((OLD.subtotal, OLD.discount, OLD.net, OLD.tax, OLD.total, OLD.cost, OLD.margin, OLD.line_count)
    IS NOT DISTINCT FROM (NEW.subtotal, NEW.discount, NEW.net, NEW.tax, NEW.total, NEW.cost, NEW.margin, NEW.line_count))
  EXECUTE FUNCTION fence_project();

-- Files belong to what they are attached to.
CREATE FUNCTION fence_project_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  file attached_file := coalesce(NEW, OLD);
  changed uuid;
BEGIN
  IF file.owner_table = 'project' THEN
    SELECT id INTO changed FROM project WHERE id = file.owner_id;
  ELSE
    EXECUTE format('SELECT project_id FROM %I WHERE id = $1', file.owner_table) INTO changed USING file.owner_id;
  END IF;
  IF changed IS NOT NULL THEN
    PERFORM hold_edit_lock(ARRAY[changed]);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER fence_project_file AFTER INSERT OR UPDATE ON attached_file FOR EACH ROW
  WHEN (NEW.owner_table IN ('project', 'project_item', 'project_optional_extra', 'project_delivery', 'project_commissioning', 'project_media'))
  EXECUTE FUNCTION fence_project_file();
CREATE TRIGGER fence_project_file_removal AFTER DELETE ON attached_file FOR EACH ROW
  WHEN (OLD.owner_table IN ('project', 'project_item', 'project_optional_extra', 'project_delivery', 'project_commissioning', 'project_media'))
  EXECUTE FUNCTION fence_project_file();
