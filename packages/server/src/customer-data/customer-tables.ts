/**
 * What becomes of each table with data of customers, when one customer's data are exported and when they are removed. The order is that of a
 * removal: what refers to something comes before it. A test finds every table that belongs to customers by the schema, and fails for one that
 * is not decided here.
 */
export interface CustomerTable {
  table: string
  group: DataGroup
  /** Which of its rows `r` are those of the customer `$1`. */
  of: string
  removal: Removal
  exported: Exported
}

export type DataGroup =
  | 'company'
  | 'people'
  | 'access'
  | 'machines'
  | 'telemetry'
  | 'alarms'
  | 'service'
  | 'quotes'
  | 'log'

export type Removal =
  | { way: 'delete' }
  /** The database deletes them with the rows that they belong to. */
  | { way: 'cascade' }
  /** Of each row only an empty frame stays. `frame` says what is one already. */
  | { way: 'reduce'; set: string; frame: string; because: Because }
  /** Those that meet `unless` are reduced, the others are deleted. */
  | { way: 'delete-or-reduce'; unless: string; set: string; frame: string; because: Because }
  /** Those that meet `only` stay, the others are deleted; without it all stay. */
  | { way: 'stay'; only?: string; because: Because }

/** Why something stays. */
export type Because = 'quotes' | 'product' | 'public' | 'audit' | 'referredTo' | 'expires' | 'counts'

/** `leave`: columns that are left out. False: nothing is exported, since it says nothing to the customer or is a secret. */
export type Exported = false | { leave?: readonly string[]; where?: string }

const DELETE: Removal = { way: 'delete' }
const CASCADE: Removal = { way: 'cascade' }
const QUOTES: Removal = { way: 'stay', because: 'quotes' }

const MACHINES = 'SELECT m.id FROM machine m WHERE m.customer_id = $1'
const KEYS = 'SELECT m.key FROM machine m WHERE m.customer_id = $1'
const PEOPLE = 'SELECT u.id FROM user_account u WHERE u.customer_id = $1'
const PROJECTS = 'SELECT j.id FROM project j WHERE j.customer_id = $1'
const CUSTOMER = 'r.customer_id = $1'
const ORDERED = 'SELECT o.id FROM ordered_machine o WHERE o.customer_id = $1'
/** A test of a machine that was sold on is the next customer's. */
const TESTS = `SELECT a.id FROM acceptance_test a WHERE a.machine_id IN (${MACHINES}) OR (a.machine_id IS NULL AND a.ordered_machine_id IN (${ORDERED}))`
const BY_KEY = `r.machine_key IN (${KEYS})`
const BY_MACHINE = `r.machine_id IN (${MACHINES})`
const BY_USER = `r.user_id IN (${PEOPLE})`
const BY_PROJECT = `r.project_id IN (${PROJECTS})`
const SCHEDULES = 'SELECT s.id FROM report_schedule s WHERE s.customer_id = $1'
const API_KEYS = 'SELECT k.id FROM api_key k WHERE k.customer_id = $1'
const ALARMS = `SELECT a.id FROM alarm a WHERE a.machine_key IN (${KEYS})`
const RULES = `SELECT l.id FROM alarm_rule l WHERE l.customer_id = $1 OR l.machine_id IN (${MACHINES})`
const LINKS = 'SELECT q.id FROM quote_link q WHERE q.customer_id = $1'
const SESSIONS = `SELECT s.id FROM session s WHERE s.user_id IN (${PEOPLE})`
const TAG_MAPS = `SELECT t.id FROM tag_map t WHERE t.machine_id IN (${MACHINES})`
const LOCATIONS = 'SELECT l.id FROM location l WHERE l.customer_id = $1'
const SHIFTS = `SELECT s.id FROM shift s WHERE s.location_id IN (${LOCATIONS})`
const BY_LOCATION = `r.location_id IN (${LOCATIONS})`
/** Nobody has seen a public document before it has a file. */
const isPublic = (document: string) => `(${document}.visibility = 'public' AND EXISTS (
  SELECT FROM attached_file f WHERE f.owner_table = 'machine_document' AND f.owner_id = ${document}.id AND f.deleted_at IS NULL))`
/** Also what is evidence of the library, and what a later document says it supersedes, until that is gone. */
const DOCUMENT_STAYS = `${isPublic('r')} OR EXISTS (SELECT FROM compatibility c WHERE c.document_id = r.id)
  OR EXISTS (SELECT FROM compatibility_material c WHERE c.document_id = r.id) OR EXISTS (SELECT FROM machine_document d WHERE d.supersedes_id = r.id)`

/** Records of staff's screens that are about the customer, by the resource and its id. */
const RECORDS = recordsOf('resource', 'record_id')

