import { permissionDescriptions, resources } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import { ShownData } from '../documents/shown-data.ts'
import { sendCsv } from '../resources/import-csv.ts'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { beginToEdit, HeldProject, makeProject, type Project, succeeded, waysOfChanging } from './estimator-rows.ts'
import { EveryExit, type Exit, type Places } from './every-exit.ts'
import { formsOf, PLANTED, wordsOf } from './planted-costs.ts'
import { ProjectStreamReader } from './project-stream-reader.ts'
import { approve, makeQuotedProject, type SentQuote, sendProject } from './quote-rows.ts'

const TITLE = 'Clementine hall 9'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller
/** May do everything but see costs. */
let seller: Caller
let held: HeldProject
let sent: SentQuote
let places: Places
let planted: RegExp

beforeAll(async () => {
  staff = await app.as('staff')
  seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
  const customers = succeeded<{ items: { id: string }[] }>(await staff.get('/v1/customers?search=NORDFJELL'))
  const customerId = customers.items[0]?.id ?? ''
  held = await makeProject(staff, { title: TITLE, customerId, targetMargin: PLANTED.margin })
  const master = {
    code: 'PLANTED-1',
    description: 'Planted',
    unit: 'pcs',
    currency: 'EUR',
    price: '9',
    cost: PLANTED.master,
  }
  const { id: masterId } = succeeded<Project>(await staff.post('/v1/estimator/item-masters', master))
  const main = await held.item({ masterId, unitPrice: '100000', unitCost: PLANTED.item })
  await held.item({ unitPrice: '90000', unitCost: PLANTED.alternative, alternativeToId: main.id })
  const add = async (path: string, body: object) =>
    succeeded<Project>(await held.send('POST', path, { projectId: held.id, ...body })).id
  const extraId = await add('project-optional-extras', { ...sold, unitPrice: '70000', unitCost: PLANTED.extra })
  const deliveryId = await add('project-deliveries', {
    incoterm: 'DAP',
    namedPlace: 'Oslo',
    price: '60000',
    cost: PLANTED.delivery,
  })
  const stepId = await add('project-commissioning', {
    kind: 'SAT',
    description: 'x',
    days: '1',
    dayRate: '5',
    dayCost: PLANTED.day,
  })
  const mediaId = await add('project-media', { kind: 'photo', caption: 'Hall' })
  const type = await library('machine-types', { code: 'PLANTED', name: 'Planted', category: 'vffs' })
  const machine = { model: 'PLANTED-M', name: 'Planted', typeId: type.id, currency: 'EUR', basePrice: '9' }
  const machineId = (await library('machines', { ...machine, baseCost: PLANTED.machine })).id
  const definition = await library('option-definitions', { code: 'PLANTED', name: 'Planted' })
  const given = { machineId, definitionId: definition.id, name: 'Planted', price: '9', cost: PLANTED.option }
  const optionId = (await library('machine-options', given)).id
  await store()
  const changed = (await held.read()).items[0]
  const { rowVersion } = changed ?? {}
  succeeded(await held.send('PUT', `project-items/${main.id}`, { rowVersion, unitCost: '1', quantity: '2' }))
  await store()
  const { rowVersion: next } = (await held.read()).items[0] ?? {}
  succeeded(await held.send('PUT', `project-items/${main.id}`, { rowVersion: next, unitCost: PLANTED.item }))
  const { cost, margin } = await held.read()
  planted = formsOf([...Object.values(PLANTED), cost ?? '', margin ?? ''])
  // Another that a customer has.
  const other = await makeQuotedProject(staff, { customerId, notes: null, targetMargin: PLANTED.margin })
  await app.sql('UPDATE project_item SET unit_cost = $1, notes = NULL WHERE project_id = $2', [
    PLANTED.item,
    other.held.id,
  ])
  await approve(app, other.held)
  sent = await sendProject(app, other.held)
  await sent.post('questions', { question: 'How fast is it?' })
  const item = held.project.items.map(({ id }) => id)
  places = {
    projects: [held.id, sent.held.id],
    parentId: [held.id],
    versions: ['1', '2'],
    compare: ['1'],
    walk: ['1'],
    a: ['1'],
    b: ['2'],
    '{a}': ['2'],
    'my-quotes': [sent.held.id],
    'project-items': item,
    'project-optional-extras': [extraId],
    'project-deliveries': [deliveryId],
    'project-commissioning': [stepId],
    'project-media': [mediaId],
    'item-masters': [masterId],
    '/v1/machine-library/machines': [machineId],
    'machine-options': [optionId],
    quotes: [sent.token],
  }
})

const sold = { description: 'Printer', unit: 'pcs', quantity: '1', selected: true }

const library = async (path: string, body: object) =>
  succeeded<Project>(await staff.post(`/v1/machine-library/${path}`, body))

async function store(): Promise<void> {
  const { rowVersion } = await held.read()
  succeeded(await held.send('POST', `projects/${held.id}/versions`, { rowVersion, note: 'Kept' }))
}

