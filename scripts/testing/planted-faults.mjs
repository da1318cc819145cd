/**
 * @typedef {{ name: string, file: string, find: string, plant: string, caughtBy: string[] }} PlantedFault one fault of a kind that the gate has to find:
 *   `find` is in the file once and is replaced by `plant`; `caughtBy` are test files, or a check such as `check:texts`
 */

/** What a faulty migration would leave behind. @param {string} name @param {string} sql @param {string[]} caughtBy @returns {PlantedFault} */
function inSchema(name, sql, caughtBy) {
  const find = '-- Works with code from: 0103\n'
  return { name, file: 'packages/server/migrations/0112-days-made-once.sql', find, plant: `${find}${sql}\n`, caughtBy }
}

const conformance = 'packages/server/test/conformance'
const security = 'packages/server/test/security'

/** @type {readonly PlantedFault[]} the kinds of docs/testing.md, a fault each */
export const plantedFaults = [
  {
    name: 'no call asks for its permission',
    file: 'packages/server/src/engine/routes.ts',
    find: '!principal.permissions.has(call.access)',
    plant: '!principal.permissions',
    caughtBy: [`${conformance}/access.test.ts`],
  },
  {
    name: 'a special call is open to everybody who has signed in',
    file: 'packages/contract/src/monitoring/dead-letters.ts',
    find: "  access: 'deadLetter.replay',\n  body: z\n",
    plant: "  access: 'signed-in',\n  body: z\n",
    caughtBy: [`${security}/tenant-matrix.test.ts`],
  },
  {
    name: 'requests of customers run in the scope of staff',
    file: 'packages/server/src/platform/database.ts',
    find: "[scope.customerId, 'packhouse_app']",
    plant: "['all', 'packhouse_staff']",
    caughtBy: [`${security}/row-level-security.test.ts`],
  },
  inSchema('a table without row-level security', 'ALTER TABLE alarm DISABLE ROW LEVEL SECURITY;', [
    `${security}/row-level-security.test.ts`,
  ]),
  inSchema(
    'machines of all customers by their id',
    'CREATE POLICY machine_of_everybody ON machine FOR SELECT TO packhouse_app USING (true);',
    [`${conformance}/tenants.test.ts`],
  ),
  inSchema('a code that two may have', 'DROP INDEX library_tag_name_taken;', [`${conformance}/drift.test.ts`]),
  inSchema('a reference to nothing', 'ALTER TABLE location DROP CONSTRAINT location_customer_id_fkey;', [
    `${conformance}/drift.test.ts`,
  ]),
  inSchema('a column that nothing declares', 'ALTER TABLE supplier ADD COLUMN nickname text;', [
    `${conformance}/drift.test.ts`,
  ]),
  {
    name: 'costs are shown to who may not see them',
    file: 'packages/server/src/engine/resource/confidential.ts',
    find: `CASE WHEN \${condition} THEN`,
    plant: `CASE WHEN true OR \${condition} THEN`,
    caughtBy: ['packages/server/test/estimator/hidden-costs.test.ts'],
  },
  {
    name: 'a body without a bound',
    file: 'packages/server/src/http-server.ts',
    find: 'const BODY_LIMIT = 1024 * 1024',
    plant: 'const BODY_LIMIT = 1024 * 1024 * 1024',
    caughtBy: ['packages/server/src/http-server.test.ts'],
  },
  {
    name: 'a text of any length',
    file: 'packages/contract/src/engine/text-schemas.ts',
    find: `.max(max, \`must not be longer than \${max} characters\`)`,
    plant: '',
    caughtBy: [`${conformance}/creating.test.ts`],
  },
  {
    name: 'a change over somebody else’s',
    file: 'packages/server/src/engine/resource/stale.ts',
    find: 'if (current.rowVersion === rowVersion) return',
    plant: 'if (current.rowVersion !== undefined) return',
    caughtBy: [`${conformance}/updating.test.ts`],
  },
  inSchema(
    'a change without the edit lock',
    'CREATE OR REPLACE FUNCTION hold_edit_lock(projects uuid[]) RETURNS void LANGUAGE sql AS $$ SELECT $$;',
    ['packages/server/test/estimator/lock.test.ts'],
  ),
  {
    name: 'a change that no history tells',
    file: 'packages/server/src/engine/resource/history.ts',
    find: `where: sql\`\${where} AND \${ofHistory}\``,
    plant: `where: sql\`\${where} AND e.action <> 'update' AND \${ofHistory}\``,
    caughtBy: ['packages/server/test/resources/history.test.ts'],
  },
  {
    name: 'a formula in a CSV file',
    file: 'packages/server/src/engine/resource/csv/cell.ts',
    find: `return RISKY.test(text) ? \`'\${text}\` : text`,
    plant: 'return text',
    caughtBy: ['packages/server/test/resources/export.test.ts'],
  },
  {
    name: 'a record that is acknowledged before it is stored',
    file: 'packages/server/src/ingest/ingest.ts',
    find: '    this.#queue.push(item)\n',
    plant: "    this.#queue.push(item)\n    if ('record' in item) item.done(undefined)\n",
    caughtBy: ['packages/server/test/telemetry/acknowledgement.test.ts'],
  },
  {
    name: 'a record that is counted twice',
    file: 'packages/server/src/ingest/batch-plan.ts',
    find: 'known === undefined || record.at > known.at',
    plant: 'known === undefined || record.at >= known.at',
    caughtBy: ['packages/server/src/ingest/batch-plan.test.ts', 'packages/server/test/telemetry/duplicates.test.ts'],
  },
  {
    name: 'a page that another site may frame',
    file: 'packages/server/src/http/security-headers.ts',
    find: "frame-ancestors 'none'",
    plant: 'frame-ancestors *',
    caughtBy: [`${security}/headers.test.ts`],
  },
  {
    name: 'a text that a language lacks',
    file: 'packages/messages/src/de.ts',
    find: "    'access.askForAnotherLink': 'Neuen Link anfordern',\n",
    plant: '',
    caughtBy: ['check:texts'],
  },
  {
    name: 'an area that reaches into another one',
    file: 'packages/server/src/comments/comment.actions.ts',
    find: "import { sql } from 'kysely'\n",
    plant: "import { sql } from 'kysely'\nimport '../estimator/lock/project-locks.ts'\n",
    caughtBy: ['check:imports'],
  },
]