/** Rows that name a record by its kind and id. */
function recordsOf(kind: string, id: string): string {
  const own = [
    ['customer', 'SELECT $1::uuid'],
    ['contact', 'SELECT c.id FROM contact c WHERE c.customer_id = $1'],
    ['location', LOCATIONS],
    ['shift', SHIFTS],
    ['productionLine', `SELECT p.id FROM production_line p WHERE p.location_id IN (${LOCATIONS})`],
    ['lineMachine', `SELECT o.id FROM line_machine o WHERE o.machine_id IN (${MACHINES})`],
    ['nonWorkingDay', `SELECT d.id FROM non_working_day d WHERE d.location_id IN (${LOCATIONS})`],
    ['licence', 'SELECT l.id FROM licence l WHERE l.customer_id = $1'],
    ['machine', MACHINES],
    ['user', PEOPLE],
    ['serviceRecord', `SELECT s.id FROM service_record s WHERE s.machine_id IN (${MACHINES})`],
    ['serviceVisit', `SELECT s.id FROM service_visit s WHERE s.machine_id IN (${MACHINES})`],
    ['visitTask', `SELECT o.id FROM visit_task o WHERE o.machine_id IN (${MACHINES})`],
    ['serviceRequest', `SELECT s.id FROM service_request s WHERE s.machine_id IN (${MACHINES})`],
    [
      'requestedPart',
      `SELECT l.id FROM requested_part l JOIN service_request s ON s.id = l.request_id WHERE s.machine_id IN (${MACHINES})`,
    ],
    ['machinePart', `SELECT p.id FROM machine_part p WHERE p.machine_id IN (${MACHINES})`],
    [
      'servicePlanPart',
      `SELECT l.id FROM service_plan_part l JOIN service_plan s ON s.id = l.plan_id WHERE s.machine_id IN (${MACHINES})`,
    ],
    ['orderedMachine', ORDERED],
    ['promise', `SELECT p.id FROM promise p WHERE p.machine_id IN (${MACHINES})`],
    ['acceptanceResult', `SELECT r.id FROM acceptance_result r WHERE r.acceptance_test_id IN (${TESTS})`],
    ['acceptanceTest', TESTS],
    ['servicePlan', `SELECT s.id FROM service_plan s WHERE s.machine_id IN (${MACHINES})`],
    ['alarmRule', RULES],
    ['reportSchedule', SCHEDULES],
    ['apiKey', API_KEYS],
    ['dataUseAgreement', 'SELECT d.id FROM data_use_agreement d WHERE d.customer_id = $1'],
    ['dataUseAnswer', 'SELECT w.id FROM data_use_answer w WHERE w.customer_id = $1'],
    ['partnerAccess', 'SELECT p.id FROM partner_access p WHERE p.customer_id = $1'],
    [
      'drawingMark',
      `SELECT k.id FROM drawing_mark k JOIN machine_document d ON d.id = k.document_id WHERE d.machine_id IN (${MACHINES})`,
    ],
    ['machineDocument', `SELECT d.id FROM machine_document d WHERE d.machine_id IN (${MACHINES})`],
  ]
  return own.map(([name, ids]) => `(r.${kind} = '${name}' AND r.${id} IN (${ids}))`).join(' OR ')
}

const OF_PROJECTS = [
  'project_commissioning',
  'project_delivery',
  'project_item',
  'project_media',
  'project_optional_extra',
]

/** Of every resource with files whose rows belong to a customer. */
const FILES = [
  `(r.owner_table = 'customer' AND r.owner_id = $1)`,
  `(r.owner_table = 'machine' AND r.owner_id IN (${MACHINES}))`,
  `(r.owner_table = 'service_record' AND r.owner_id IN (SELECT s.id FROM service_record s WHERE s.machine_id IN (${MACHINES})))`,
  `(r.owner_table = 'service_visit' AND r.owner_id IN (SELECT s.id FROM service_visit s WHERE s.machine_id IN (${MACHINES})))`,
  `(r.owner_table = 'acceptance_test' AND r.owner_id IN (${TESTS}))`,
  `(r.owner_table = 'service_request' AND r.owner_id IN (SELECT s.id FROM service_request s WHERE s.machine_id IN (${MACHINES})))`,
  // Of a machine that was sold on too.
  `(r.owner_table = 'service_request' AND r.id IN (SELECT p.file_id FROM service_request_photo p WHERE p.customer_id = $1))`,
  `(r.owner_table = 'machine_document' AND r.owner_id IN (SELECT d.id FROM machine_document d WHERE d.machine_id IN (${MACHINES})))`,
  `(r.owner_table = 'project' AND r.owner_id IN (${PROJECTS}))`,
  ...OF_PROJECTS.map(
    (table) =>
      `(r.owner_table = '${table}' AND r.owner_id IN (SELECT p.id FROM ${table} p WHERE p.project_id IN (${PROJECTS})))`,
  ),
].join(' OR ')
const FILE_STAYS = `r.owner_table IN (${['project', ...OF_PROJECTS].map((table) => `'${table}'`).join(', ')}) OR (r.owner_table = 'machine_document' AND EXISTS (
  SELECT FROM machine_document d WHERE d.id = r.owner_id AND (${isPublic('d')}
    OR EXISTS (SELECT FROM compatibility c WHERE c.document_id = d.id) OR EXISTS (SELECT FROM compatibility_material c WHERE c.document_id = d.id))))`