/** The answers that tell something planted. */
async function finds(exits: AsyncIterable<Exit>): Promise<{ names: string[]; told: string[]; seen: string[] }> {
  const [names, told, seen]: [string[], string[], string[]] = [[], [], []]
  for await (const { name, what, answer } of exits) {
    const [find] = planted.exec(wordsOf(answer)) ?? []
    if (find !== undefined) told.push(`${what}: ${find}`)
    if (find !== undefined) names.push(name)
    if (answer.status < 300) seen.push(name)
  }
  return { names, told, seen }
}

describe('of all that can be read', () => {
  let readByStaff: ReturnType<typeof finds> | undefined
  const toStaff = () => {
    readByStaff ??= finds(new EveryExit(staff, places).read())
    return readByStaff
  }

  test('a planted cost is in the answers to those who may see it: what is looked for can be found', async () => {
    expect((await toStaff()).names).toEqual(
      expect.arrayContaining([
        ...['project.list', 'project.get', 'project.history', 'project.getVersion', 'project.compareVersions'],
        ...[
          'projectItem.list',
          'projectItem.get',
          'projectItem.history',
          'projectOptionalExtra.list',
          'projectDelivery.get',
        ],
        ...[
          'projectCommissioning.list',
          'itemMaster.list',
          'itemMaster.get',
          'itemMaster.export',
          'itemMaster.history',
          'itemPrices',
        ],
        ...['projectBoard'],
        ...['libraryMachine.list', 'libraryMachine.get', 'libraryMachine.history', 'libraryMachine.export'],
        ...['machineOption.list', 'machineOption.get', 'machineOption.history', 'machineOption.export'],
      ]),
    )
  })

  test('a planted cost is in no answer to whoever may not see it, nor is it hidden because nothing is shown', async () => {
    const toSeller = await finds(new EveryExit(seller, places).read())
    expect(toSeller.told).toEqual([])
    const blind = (await toStaff()).seen.filter((name) => !toSeller.seen.includes(name))
    expect(new Set(blind)).toEqual(new Set())
  })

  // Of the customers one is enough: what is another's is no question of costs.
  test('a planted cost is in no answer to a customer', async () => {
    expect((await finds(new EveryExit(await app.as('customer'), places).read())).told).toEqual([])
  })

  test('a planted cost is in no answer to the public', async () => {
    expect((await finds(new EveryExit(app.anonymous, places).read())).told).toEqual([])
  })
})

test('a file for somebody who may not see costs has no columns for them, and one for somebody who may has them, also without a row', async () => {
  const paths = ['/v1/estimator/item-masters', '/v1/machine-library/machines', '/v1/machine-library/machine-options']
  for (const path of paths) {
    const headings = async (caller: Caller, query = '') => {
      const { text } = await caller.get(`${path}/export${query}`)
      return text
        .split('\r\n')[0]
        ?.split(',')
        .filter((name) => /cost/i.test(name))
    }
    expect(await headings(seller), path).toEqual([])
    expect((await headings(staff))?.length, path).toBeGreaterThan(0)
    expect((await headings(staff, '?search=nothing-has-this-name'))?.length, path).toBeGreaterThan(0)
  }
})

test('nothing is put in order, filtered or searched by what is hidden', async () => {
  const secretive = resources.filter(({ fields }) => Object.values(fields).some(({ confidential }) => confidential))
  expect(secretive.length).toBeGreaterThan(5)
  for (const { fields, mounts } of secretive) {
    const names = Object.keys(fields).filter((name) => fields[name]?.confidential)
    const paths = mounts.filter(({ parent }) => parent === undefined).map(({ path }) => path)
    for (const query of names.flatMap((name) => [
      `sort=${name}`,
      `sort=-${name}`,
      `${name}=${PLANTED.item}`,
      `${name}=1..9`,
    ])) {
      for (const path of paths) expect((await seller.get(`${path}?${query}`)).status, `${path}?${query}`).toBe(400)
    }
  }
  for (const number of Object.values(PLANTED)) {
    const { found } = await seller.call('searchRecords', { query: { q: number } })
    expect(found).toEqual([])
    for (const path of ['projects', 'project-items', 'item-masters', 'projects/board', 'item-masters/options']) {
      const { status, text } = await seller.get(`/v1/estimator/${path}?search=${number}`)
      if (status === 200) expect(text).not.toContain(TITLE)
    }
  }
})

