import { api, type Call, permissionDescriptions } from '@packhouse/contract'
import type { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, pathOf } from '../support/caller.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { ask, everyRow, must, type Page, type Row, type Verb } from './support/ask.ts'
import { bound, type Draft, mainPlaceOf } from './support/maker.ts'
import { exemplaryPlaces, mainPlaces, parentPlaces, resourceNamed } from './support/places.ts'
import { invalid, refusalOf } from './support/refusal.ts'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

/** Somebody of one customer whose role was given everything by mistake: only the row scope is left. */
let insider: Caller
let own = ''
let foreign = ''

beforeAll(async () => {
  insider = await maker.account(Object.keys(permissionDescriptions), 'NORDFJELL')
  const customers = await app.sql<{ id: string; code: string }>('SELECT id, code FROM customer')
  own = customers.find(({ code }) => code === 'NORDFJELL')?.id ?? ''
  foreign = customers.find(({ code }) => code === 'BALTIC')?.id ?? ''
  // A customer sees documents of the own machines that are for customers; those of the sample are not, here.
  await app.sql(`UPDATE machine_document SET visibility = 'internal'`)
})

/** SQLSTATE of what a role may not do, and of a row that no policy lets in. */
const INSUFFICIENT_PRIVILEGE = '42501'

/** These say whose accounts, machines or records they make or watch, and belong to staff. */
const NAMES_OWNER = ['identityProvider', 'mqttSubscriber', 'alarmRule', 'project', 'reportSchedule', 'webhook']

/** The field by which rows belong to a customer; `id` for customers themselves. */
function ownerField(fields: (typeof mainPlaces)[number]['resource']): string | undefined {
  if (fields.name === 'customer') return 'id'
  if (NAMES_OWNER.includes(fields.name)) return undefined
  return Object.keys(fields.fields).find((name) => fields.fields[name]?.refersTo === 'customer')
}

const owned = mainPlaces.flatMap((place) => {
  const field = ownerField(place.resource)
  return field === undefined ? [] : [[place.path, place, field] as const]
})
const ofStaff = mainPlaces.filter(({ resource }) => ownerField(resource) === undefined)

describe.each(owned)("a customer's user with every permission, at %s", (_, place, field) => {
  const { resource } = place

  async function rowOf(customer: string): Promise<Row> {
    if (field === 'id') return await must(await maker.staff(), place, 'get', { params: { id: customer } })
    return await maker.create(resource, givenTo(customer))
  }

  function givenTo(customer: string): Draft {
    const instead = bound(resource, field).instead.map((name) => [name, null])
    return { ...Object.fromEntries(instead), [field]: customer }
  }

  test('sees only rows of the own customer', async () => {
    const [mine, theirs] = [await rowOf(own), await rowOf(foreign)]
    const queries: Record<string, string>[] = [
      {},
      { deleted: 'with' },
      { pageSize: '1' },
      { search: String(theirs[resource.label]) },
    ]
    for (const query of queries) {
      if ('deleted' in query && !resource.traits.softDelete) continue
      const rows = await everyRow(insider, place, query)
      expect(rows.filter((row) => row[field] !== own)).toEqual([])
      if (!('search' in query)) expect(rows.map(({ id }) => id)).toContain(mine.id)
    }
    // Each page goes on behind a position here; those that others got are of no use.
    const { next } = await must<Page>(await maker.staff(), place, 'list', { query: { pageSize: '1' } })
    const after = String(next)
    expect(refusalOf(await ask(insider, place, 'list', { query: { pageSize: '1', after } }), 'query.after')).toBe(
      invalid('query.after'),
    )
    if (place.calls.dropdown === undefined) return
    const entries = await must<Row[]>(insider, place, 'dropdown')
    expect(entries.map(({ id }) => id)).toContain(mine.id)
    expect(entries.map(({ id }) => id)).not.toContain(theirs.id)
  })

  test('finds a foreign row as little as one that never was, by whatever verb, and changes nothing', async () => {
    const theirs = await rowOf(foreign)
    const missing = { ...theirs, id: crypto.randomUUID() }
    for (const verb of [
      'get',
      'update',
      'setPrimary',
      'clearPrimary',
      'remove',
      'restore',
      'force',
      'history',
    ] as const) {
      if (place.calls[verb] === undefined) continue
      const [foreignAnswer, missingAnswer] = [await make(verb, theirs), await make(verb, missing)]
      for (const answer of [foreignAnswer, missingAnswer]) expectProblem(answer, 'not_found')
      expect(withoutInstance(foreignAnswer)).toBe(withoutInstance(missingAnswer))
    }
    expect(await must(await maker.staff(), place, 'get', { params: { id: theirs.id } })).toEqual(theirs)
  })

  test.runIf(field !== 'id')('gives no row to another customer', async () => {
    const draft = await maker.draft(resource, givenTo(foreign))
    const created = await ask(insider, place, 'create', { body: draft })
    expect([400, 403, 404], created.text).toContain(created.status)
    if (resource.fields[field]?.frozen) return
    const mine = await rowOf(own)
    const body = { [field]: foreign, rowVersion: mine.rowVersion }
    const moved = await ask(insider, place, 'update', { params: { id: mine.id }, body })
    expect([400, 403, 404], moved.text).toContain(moved.status)
  })

  async function make(verb: Verb, { id, rowVersion }: Row) {
    return await ask(insider, place, verb, { params: { id }, body: verb === 'update' ? { rowVersion } : undefined })
  }
})