/** Of the customer who had a machine of this one before (decision 0161). */
const HANDED_OVER = 'SELECT m.id FROM machine m WHERE m.key = ANY (machines_of_others())'
const VISITS_BEFORE = `SELECT v.id FROM service_visit v WHERE v.machine_id IN (${HANDED_OVER}) AND was_of_another(v.machine_id, v.starts_at)`
const REQUESTS_BEFORE = `SELECT s.id FROM service_request s WHERE s.machine_id IN (${HANDED_OVER}) AND was_of_another(s.machine_id, s.created_at)`
const SHOWN_TO_CUSTOMER = `(r.owner_table IN ('machine', 'service_record', 'service_visit', 'service_request', 'acceptance_test') OR (r.owner_table = 'machine_document' AND EXISTS (
  SELECT FROM machine_document d WHERE d.id = r.owner_id AND d.visibility IN ('customer', 'public')))) AND r.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM service_request_photo p WHERE p.file_id = r.id AND p.customer_id IS DISTINCT FROM scope_customer())
  AND r.owner_id NOT IN (${VISITS_BEFORE}) AND r.owner_id NOT IN (${REQUESTS_BEFORE})`

/** Times and authors of rows are not the customer's; numbers of versions mean nothing outside. */
export const ALWAYS_LEFT: readonly string[] = ['created_by', 'updated_by', 'row_version', 'search_text']

/** A name that is given to people and companies whose data were removed. */
const REMOVED = `'Removed'`