describe('of all that comes of changes by whoever may not see it', () => {
  let token: string
  let stream: ProjectStreamReader
  let exits: EveryExit

  beforeAll(async () => {
    await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
    token = (await beginToEdit(seller, held.id)).token
    stream = await ProjectStreamReader.open(app.port, seller, held.id)
    exits = new EveryExit(seller, places)
  })

  test('a planted cost is in no answer to a change that is refused', async () => {
    const stale = { rowVersion: 999_999, title: 'Other', description: 'Other', ids: [], changes: [] }
    const bodies = [{}, stale, { rowVersion: 1, unitCost: '1', cost: '1', dayCost: '1', targetMargin: '1' }]
    for (const area of ['Estimator', 'Library']) {
      expect((await finds(exits.refused(area, ['POST', 'PUT'], bodies, token))).told).toEqual([])
    }
  })

  test('a planted cost is in no answer to a change that is made, nor in its events', async () => {
    // Among what was sent are steps of the lock.
    const again = { session: crypto.randomUUID(), reason: 'Test' }
    const lock = await seller.call('forceLock', { params: { id: held.id }, body: again })
    const mine = new HeldProject(await readProject(), seller, lock.token)
    const made: Exit[] = []
    for (const [method, path, body] of await waysOfChanging(mine)) {
      if (method === 'DELETE') continue
      made.push({ name: path, what: `${method} ${path}`, answer: await mine.send(method, path, body) })
    }
    const say = async (name: string, method: 'POST' | 'PUT', path: string, body: object) => {
      made.push({ name, what: `${method} ${path}`, answer: await mine.send(method, path, body) })
    }
    await mine.read()
    const [line] = mine.project.items
    const { rowVersion } = mine.project
    for (const what of ['prices', 'rates']) {
      await say('refreshProject', 'POST', `projects/${held.id}/refresh`, { of: what })
    }
    await say('changeProject', 'POST', `projects/${held.id}/changes`, {
      changes: [{ kind: 'items', change: 'remove', id: line?.id }],
    })
    await say('project.addVersion', 'POST', `projects/${held.id}/versions`, { rowVersion })
    await say('project.restoreVersion', 'POST', `projects/${held.id}/versions/1/restore`, { rowVersion })
    const master = { of: ['price', 'cost'], items: { id: places['item-masters'] }, percent: '10', dryRun: true }
    await say('updatePrices', 'POST', 'item-masters/price-update', { ...master, effectiveFrom: '2099-01-01' })
    await say('duplicateProject', 'POST', `projects/${held.id}/duplicate`, {})
    const copied = await seller.post(`/v1/machine-library/machines/${machineId()}/duplicate`, { model: 'PLANTED-N' })
    made.push({ name: 'duplicateLibraryMachine', what: 'POST duplicate', answer: copied })
    // What they do not see stays with the copy.
    const copy = succeeded<Project>(copied)
    const { baseCost } = succeeded<{ baseCost: string }>(await staff.get(`/v1/machine-library/machines/${copy.id}`))
    expect(baseCost).toBe(PLANTED.machine)
    const ofCopy = await staff.get(`/v1/machine-library/machines/${copy.id}/options`)
    expect(succeeded<{ items: object[] }>(ofCopy).items).toMatchObject([{ cost: PLANTED.option }])
    await say('project.transition.submit', 'POST', `projects/${held.id}/transitions/submit`, {
      rowVersion: (await mine.read()).rowVersion,
    })
    await say('decideApproval', 'POST', `projects/${held.id}/approvals`, {
      rowVersion,
      roleTypeId: held.id,
      decision: 'approve',
    })
    const csv = `code,description,cost\nPLANTED-1,Other,${PLANTED.day}\n`
    for (const file of ['code,description\nPLANTED-1,Other\n', csv]) {
      made.push({ name: 'import', what: 'import', answer: await sendCsv(seller, '/v1/estimator/item-masters', file) })
    }
    const told = made.filter(({ answer }) => planted.test(wordsOf(answer))).map(({ what }) => what)
    // What somebody has sent comes back to them.
    expect(told.filter((what) => what !== 'import')).toEqual([])
    await stream.until('what has changed', ({ changed }) => changed !== undefined)
    stream.close()
    expect(JSON.stringify(stream.events)).not.toMatch(planted)
  })

  test('a planted cost is in nothing that is read after it', async () => {
    expect((await finds(exits.read())).told).toEqual([])
  })

  test('a planted cost is in no answer to a deletion that is refused, in nothing that is read after it, and in no mail', async () => {
    expect((await finds(exits.refused('Estimator', ['DELETE'], [{}], token))).told).toEqual([])
    expect((await finds(exits.read('Estimator'))).told).toEqual([])
    expect(JSON.stringify(await app.sql('SELECT * FROM mail'))).not.toMatch(planted)
  })
})

test('documents of projects and of their history, made by whoever sees no costs, have none in their data', async () => {
  const documents = new ShownData(() => seller)
  const made = [
    await documents.of('quote', { id: sent.held.id }),
    await documents.of('audit', { id: held.id, parameters: { resource: 'project' } }),
    await documents.of('audit', { id: places['project-items']?.[0], parameters: { resource: 'projectItem' } }),
    await documents.of('audit', { id: machineId(), parameters: { resource: 'libraryMachine' } }),
    await documents.of('audit', { id: places['machine-options']?.[0], parameters: { resource: 'machineOption' } }),
  ]
  for (const data of made) expect(JSON.stringify(data)).not.toMatch(planted)
  const toStaff = await new ShownData(() => staff).of('audit', { id: held.id, parameters: { resource: 'project' } })
  expect(JSON.stringify(toStaff)).toMatch(planted)
})

async function readProject(): Promise<Project> {
  return succeeded<Project>(await seller.get(`/v1/estimator/projects/${held.id}`))
}

function machineId(): string {
  return places['/v1/machine-library/machines']?.[0] ?? ''
}