describe.each(ofStaff.filter((place) => exemplaryPlaces.includes(place)).map((place) => [place.path, place] as const))(
  "a customer's user with every permission, at %s, which belongs to staff",
  (_, place) => {
    test('sees nothing, finds nothing and makes nothing', async () => {
      const row = await maker.create(place.resource)
      expect(await everyRow(insider, place)).toEqual([])
      expectProblem(await ask(insider, place, 'get', { params: { id: row.id } }), 'not_found')
      const body = await maker.draft(place.resource)
      const created = await ask(insider, place, 'create', { body })
      expect([400, 403, 404], created.text).toContain(created.status)
    })
  },
)

describe('a table of staff, asked as the requests of a customer are', () => {
  let connection: Client

  beforeAll(async () => {
    connection = await app.connection()
    await connection.query('SET ROLE packhouse_app')
    await connection.query(`SELECT set_config('packhouse.customers', $1, false)`, [own])
  })

  /** How many rows a statement reaches; `refused` where the role may not make it or a policy does not let it. */
  async function reach(statement: string, values: unknown[] = []): Promise<number | string> {
    try {
      return (await connection.query(statement, values)).rowCount ?? 0
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      return code === INSUFFICIENT_PRIVILEGE ? 'refused' : message
    }
  }

  test.each(ofStaff.map(({ resource }) => [resource.table, resource] as const))(
    '%s has no row for it, takes none, and lets go of none',
    async (table, resource) => {
      const { id } = await maker.create(resource)
      const columns = await app.sql<{ name: string }>(
        `SELECT quote_ident(attname) AS name FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''`,
        [table],
      )
      const [row] = await app.sql<{ copy: object }>(
        `SELECT to_jsonb(t) || jsonb_build_object('id', uuidv7()) AS copy FROM ${table} t WHERE id = $1`,
        [id],
      )
      const names = columns.map(({ name }) => name).join()
      const reached = {
        seen: await reach(`SELECT FROM ${table}`),
        taken: await reach(
          `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::${table}, $1)`,
          [row?.copy],
        ),
        changed: await reach(`UPDATE ${table} SET row_version = row_version WHERE id = $1`, [id]),
        removed: await reach(`DELETE FROM ${table} WHERE id = $1`, [id]),
      }
      for (const [what, found] of Object.entries(reached)) {
        expect(what === 'taken' ? ['refused'] : [0, 'refused'], `${table}, ${what}: ${found}`).toContain(found)
      }
    },
  )
})

const belowCustomers = parentPlaces.filter(
  ({ resource, mount }) => resourceNamed(resource.fields[mount.parent ?? '']?.refersTo)?.name === 'customer',
)

test.each(belowCustomers.map((place) => [place.path, place] as const))(
  'a foreign customer is missing in %s',
  async (_, place) => {
    for (const verb of ['list', 'dropdown'] as const) {
      if (place.calls[verb] === undefined) continue
      const answers = await Promise.all(
        [foreign, crypto.randomUUID()].map((parentId) => ask(insider, place, verb, { params: { parentId } })),
      )
      for (const answer of answers) expectProblem(answer, 'not_found')
      expect((await ask(insider, place, verb, { params: { parentId: own } })).status).toBe(200)
    }
  },
)