export const customerTables: readonly CustomerTable[] = [
  // What brings new data ends first.
  {
    table: 'user_account',
    group: 'people',
    of: CUSTOMER,
    removal: {
      way: 'reduce',
      set: `email = 'removed-' || r.id || '@removed.invalid', first_name = ${REMOVED}, last_name = ${REMOVED}, photo_url = NULL,
        disabled = true, language = NULL, timezone = NULL, last_seen_at = NULL, deleted_at = coalesce(r.deleted_at, now())`,
      frame: `r.email LIKE '%@removed.invalid'`,
      because: 'audit',
    },
    exported: { leave: ['customer_id', 'business_unit_id'] },
  },
  {
    table: 'view_as',
    group: 'access',
    of: `${BY_USER} OR r.session_id IN (${SESSIONS})`,
    removal: DELETE,
    exported: false,
  },
  { table: 'sign_on_ticket', group: 'access', of: `r.session_id IN (${SESSIONS})`, removal: DELETE, exported: false },
  {
    table: 'sign_on',
    group: 'access',
    of: `${BY_USER} OR r.linking_session_id IN (${SESSIONS})`,
    removal: DELETE,
    exported: false,
  },
  { table: 'refresh_token', group: 'access', of: `r.session_id IN (${SESSIONS})`, removal: CASCADE, exported: false },
  { table: 'access_token', group: 'access', of: `r.session_id IN (${SESSIONS})`, removal: CASCADE, exported: false },
  { table: 'session', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  { table: 'password_link', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  { table: 'pending_sign_in', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  { table: 'passkey', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  { table: 'passkey_challenge', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  {
    table: 'recovery_code',
    group: 'access',
    of: BY_USER,
    removal: CASCADE,
    exported: false,
  },
  { table: 'user_second_factor', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  { table: 'user_credential', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  { table: 'user_identity', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  { table: 'known_device', group: 'access', of: BY_USER, removal: DELETE, exported: false },
  { table: 'user_permission', group: 'access', of: BY_USER, removal: DELETE, exported: {} },
  { table: 'user_role', group: 'access', of: BY_USER, removal: DELETE, exported: {} },
  { table: 'group_member', group: 'access', of: BY_USER, removal: DELETE, exported: {} },
  { table: 'user_photo', group: 'people', of: BY_USER, removal: DELETE, exported: false },
  { table: 'user_setting', group: 'people', of: BY_USER, removal: DELETE, exported: {} },
  { table: 'push_choice', group: 'people', of: BY_USER, removal: DELETE, exported: {} },
  {
    table: 'push_notice',
    group: 'alarms',
    of: `r.device_id IN (SELECT d.id FROM push_device d WHERE d.user_id IN (${PEOPLE})) OR r.alarm_id IN (${ALARMS})`,
    removal: DELETE,
    exported: false,
  },
  { table: 'push_device', group: 'people', of: BY_USER, removal: DELETE, exported: false },
  { table: 'pdf_job', group: 'people', of: BY_USER, removal: DELETE, exported: false },
  { table: 'event_batch', group: 'log', of: BY_USER, removal: DELETE, exported: false },
  // What is counted by it is of nobody any more.
  { table: 'event_person', group: 'log', of: `${BY_USER} OR ${CUSTOMER}`, removal: DELETE, exported: false },
  {
    table: 'api_count',
    group: 'log',
    of: `${BY_USER} OR r.api_key_id IN (${API_KEYS})`,
    removal: { way: 'stay', because: 'counts' },
    exported: false,
  },
  { table: 'api_key_secret', group: 'access', of: `r.api_key_id IN (${API_KEYS})`, removal: CASCADE, exported: false },
  {
    table: 'api_key_scope_of',
    group: 'access',
    of: `r.api_key_id IN (${API_KEYS})`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'api_key_machine',
    group: 'access',
    of: `r.api_key_id IN (${API_KEYS}) OR ${BY_MACHINE}`,
    removal: DELETE,
    exported: false,
  },
  {
    table: 'partner_access_machine',
    group: 'access',
    of: `r.access_id IN (SELECT p.id FROM partner_access p WHERE p.customer_id = $1) OR ${BY_MACHINE}`,
    removal: DELETE,
    exported: {},
  },
  {
    table: 'partner_access',
    group: 'access',
    of: CUSTOMER,
    removal: DELETE,
    exported: { leave: ['customer_id', 'api_key_id', 'given_by', 'ended_by'] },
  },
  {
    table: 'device_certificate',
    group: 'access',
    of: `r.api_key_id IN (${API_KEYS})`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'api_key',
    group: 'access',
    of: CUSTOMER,
    removal: DELETE,
    exported: { leave: ['prefix', 'customer_id', 'owner_id'] },
  },
  {
    table: 'device_network',
    group: 'access',
    of: `r.device_id IN (SELECT d.id FROM device d WHERE d.customer_id = $1)`,
    removal: CASCADE,
    exported: false,
  },
  { table: 'device', group: 'access', of: CUSTOMER, removal: DELETE, exported: false },
  {
    table: 'webhook_delivery',
    group: 'access',
    of: `r.webhook_id IN (SELECT w.id FROM webhook w WHERE w.customer_id = $1)`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'webhook_state',
    group: 'access',
    of: `r.webhook_id IN (SELECT w.id FROM webhook w WHERE w.customer_id = $1)`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'webhook',
    group: 'access',
    of: CUSTOMER,
    removal: DELETE,
    exported: { leave: ['url', 'owner_id', 'customer_id'] },
  },
  {
    table: 'identity_provider_secret',
    group: 'access',
    of: `r.provider_id IN (SELECT p.id FROM identity_provider p WHERE p.customer_id = $1)`,
    removal: CASCADE,
    exported: false,
  },
  { table: 'identity_provider', group: 'access', of: CUSTOMER, removal: DELETE, exported: false },
  ...['mqtt_subscriber_state', 'mqtt_delivery', 'sparkplug_host_session'].map(
    (table): CustomerTable => ({
      table,
      group: 'telemetry',
      of: `r.subscriber_id IN (SELECT s.id FROM mqtt_subscriber s WHERE s.customer_id = $1)`,
      removal: CASCADE,
      exported: false,
    }),
  ),
  { table: 'mqtt_subscriber', group: 'telemetry', of: CUSTOMER, removal: DELETE, exported: false },
  {
    table: 'opcua_connection_state',
    group: 'telemetry',
    of: `r.connection_id IN (SELECT o.id FROM opcua_connection o WHERE o.machine_id IN (${MACHINES}))`,
    removal: CASCADE,
    exported: false,
  },
  { table: 'opcua_connection', group: 'telemetry', of: BY_MACHINE, removal: DELETE, exported: false },
  // Mails to people of the customer, with an account or without one.
  {
    table: 'mail',
    group: 'log',
    of: `${BY_USER} OR email_fold(r.recipient) IN (SELECT email_fold(c.email) FROM contact c WHERE c.customer_id = $1)`,
    removal: DELETE,
    exported: {
      leave: [
        'sealed_link',
        'file_sha256',
        'unsubscribes',
        'user_id',
        'html',
        'machine_key',
        'machine_keys',
        'location_id',
      ],
    },
  },
  {
    table: 'report_delivery',
    group: 'people',
    of: `r.schedule_id IN (${SCHEDULES}) OR ${BY_USER}`,
    removal: DELETE,
    exported: false,
  },
  {
    table: 'report_recipient',
    group: 'people',
    of: `r.schedule_id IN (${SCHEDULES}) OR ${BY_USER}`,
    removal: DELETE,
    exported: {},
  },
  { table: 'report_run', group: 'people', of: `r.schedule_id IN (${SCHEDULES})`, removal: CASCADE, exported: false },
  { table: 'report_schedule', group: 'people', of: CUSTOMER, removal: DELETE, exported: { leave: ['customer_id'] } },
  {
    table: 'shift_report_delivery',
    group: 'people',
    of: `r.shift_id IN (${SHIFTS}) OR ${BY_USER}`,
    removal: DELETE,
    exported: false,
  },
  {
    table: 'shift_subscription',
    group: 'people',
    of: `r.shift_id IN (${SHIFTS}) OR ${BY_USER}`,
    removal: DELETE,
    exported: {},
  },
  { table: 'shift_report', group: 'people', of: `r.shift_id IN (${SHIFTS})`, removal: DELETE, exported: false },
  // Notes between staff are not the customer's.
  {
    table: 'comment_mention',
    group: 'log',
    of: `r.comment_id IN (SELECT r.id FROM record_comment r WHERE ${RECORDS}) OR ${BY_USER}`,
    removal: DELETE,
    exported: false,
  },
  { table: 'record_comment', group: 'log', of: RECORDS, removal: DELETE, exported: false },
  { table: 'follow_up', group: 'log', of: RECORDS, removal: DELETE, exported: false },
  {
    table: 'attached_file',
    group: 'machines',
    of: FILES,
    removal: { way: 'stay', only: FILE_STAYS, because: 'public' },
    exported: { where: SHOWN_TO_CUSTOMER },
  },
  // Telemetry: records by the export of records, and what they were added up to.
  { table: 'held_record', group: 'telemetry', of: `${BY_KEY} OR ${CUSTOMER}`, removal: DELETE, exported: false },
  { table: 'refused_message', group: 'telemetry', of: `${BY_KEY} OR ${CUSTOMER}`, removal: DELETE, exported: false },
  {
    table: 'dead_letter_overflow',
    group: 'telemetry',
    of: `${BY_KEY} OR ${CUSTOMER}`,
    removal: DELETE,
    exported: false,
  },
  { table: 'record', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'record_block', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'minute_rollup', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'hour_rollup', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: {} },
  { table: 'state_interval', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: {} },
  {
    table: 'latest',
    group: 'telemetry',
    of: BY_KEY,
    removal: DELETE,
    // A value that the newest record does not speak of may be of the customer before.
    exported: { where: 'NOT EXISTS (SELECT FROM period_of_another p WHERE p.machine_key = r.machine_key)' },
  },
  { table: 'stale_after_change', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'changed_day', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'fleet_day', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'fleet_running', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'fleet_total', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'benchmark_machine', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'benchmark_median', group: 'telemetry', of: CUSTOMER, removal: DELETE, exported: false },
  { table: 'promise_running', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'promise_outcome', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'promise_share_outcome', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'removed_usage', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'machine_command', group: 'telemetry', of: BY_KEY, removal: DELETE, exported: {} },
  // Alarms.
  {
    table: 'alarm_note_mark',
    group: 'alarms',
    of: `r.event_id IN (SELECT e.id FROM alarm_event e WHERE e.alarm_id IN (${ALARMS})) OR ${BY_USER}`,
    removal: DELETE,
    exported: false,
  },
  {
    table: 'alarm_event',
    group: 'alarms',
    of: `r.alarm_id IN (${ALARMS})`,
    removal: CASCADE,
    exported: {
      where: `NOT EXISTS (
        SELECT FROM alarm a JOIN machine m ON m.key = a.machine_key WHERE a.id = r.alarm_id AND was_of_another(m.id, a.started_at))`,
    },
  },
  { table: 'alarm_delivery', group: 'alarms', of: `r.alarm_id IN (${ALARMS})`, removal: CASCADE, exported: false },
  { table: 'alarm_escalation', group: 'alarms', of: `r.alarm_id IN (${ALARMS})`, removal: CASCADE, exported: false },
  { table: 'alarm', group: 'alarms', of: BY_KEY, removal: DELETE, exported: { leave: ['told', 'withheld'] } },
  { table: 'alarm_shelf', group: 'alarms', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'alarm_condition', group: 'alarms', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'alarm_watermark', group: 'alarms', of: BY_KEY, removal: DELETE, exported: false },
  { table: 'alarm_flood', group: 'alarms', of: CUSTOMER, removal: DELETE, exported: false },
  { table: 'alarm_rule_address', group: 'alarms', of: `r.rule_id IN (${RULES})`, removal: CASCADE, exported: false },
  { table: 'alarm_rule_secret', group: 'alarms', of: `r.rule_id IN (${RULES})`, removal: CASCADE, exported: false },
  { table: 'deleted_alarm_rule', group: 'alarms', of: `r.rule_id IN (${RULES})`, removal: CASCADE, exported: false },
  {
    table: 'alarm_rule',
    group: 'alarms',
    of: `${CUSTOMER} OR ${BY_MACHINE}`,
    removal: DELETE,
    exported: { leave: ['webhook_url', 'webhook_template', 'customer_id'] },
  },
  // Service and stops.
  {
    table: 'visit_form',
    group: 'service',
    of: `r.visit_id IN (SELECT v.id FROM service_visit v WHERE v.machine_id IN (${MACHINES}))`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'service_signature',
    group: 'service',
    of: `r.service_record_id IN (SELECT s.id FROM service_record s WHERE s.machine_id IN (${MACHINES}))`,
    removal: CASCADE,
    exported: {},
  },
  {
    table: 'visit_task',
    group: 'service',
    of: BY_MACHINE,
    removal: DELETE,
    exported: { where: `r.visit_id NOT IN (${VISITS_BEFORE})` },
  },
  { table: 'service_record', group: 'service', of: BY_MACHINE, removal: DELETE, exported: {} },
  // A queue of mails that are sent within a minute.
  {
    table: 'service_notice',
    group: 'service',
    of: `(r.visit_id IN (SELECT s.id FROM service_visit s WHERE s.machine_id IN (${MACHINES})) OR r.request_id IN (SELECT s.id FROM service_request s WHERE s.machine_id IN (${MACHINES})))`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'visit_reminder',
    group: 'service',
    of: `r.visit_id IN (SELECT s.id FROM service_visit s WHERE s.machine_id IN (${MACHINES}))`,
    removal: CASCADE,
    exported: false,
  },
  { table: 'request_mail_limit', group: 'service', of: CUSTOMER, removal: DELETE, exported: false },
  // What staff note for each other before a visit is staff's.
  {
    table: 'service_visit',
    group: 'service',
    of: BY_MACHINE,
    removal: DELETE,
    exported: { leave: ['note', 'form_id'] },
  },
  {
    table: 'acceptance_entry',
    group: 'service',
    of: `r.acceptance_test_id IN (${TESTS})`,
    removal: CASCADE,
    exported: { leave: ['received_from'] },
  },
  {
    table: 'acceptance_result',
    group: 'service',
    of: `r.acceptance_test_id IN (${TESTS})`,
    removal: CASCADE,
    exported: {},
  },
  { table: 'acceptance_test', group: 'service', of: `r.id IN (${TESTS})`, removal: DELETE, exported: {} },
  {
    table: 'requested_part',
    group: 'service',
    of: `r.request_id IN (SELECT s.id FROM service_request s WHERE s.machine_id IN (${MACHINES}))`,
    removal: CASCADE,
    exported: { where: `r.request_id NOT IN (${REQUESTS_BEFORE})` },
  },
  {
    table: 'service_request_entry',
    group: 'service',
    of: `r.request_id IN (SELECT s.id FROM service_request s WHERE s.machine_id IN (${MACHINES}))`,
    removal: CASCADE,
    exported: false,
  },
  // With its file.
  { table: 'service_request_photo', group: 'service', of: CUSTOMER, removal: CASCADE, exported: false },
  // What becomes of a quote before it is sent is staff's.
  { table: 'service_request', group: 'service', of: BY_MACHINE, removal: DELETE, exported: { leave: ['project_id'] } },
  { table: 'machine_part', group: 'machines', of: BY_MACHINE, removal: DELETE, exported: {} },
  {
    table: 'service_plan_part',
    group: 'service',
    of: `r.plan_id IN (SELECT s.id FROM service_plan s WHERE s.machine_id IN (${MACHINES}))`,
    removal: CASCADE,
    exported: {},
  },
  {
    table: 'claimed_promise',
    group: 'machines',
    of: `r.promise_id IN (SELECT p.id FROM promise p WHERE p.machine_id IN (${MACHINES}))`,
    removal: CASCADE,
    exported: false,
  },
  { table: 'promise', group: 'service', of: BY_MACHINE, removal: DELETE, exported: {} },
  { table: 'machine_owner_change', group: 'machines', of: BY_MACHINE, removal: DELETE, exported: false },
  // Without the periods of those before, the next customer of a machine would read what it did for them.
  {
    table: 'machine_ownership',
    group: 'machines',
    of: CUSTOMER,
    removal: { way: 'stay', because: 'referredTo' },
    exported: false,
  },
  {
    table: 'plan_step_reminder',
    group: 'machines',
    of: 'r.ordered_machine_id IN (SELECT o.id FROM ordered_machine o WHERE o.customer_id = $1)',
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'ordered_machine_label',
    group: 'machines',
    of: `r.ordered_machine_id IN (${ORDERED})`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'ordered_machine_claimant',
    group: 'machines',
    of: `r.ordered_machine_id IN (${ORDERED})`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'ordered_machine',
    group: 'machines',
    of: CUSTOMER,
    removal: DELETE,
    // Who of the staff sees to a plan is theirs.
    exported: { leave: ['customer_id', 'responsible_id'] },
  },
  { table: 'service_plan', group: 'service', of: BY_MACHINE, removal: DELETE, exported: {} },
  { table: 'downtime', group: 'service', of: BY_KEY, removal: DELETE, exported: {} },
  { table: 'production_order', group: 'service', of: BY_KEY, removal: DELETE, exported: {} },
  { table: 'downtime_version', group: 'service', of: BY_KEY, removal: DELETE, exported: false },
  // What it shares. The first follows from the other two.
  { table: 'machine_sharing', group: 'machines', of: BY_KEY, removal: DELETE, exported: { leave: ['support_ends'] } },
  { table: 'support_access', group: 'machines', of: CUSTOMER, removal: DELETE, exported: { leave: ['customer_id'] } },
  { table: 'sharing_decision', group: 'machines', of: CUSTOMER, removal: DELETE, exported: { leave: ['customer_id'] } },
  // Machines.
  { table: 'paper_request', group: 'machines', of: BY_MACHINE, removal: DELETE, exported: false },
  { table: 'recipe_style', group: 'machines', of: BY_MACHINE, removal: DELETE, exported: {} },
  {
    table: 'drawing_mark',
    group: 'machines',
    of: `r.document_id IN (SELECT d.id FROM machine_document d WHERE d.machine_id IN (${MACHINES}))`,
    removal: DELETE,
    exported: {
      where: `r.document_id IN (SELECT d.id FROM machine_document d WHERE d.visibility IN ('customer', 'public') AND d.deleted_at IS NULL)`,
    },
  },
  {
    table: 'machine_document',
    group: 'machines',
    of: BY_MACHINE,
    removal: { way: 'stay', only: DOCUMENT_STAYS, because: 'public' },
    exported: { where: `r.visibility IN ('customer', 'public') AND r.deleted_at IS NULL` },
  },
  {
    table: 'deleted_tag_map',
    group: 'machines',
    of: `r.tag_map_id IN (${TAG_MAPS})`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'tag_map_version',
    group: 'machines',
    of: `r.tag_map_id IN (${TAG_MAPS})`,
    removal: CASCADE,
    exported: false,
  },
  {
    table: 'machine',
    group: 'machines',
    of: CUSTOMER,
    removal: {
      way: 'reduce',
      set: `description = NULL, location = NULL, location_id = NULL, tag_map_id = NULL, last_service = NULL, next_due = NULL,
        deleted_at = coalesce(r.deleted_at, now())`,
      frame: `num_nulls(r.description, r.location, r.location_id, r.tag_map_id, r.last_service, r.next_due) = 6 AND r.deleted_at IS NOT NULL`,
      because: 'product',
    },
    exported: { leave: ['key', 'customer_id', 'project_item_id', 'tag_map_id'] },
  },
  { table: 'tag_map', group: 'machines', of: BY_MACHINE, removal: DELETE, exported: false },
  {
    table: 'machine_page',
    group: 'machines',
    of: BY_MACHINE,
    removal: { way: 'stay', because: 'public' },
    exported: false,
  },
  // Quotes: what was offered and signed. Costs, margins and what staff noted are left out.
  {
    table: 'quote_event',
    group: 'quotes',
    of: `r.link_id IN (${LINKS})`,
    removal: QUOTES,
    exported: { leave: ['address', 'user_agent', 'sha256', 'note', 'by_user'] },
  },
  {
    table: 'quote_question',
    group: 'quotes',
    of: `r.link_id IN (${LINKS})`,
    removal: QUOTES,
    exported: { leave: ['answered_by'] },
  },
  {
    table: 'quote_acceptance',
    group: 'quotes',
    of: BY_PROJECT,
    removal: QUOTES,
    exported: { leave: ['sha256', 'address', 'user_agent'] },
  },
  { table: 'quote_document', group: 'quotes', of: BY_PROJECT, removal: QUOTES, exported: false },
  {
    table: 'quote_link',
    group: 'quotes',
    of: CUSTOMER,
    removal: QUOTES,
    exported: { leave: ['token_hash', 'customer_id'] },
  },
  ...['project_approval', ...OF_PROJECTS].map(
    (table): CustomerTable => ({ table, group: 'quotes', of: BY_PROJECT, removal: QUOTES, exported: false }),
  ),
  ...['project_lock', 'project_role', 'project_sum', 'project_viewer'].map(
    (table): CustomerTable => ({ table, group: 'quotes', of: BY_PROJECT, removal: QUOTES, exported: false }),
  ),
  {
    table: 'project',
    group: 'quotes',
    of: CUSTOMER,
    removal: QUOTES,
    exported: {
      leave: [
        'customer_id',
        'win_probability',
        'discount_kind',
        'discount_value',
        'target_margin',
        'notes',
        'subtotal',
        'discount',
        'net',
        'tax',
        'total',
        'cost',
        'margin',
        'rates',
        'owner_id',
        'milestones',
      ],
    },
  },
  {
    table: 'resource_version',
    group: 'quotes',
    of: `r.root_table = 'project' AND r.root_id IN (${PROJECTS})`,
    removal: QUOTES,
    exported: false,
  },
  {
    table: 'version_file',
    group: 'quotes',
    of: `r.root_table = 'project' AND r.root_id IN (${PROJECTS})`,
    removal: QUOTES,
    exported: false,
  },
  // The company itself.
  {
    table: 'location_contact',
    group: 'company',
    of: BY_LOCATION,
    removal: DELETE,
    exported: {},
  },
  {
    table: 'line_machine',
    group: 'company',
    of: `${BY_MACHINE} OR r.line_id IN (SELECT p.id FROM production_line p WHERE p.location_id IN (${LOCATIONS}))`,
    removal: DELETE,
    exported: {},
  },
  { table: 'production_line', group: 'company', of: BY_LOCATION, removal: DELETE, exported: {} },
  { table: 'shift', group: 'company', of: BY_LOCATION, removal: DELETE, exported: {} },
  { table: 'non_working_day', group: 'company', of: BY_LOCATION, removal: DELETE, exported: {} },
  {
    table: 'contact',
    group: 'company',
    of: CUSTOMER,
    removal: {
      way: 'delete-or-reduce',
      unless: 'EXISTS (SELECT FROM project p WHERE p.contact_id = r.id)',
      set: `first_name = ${REMOVED}, last_name = NULL, job_title = NULL, email = NULL, phone = NULL, role = NULL, user_id = NULL,
        is_primary = false, consent_at = NULL, deleted_at = coalesce(r.deleted_at, now())`,
      frame: `r.first_name = ${REMOVED} AND num_nulls(r.last_name, r.email, r.phone, r.user_id) = 4`,
      because: 'quotes',
    },
    exported: { leave: ['customer_id', 'supplier_id'] },
  },
  {
    table: 'location',
    group: 'company',
    of: CUSTOMER,
    removal: {
      way: 'delete-or-reduce',
      unless: 'EXISTS (SELECT FROM project p WHERE p.location_id = r.id)',
      set: `name = ${REMOVED}, address_line1 = NULL, address_line2 = NULL, city = NULL, region = NULL, postcode = NULL, latitude = NULL,
        longitude = NULL, access_notes = NULL, is_primary = false, deleted_at = coalesce(r.deleted_at, now())`,
      frame: `r.name = ${REMOVED} AND num_nulls(r.address_line1, r.city, r.postcode, r.latitude, r.access_notes) = 5`,
      because: 'quotes',
    },
    exported: { leave: ['customer_id', 'supplier_id', 'access_notes'] },
  },
  {
    table: 'data_use_answer',
    group: 'company',
    of: CUSTOMER,
    removal: DELETE,
    exported: { leave: ['customer_id', 'answered_by'] },
  },
  {
    table: 'data_use_agreement',
    group: 'company',
    of: CUSTOMER,
    removal: DELETE,
    exported: { leave: ['customer_id'] },
  },
  {
    table: 'licence',
    group: 'company',
    of: CUSTOMER,
    removal: DELETE,
    exported: { leave: ['customer_id', 'key_masked'] },
  },
  {
    table: 'customer',
    group: 'company',
    of: 'r.id = $1',
    removal: {
      way: 'reduce',
      set: `name = ${REMOVED}, code = 'REMOVED-' || upper(right(r.id::text, 12)), legal_name = NULL, tax_id = NULL, industry_id = NULL,
        website = NULL, language = NULL, timezone = NULL, payment_terms = NULL, credit_limit = NULL, owner_id = NULL, notes = NULL,
        parent_id = NULL, status = 'inactive', deleted_at = coalesce(r.deleted_at, now())`,
      frame: `r.code LIKE 'REMOVED-%' AND r.name = ${REMOVED}`,
      because: 'referredTo',
    },
    exported: { leave: ['notes', 'credit_limit', 'owner_id', 'parent_id'] },
  },
  // Who did what. Entries leave with their age.
  {
    table: 'audit_entry',
    group: 'log',
    of: `(${recordsOf('resource', 'row_id')}) OR r.actor_id IN (${PEOPLE})`,
    removal: { way: 'stay', because: 'audit' },
    // Of these kinds alone: entries of others may have costs.
    exported: {
      where: `r.resource IN ('customer', 'contact', 'location', 'licence', 'machine', 'user')`,
      leave: ['actor_id', 'api_key_id', 'change_id', 'request_id', 'permission', 'xact'],
    },
  },
  {
    table: 'auth_log',
    group: 'log',
    of: `${CUSTOMER} OR ${BY_USER} OR r.actor_id IN (${PEOPLE})`,
    removal: { way: 'stay', because: 'audit' },
    exported: {
      where: `r.user_id IS NOT NULL`,
      leave: ['subject_hash', 'group_hash', 'session_id', 'request_id', 'details', 'target', 'customer_id', 'actor_id'],
    },
  },
  {
    table: 'idempotent_request',
    group: 'log',
    of: `r.principal_id IN (${PEOPLE})`,
    removal: { way: 'stay', because: 'expires' },
    exported: false,
  },
  {
    table: 'customer_data_task',
    group: 'log',
    of: CUSTOMER,
    removal: { way: 'stay', because: 'audit' },
    exported: false,
  },
]

/** Tables that the schema connects with people or machines, and that have nothing of customers. */
export const notOfCustomers: Readonly<Record<string, string>> = {
  supplier: 'Owners of suppliers are staff.',
  compatibility: "What evidence the library has is the maker's.",
  compatibility_material: 'The same.',
  model_part: "Parts lists of models, and their drawings, are the maker's.",
  setting_change: 'Settings are changed by staff.',
}