describe('special calls that name something', () => {
  // What a public call names is a secret, not a row.
  const named = Object.entries<Call>(api).filter(([, call]) => call.path.includes('{') && call.access !== 'public')
  const foreignUser = async () => {
    const [user] = await app.sql<{ id: string }>(`SELECT id FROM user_account WHERE email LIKE 'other@%'`)
    return { id: user?.id ?? '' }
  }
  const rowOf = (name: string) => async () => ({ id: (await maker.create(resourceOf(name))).id })
  const provider = rowOf('identityProvider')
  const foreignAlarm = async () => {
    const [alarm] = await app.sql<{ id: string }>(
      `INSERT INTO alarm (id, machine_key, code, severity, message, started_at, raised_at, told)
       SELECT uuidv7(), key, 'Theirs', 'info', 'Theirs', now(), now(), false FROM machine WHERE customer_id = $1 LIMIT 1
       RETURNING id`,
      [foreign],
    )
    return { id: alarm?.id ?? '' }
  }
  const foreignNote = async () => {
    const { id } = await foreignAlarm()
    const [event] = await app.sql<{ id: string }>(
      `INSERT INTO alarm_event (alarm_id, kind, note) VALUES ($1, 'noted', 'Theirs') RETURNING id::text`,
      [id],
    )
    return { noteId: event?.id ?? '' }
  }
  const foreignMail = async () => {
    const [mail] = await app.sql<{ id: string }>(
      `INSERT INTO mail (recipient, subject, body, state) VALUES ('theirs@example.com', 'Theirs', 'Theirs', 'kept') RETURNING id`,
    )
    return { id: mail?.id ?? '' }
  }
  const machineWith = (param: string, other: string) => async () => ({
    id: (await maker.create(resourceOf('libraryMachine'))).id,
    [param]: (await maker.create(resourceOf(other))).id,
  })
  /** A revision of a machine that there is, made by whoever may. */
  const revision = async () => {
    const { id } = await maker.create(resourceOf('libraryMachine'))
    const made = await (await maker.staff()).get(`/v1/machine-library/machines/${id}/rule-revisions/current`)
    expect(made.status, made.text).toBe(200)
    return { id, number: '1' }
  }
  const styleAndMachine = async () => ({
    id: (await maker.create(resourceOf('packagingStyle'))).id,
    machineId: (await maker.create(resourceOf('libraryMachine'))).id,
  })
  const publishedTemplate = async () => {
    const [template] = await app.sql<{ id: string }>(`SELECT id FROM pdf_template WHERE is_default LIMIT 1`)
    return { id: template?.id ?? '', number: '1' }
  }
  const foreignPdf = async () => {
    const [made] = await app.sql<{ id: string }>(
      `INSERT INTO pdf_job (user_id, file_name, state, content)
       SELECT id, 'theirs.pdf', 'ready', 'x' FROM user_account WHERE email LIKE 'other@%' RETURNING id`,
    )
    return { id: made?.id ?? '' }
  }
  const foreignRequest = async () => {
    const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE customer_id = $1', [foreign])
    return { id: (await maker.create(resourceOf('serviceRequest'), { machineId: machine?.id })).id }
  }
  const foreignServiceRecord = async () => {
    const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE customer_id = $1', [foreign])
    return { id: (await maker.create(resourceOf('serviceRecord'), { machineId: machine?.id, planId: null })).id }
  }
  const foreignLine = async () => {
    const [location] = await app.sql<{ id: string }>('SELECT id FROM location WHERE customer_id = $1', [foreign])
    return { id: (await maker.create(resourceOf('productionLine'), { locationId: location?.id })).id }
  }
  const foreignOrder = async () => {
    const { id = '' } = await foreignMachine()
    const [order] = await app.sql<{ id: string }>(
      `INSERT INTO production_order (machine_key, number, product, target, planned_from, planned_to)
       SELECT key, 'PO-1', 'Coffee', 10, at, at + interval '1 minute' FROM machine, LATERAL (
         SELECT now() + make_interval(mins => (SELECT count(*)::int FROM production_order)) AS at) times
       WHERE machine_id = $1 RETURNING id`,
      [id],
    )
    return { id, orderId: order?.id ?? '', step: 'start' }
  }
  const foreignLabel = async () => {
    const { id } = await maker.create(resourceOf('orderedMachine'), { customerId: foreign, locationId: null })
    const { address } = await (await maker.staff()).call('makeClaimLabel', { params: { id } })
    return { token: new URL(address).pathname.split('/').at(-1) ?? '' }
  }
  const foreignPartner = async () => {
    const [access] = await app.sql<{ id: string }>(
      `INSERT INTO partner_access (customer_id, partner, contact, purpose, expires_at)
       VALUES ($1, 'Theirs', 'theirs@example.com', 'Theirs', now() + interval '1 day') RETURNING id`,
      [foreign],
    )
    return { id: access?.id ?? '' }
  }
  const foreignAgreement = async () => {
    const [agreement] = await app.sql<{ id: string }>(
      `INSERT INTO data_use_agreement (customer_id, version, agreed_on, purposes) VALUES ($1, 'Theirs', current_date, 'Theirs') RETURNING id`,
      [foreign],
    )
    return { id: agreement?.id ?? '' }
  }
  const foreignAccess = async () => {
    const [made] = await app.sql<{ id: string }>(
      `INSERT INTO support_access (machine_id, customer_id, reason, hours)
       SELECT id, customer_id, 'A fault', 4 FROM machine WHERE customer_id = $1 LIMIT 1 RETURNING id`,
      [foreign],
    )
    return { id: made?.id ?? '' }
  }
  /** What a customer's user is not to see, by the parameter that names it. */
  const foreignNames: Record<string, () => Promise<Record<string, string>>> = {
    pdfJob: foreignPdf,
    pdfJobFile: foreignPdf,
    reportRecipients: rowOf('reportSchedule'),
    sendReportToMe: rowOf('reportSchedule'),
    templateVersions: publishedTemplate,
    templateVersion: publishedTemplate,
    publishTemplate: publishedTemplate,
    getMachine: foreignMachine,
    machineHistory: foreignMachine,
    machineStates: foreignMachine,
    machineTexts: foreignMachine,
    testMachine: foreignMachine,
    exportRecords: foreignMachine,
    machineCommands: foreignMachine,
    sendMachineCommand: foreignMachine,
    machineService: foreignMachine,
    machineDataSheet: foreignMachine,
    machinePromises: foreignMachine,
    machineAcceptanceTests: foreignMachine,
    machineShifts: foreignMachine,
    machineOrders: foreignMachine,
    machineShiftReports: foreignMachine,
    subscribeToShifts: foreignMachine,
    machineOrigin: foreignMachine,
    machineToClaim: foreignLabel,
    claimMachine: foreignLabel,
    makeClaimLabel: rowOf('orderedMachine'),
    releaseOrderedMachine: rowOf('orderedMachine'),
    orderedMachineTests: rowOf('orderedMachine'),
    planOrder: foreignMachine,
    changeOrder: foreignOrder,
    stepOrder: foreignOrder,
    removeOrder: foreignOrder,
    lineFlow: foreignLine,
    endPartnerAccess: foreignPartner,
    partnerReads: foreignPartner,
    answerDataUse: foreignAgreement,
    partnerMachine: foreignMachine,
    partnerHistory: foreignMachine,
    machineSharing: foreignMachine,
    askForSupportAccess: foreignMachine,
    answerSupportAccess: foreignAccess,
    machineRequests: foreignMachine,
    askForService: foreignMachine,
    requestPhotos: foreignRequest,
    addRequestPhoto: foreignRequest,
    requestPhoto: async () => ({ ...(await foreignRequest()), fileId: crypto.randomUUID() }),
    machineVisits: foreignMachine,
    visitForm: rowOf('serviceVisit'),
    completeVisit: rowOf('serviceVisit'),
    spareParts: foreignMachine,
    partsDrawing: async () => ({ ...(await foreignMachine()), documentId: crypto.randomUUID() }),
    machinesOfPart: rowOf('itemMaster'),
    copyModelParts: rowOf('machine'),
    quoteParts: rowOf('serviceRequest'),
    askForParts: foreignMachine,
    serviceSignatures: foreignServiceRecord,
    signServiceRecord: foreignServiceRecord,
    machineStops: foreignMachine,
    machineOee: foreignMachine,
    assignDowntimeReasons: foreignMachine,
    userPermissions: foreignUser,
    sendInvitation: foreignUser,
    sendPasswordReset: foreignUser,
    setUserPassword: foreignUser,
    endMySession: async () => {
      const [session] = await app.sql<{ id: string }>(
        `SELECT s.id FROM session s JOIN user_account u ON u.id = s.user_id WHERE u.email LIKE 'staff@%'`,
      )
      return { id: session?.id ?? '' }
    },
    userSessions: foreignUser,
    endUserSession: async () => ({ ...(await foreignUser()), sessionId: crypto.randomUUID() }),
    endUserSessions: foreignUser,
    beginViewAs: foreignUser,
    endSecondFactorOfUser: foreignUser,
    renamePasskey: foreignPasskey,
    removePasskey: foreignPasskey,
    renamePushDevice: foreignPushDevice,
    removePushDevice: foreignPushDevice,
    testPushDevice: foreignPushDevice,
    rotateApiKey: foreignKey,
    webhookDeliveries: foreignWebhook,
    testWebhook: foreignWebhook,
    rotateWebhookSecret: foreignWebhook,
    resendDelivery: foreignWebhook,
    revokeApiKey: foreignKey,
    setProviderSecret: provider,
    switchProvider: provider,
    testProvider: provider,
    startLinking: provider,
    unlinkIdentity: provider,
    testSubscriber: rowOf('mqttSubscriber'),
    testOpcuaConnection: rowOf('opcuaConnection'),
    browseOpcuaConnection: rowOf('opcuaConnection'),
    setAlarmRuleSecret: rowOf('alarmRule'),
    testAlarmWebhook: rowOf('alarmRule'),
    getAlarm: foreignAlarm,
    acknowledgeAlarm: foreignAlarm,
    alarmRemedy: foreignAlarm,
    noteAlarm: foreignAlarm,
    markAlarmNote: foreignNote,
    assignAlarm: foreignAlarm,
    alarmAssignees: foreignAlarm,
    shelveAlarm: foreignAlarm,
    unshelveAlarm: foreignAlarm,
    listTagMapVersions: tagMap,
    getTagMapVersion: async () => ({ ...(await tagMap()), version: '1' }),
    tagMapReach: tagMap,
    rollOutTagMap: tagMap,
    tagMapMessages: tagMap,
    getDeadLetter: deadLetter,
    replayDeadLetter: deadLetter,
    discardDeadLetter: deadLetter,
    authLogEntry: logEntry,
    retryJob: job,
    changeComment: comment,
    removeComment: comment,
    changeFollowUp: followUp,
    removeFollowUp: followUp,
    sendMailAgain: foreignMail,
    discardJob: job,
    attachMachineTag: machineWith('tagId', 'libraryTag'),
    detachMachineTag: machineWith('tagId', 'libraryTag'),
    attachStyleMachine: styleAndMachine,
    detachStyleMachine: styleAndMachine,
    cellHistory: machineWith('styleId', 'packagingStyle'),
    compatiblePair: machineWith('styleId', 'packagingStyle'),
    setMaterialCells: rowOf('packagingMaterial'),
    compatibleStyles: rowOf('libraryMachine'),
    compatibleMachines: rowOf('packagingStyle'),
    duplicateLibraryMachine: rowOf('libraryMachine'),
    checkOptionRules: rowOf('libraryMachine'),
    listRuleRevisions: revision,
    currentRuleRevision: revision,
    getRuleRevision: revision,
    configureMachine: rowOf('libraryMachine'),
    readSetting: async () => ({ key: 'product.title' }),
    changeSetting: async () => ({ key: 'product.title' }),
    takeBackSetting: changeOfSetting,
    projectStream: rowOf('project'),
    itemPrices: rowOf('itemMaster'),
    enterItemPrice: rowOf('itemMaster'),
    takeBackPrices: async () => {
      const [update] = await app.sql<{ id: string }>(
        'INSERT INTO item_price_update (effective_from) VALUES (current_date) RETURNING id',
      )
      return { id: update?.id ?? '' }
    },
    peopleOfProject: async () => ({ projectId: (await rowOf('project')()).id }),
    removePersonOfProject: async () => ({ projectId: (await rowOf('project')()).id, userId: crypto.randomUUID() }),
    lockStatus: rowOf('project'),
    changeProject: rowOf('project'),
    refreshProject: rowOf('project'),
    acquireLock: rowOf('project'),
    heartbeatLock: rowOf('project'),
    releaseLock: rowOf('project'),
    forceLock: rowOf('project'),
    askForLock: rowOf('project'),
    handOverLock: rowOf('project'),
    walkVersions: async () => ({ ...(await rowOf('project')()), a: '1', b: 'now' }),
    reviseProject: rowOf('project'),
    duplicateProject: rowOf('project'),
    listApprovals: rowOf('project'),
    decideApproval: rowOf('project'),
    listQuoteLinks: rowOf('project'),
    createQuoteLink: rowOf('project'),
    withdrawQuoteLink: async () => ({ ...(await rowOf('project')()), linkId: crypto.randomUUID() }),
    answerQuoteQuestion: async () => ({ ...(await rowOf('project')()), questionId: crypto.randomUUID() }),
    previewQuote: rowOf('project'),
    previewQuoteFile: async () => ({ ...(await rowOf('project')()), fileId: crypto.randomUUID() }),
    myQuote: rowOf('project'),
    myQuoteFile: async () => ({ ...(await rowOf('project')()), fileId: crypto.randomUUID() }),
    getMachineSpecs: rowOf('libraryMachine'),
    libraryMachineFleet: rowOf('libraryMachine'),
    libraryMachineImage: async () => {
      const { id } = await maker.create(resourceOf('libraryMachine'))
      const [file] = await app.sql<{ id: string }>(
        `INSERT INTO attached_file (owner_table, owner_id, name, content_type, size, sha256)
         VALUES ('library_machine', $1, 'theirs.png', 'image/png', 1, repeat('0', 64)) RETURNING id`,
        [id],
      )
      return { id, fileId: file?.id ?? '' }
    },
    setMachineSpecs: rowOf('libraryMachine'),
    reorderFieldSpecs: async () => ({ parentId: (await maker.create(resourceOf('machineType'))).id }),
    documentsOfMachine: foreignMachine,
    publicPageOfMachine: foreignMachine,
    downloadDocument: async () => {
      const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE customer_id = $1', [foreign])
      const given = { machineId: machine?.id, libraryMachineId: null, visibility: 'customer' }
      const { id } = await maker.create(resourceOf('machineDocument'), given)
      return { ...(await foreignMachine()), documentId: id, fileId: id }
    },
    customerActivity: async () => ({ id: foreign }),
    customerData: async () => ({ id: foreign }),
    exportCustomerData: async () => ({ id: foreign }),
    customerDataFile: async () => ({ id: foreign, taskId: foreign }),
    removeCustomerData: async () => ({ id: foreign }),
    customerMachines: async () => ({ id: foreign }),
    searchLocations: async () => ({ parentId: foreign }),
    locationsWithCoordinates: async () => ({ parentId: (await maker.create(resourceOf('supplier'))).id }),
  }

  const span = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T01:00:00Z' }
  const order = { number: 'PO-1', product: 'Coffee', target: 10, plannedFrom: span.from, plannedTo: span.to }
  /** What the calls want beside it, so that nothing else is refused. */
  const bodies: Record<string, object> = {
    completeVisit: {
      formId: crypto.randomUUID(),
      doneAt: new Date().toISOString(),
      work: [{ taskId: null, what: 'New jaws' }],
    },
    changeComment: { text: 'Mine' },
    exportCustomerData: {},
    removeCustomerData: { name: 'Mine' },
    changeFollowUp: { what: 'Mine', dueOn: '2026-12-01' },
    askForService: { subject: 'Film tears' },
    askForParts: { parts: [{ itemId: crypto.randomUUID(), quantity: '1' }] },
    claimMachine: { machineID: 'CLAIM-1' },
    planOrder: order,
    subscribeToShifts: { shiftIds: [] },
    changeOrder: { rowVersion: 1, order },
    answerSupportAccess: { answer: 'grant' },
    answerDataUse: { accepted: true, sha256: '0'.repeat(64) },
    askForSupportAccess: { reason: 'A fault', hours: 4 },
    signServiceRecord: { party: 'customer', name: 'A name', sha256: '0'.repeat(64) },
    publishTemplate: { rowVersion: 1 },
    setUserPassword: { password: 'vellum kraken tundra' },
    setProviderSecret: { secret: 'x' },
    switchProvider: { enabled: true },
    duplicateLibraryMachine: { model: 'Mine' },
    configureMachine: {},
    changeSetting: { value: 'Theirs', rowVersion: 0 },
    takeBackSetting: { rowVersion: 0 },
    changeProject: {},
    refreshProject: { of: 'rates' },
    enterItemPrice: { rowVersion: 1, effectiveFrom: '9000-01-01', price: '1' },
    acquireLock: { session: crypto.randomUUID() },
    createQuoteLink: { recipientName: 'A name', recipientEmail: 'a@packhouse.example' },
    answerQuoteQuestion: { answer: 'So.' },
    heartbeatLock: { token: '1' },
    releaseLock: { token: '1' },
    forceLock: { session: crypto.randomUUID(), reason: 'Away' },
    handOverLock: { token: '1' },
    decideApproval: { rowVersion: 1, roleTypeId: crypto.randomUUID(), decision: 'approve' },
    setMaterialCells: {
      cells: [{ machineId: crypto.randomUUID(), styleId: crypto.randomUUID(), rowVersion: null, result: 'no' }],
    },
    setMachineSpecs: { rowVersion: 1, values: {} },
    reorderFieldSpecs: { ids: [crypto.randomUUID()] },
    rotateApiKey: { overlap: '0' },
    rotateWebhookSecret: { overlap: '0' },
    renamePasskey: { name: 'Mine' },
    renamePushDevice: { name: 'Mine' },
    rollOutTagMap: { version: 1 },
    setAlarmRuleSecret: { secret: null },
    testAlarmWebhook: { template: null },
    acknowledgeAlarm: {},
    noteAlarm: { note: 'x' },
    markAlarmNote: { helpful: true },
    assignAlarm: { assigneeId: null },
    shelveAlarm: { minutes: 5, reason: 'x' },
    sendMachineCommand: { tag: 'x', value: 1 },
    assignDowntimeReasons: { version: 0, changes: [{ ...span, reasonId: null }] },
  }
  const queries: Record<string, Record<string, string>> = {
    searchLocations: { q: 'a' },
    machineStates: span,
    machineTexts: { tag: 'Recipe', ...span },
    exportRecords: span,
    libraryMachineImage: { size: 'small' },
    requestPhoto: { size: 'small' },
    machineStops: span,
    machineOee: span,
  }

  test.each(named)('%s reports nothing of what is foreign', async (name, call) => {
    const params = await foreignNames[name]?.()
    if (params === undefined) throw new Error(`${name} names something: say in tenants.test.ts what would be foreign.`)
    const query = queries[name] ?? {}
    const body = bodies[name]
    const answer = await insider.request(pathOf(call, { params, query }), { method: call.method, body })
    if (answer.status === 200) expect(answer.body).toEqual([])
    else expectProblem(answer, 'not_found')
  })

  async function foreignPasskey() {
    const [passkey] = await app.sql<{ id: string }>(
      `INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, name, backed_up)
       SELECT id, gen_random_uuid()::text, '', 0, '{}', 'Theirs', false FROM user_account WHERE email LIKE 'other@%' RETURNING id`,
    )
    return { id: passkey?.id ?? '' }
  }

  async function foreignPushDevice() {
    const [device] = await app.sql<{ id: string }>(
      `INSERT INTO push_device (user_id, name, service, endpoint_hash, subscription)
       SELECT id, 'Theirs', 'push.example', gen_random_uuid()::text::bytea, '' FROM user_account WHERE email LIKE 'other@%' RETURNING id`,
    )
    return { id: device?.id ?? '' }
  }

  async function tagMap() {
    return { id: (await maker.create(resourceOf('tagMap'))).id }
  }

  async function deadLetter() {
    const [letter] = await app.sql<{ id: string }>(
      `INSERT INTO refused_message (received_at, device, topic, payload, code, reason, customer_id)
       VALUES (now(), 'theirs', 'line/1', '1', 'topic_unknown', 'x', $1) RETURNING letter_id AS id`,
      [foreign],
    )
    return { id: letter?.id ?? '' }
  }

  async function comment() {
    const [made] = await app.sql<{ id: string }>(
      `INSERT INTO record_comment (resource, record_id, text) VALUES ('customer', $1, 'Between staff') RETURNING id`,
      [own],
    )
    return { id: made?.id ?? '' }
  }

  async function followUp() {
    const [made] = await app.sql<{ id: string }>(
      `INSERT INTO follow_up (resource, record_id, what, due_on, assignee_id)
       SELECT 'customer', $1, 'Call', '2026-12-01', id FROM user_account WHERE email LIKE 'staff@%' RETURNING id`,
      [own],
    )
    return { id: made?.id ?? '' }
  }

  /** Jobs belong to the installation: no customer's user is to know of one. */
  async function logEntry() {
    const [entry] = await app.sql<{ id: string }>('SELECT id::text FROM audit_event ORDER BY id DESC LIMIT 1')
    return { id: entry?.id ?? '' }
  }

  async function job() {
    const [made] = await app.sql<{ id: string }>(
      `INSERT INTO job (kind, payload, next_attempt_at) VALUES ('theirs', '{}', now() + interval '1 day') RETURNING id`,
    )
    return { id: made?.id ?? '' }
  }

  async function changeOfSetting() {
    const staff = await maker.staff()
    const { rowVersion } = await staff.call('readSetting', { params: { key: 'product.title' } })
    await staff.call('changeSetting', { params: { key: 'product.title' }, body: { value: 'Changed', rowVersion } })
    const { changes } = await staff.call('settingsHistory')
    return { id: changes[0]?.id ?? '' }
  }

  async function foreignKey() {
    return { id: (await maker.create(resourceOf('apiKey'), { customerId: foreign })).id }
  }

  async function foreignWebhook() {
    const { id } = await maker.create(resourceOf('webhook'), { customerId: foreign })
    return { id, deliveryId: id }
  }

  async function foreignMachine() {
    const [machine] = await app.sql<{ id: string }>('SELECT machine_id AS id FROM machine WHERE customer_id = $1', [
      foreign,
    ])
    const [name] = [...(api.getMachine.path.match(/\{(\w+)\}/) ?? [])].slice(1)
    return { [name ?? '']: machine?.id ?? '' }
  }

  function resourceOf(name: string) {
    const found = resourceNamed(name)
    if (found === undefined) throw new Error(`There is no ${name}.`)
    return mainPlaceOf(found).resource
  }
})

describe('row-level security, with the conditions of the queries gone', () => {
  async function asRole(customer: string | undefined, work: (table: string, rows: Row[]) => void): Promise<number> {
    const tables = await app.sql<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity
         AND has_table_privilege('packhouse_app', oid, 'SELECT')`,
    )
    const connection = await app.connection()
    await connection.query('SET ROLE packhouse_app')
    if (customer !== undefined)
      await connection.query(`SELECT set_config('packhouse.customers', $1, false)`, [customer])
    for (const { name } of tables) work(name, (await connection.query<Row>(`SELECT * FROM ${name}`)).rows)
    return tables.length
  }

  test('returns nothing at all without a scope', async () => {
    const count = await asRole(undefined, (table, rows) => expect(rows, table).toEqual([]))
    expect(count).toBeGreaterThan(10)
  })

  test.each(['', 'ALL', 'all ', '%', 'null', "' OR true --"])('returns nothing for the scope %j', async (scope) => {
    await asRole(scope, (table, rows) => expect(rows, table).toEqual([]))
  })

  test("returns a customer's own rows and no others", async () => {
    const withRows: string[] = []
    await asRole(own, (table, rows) => {
      const foreigners = rows.filter((row) => 'customer_id' in row && row.customer_id !== own)
      expect(foreigners, table).toEqual([])
      if (rows.length > 0) withRows.push(table)
    })
    expect(withRows).toEqual(expect.arrayContaining(['customer', 'machine', 'contact', 'location', 'licence']))
  })

  test("prevents changes and removal of another customer's rows", async () => {
    const connection = await app.connection()
    await connection.query(`SET ROLE packhouse_app`)
    await connection.query(`SELECT set_config('packhouse.customers', $1, false)`, [own])
    for (const [, { resource }, field] of owned) {
      const column = field === 'id' ? 'id' : 'customer_id'
      for (const statement of [`UPDATE ${resource.table} SET row_version = 99`, `DELETE FROM ${resource.table}`]) {
        const { rowCount } = await connection.query(`${statement} WHERE ${column} = $1`, [foreign])
        expect(rowCount, statement).toBe(0)
      }
    }
  })
})
