import {
  type Api,
  type CallResult,
  licences,
  type machineParts,
  machines,
  orderedMachines,
  type Row,
  serviceRecords,
} from '@packhouse/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { Database } from '../../src/platform/database.ts'
import { openFileFolder } from '../../src/platform/file-folder.ts'
import { createLog } from '../../src/platform/log.ts'
import { sampleLifeJob } from '../../src/sample/life/seed-life.ts'
import { type Project, succeeded } from '../estimator/estimator-rows.ts'
import type { Caller } from '../support/caller.ts'
import { passWeek } from '../support/sample-week.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Its file is whole, from the quote to the second service. */
const WHOLE = 'VFFS-2214'
const DAY_MS = 86_400_000

type Machine = Row<typeof machines>
type Order = Row<typeof orderedMachines>
interface Sold {
  machine: Machine
  order: Order
  project: Project
  quotes: CallResult<Api['listQuoteLinks']>
}

const app = useTestApp()
let database: Database
let staff: Caller
let fleet: Machine[]
let sold: Sold[]

async function rowsOf<One>(path: string): Promise<One[]> {
  return succeeded<{ items: One[] }>(await staff.get(`${path}${path.includes('?') ? '&' : '?'}pageSize=200`)).items
}

beforeAll(async () => {
  database = new Database(app.databaseUrl, createLog('error'))
  await passWeek(app)
  const files = openFileFolder(readConfig({ DATA_DIR: app.dataDir }), createLog('error'))
  const { run } = sampleLifeJob(database, files, async () => undefined)
  for (const _ of ['first', 'again']) await run(new AbortController().signal)
  staff = await app.as('staff')
  const all = await rowsOf<Machine>(machines.calls.list.path)
  // Those that customers who joined have brought along have no file here.
  fleet = all.filter(({ machineID }) => !/^VFFS-2[456]/.test(machineID))
  const orders = await rowsOf<Order>(orderedMachines.calls.list.path)
  sold = []
  for (const order of orders) {
    const machine = fleet.find(({ id }) => id === order.machineId)
    if (machine === undefined || order.projectId === null) continue
    const project = succeeded<Project>(await staff.get(`/v1/estimator/projects/${order.projectId}`))
    const quotes = await staff.call('listQuoteLinks', { params: { id: order.projectId } })
    sold.push({ machine, order, project, quotes })
  }
})
afterAll(async () => await database.stop())

type Step = readonly [name: string, at: string | null | undefined]

/** What does not come after the step before it, in words. A day is its beginning. */
function disorder(steps: readonly Step[]): string[] {
  return steps.flatMap(([name, at], place) => {
    if (at === null || at === undefined) return [`${name} is missing`]
    const [before, earlier] = steps[place - 1] ?? []
    return earlier && Date.parse(earlier) >= Date.parse(at)
      ? [`${name} (${at}) is not after ${before} (${earlier})`]
      : []
  })
}

/** From the first word to the machine that runs. */
function stepsToCommissioning({ machine, order, project, quotes }: Sold): Step[] {
  const sentAt = quotes.events.findLast(({ kind }) => kind === 'sent')?.at
  return [
    ['the quote', project.createdAt],
    ['its sending', sentAt],
    ['the signature', quotes.acceptance?.acceptedAt],
    ['the order', order.createdAt],
    ['FAT', order.factoryTestDone],
    ['the delivery', order.deliveryDone],
    ['the installation', order.installationDone],
    ['SAT', order.siteTestDone],
    ['the training', order.trainingDone],
    ['now', new Date().toISOString()],
    ['the commissioning', machine.commissionedAt],
  ]
}

/** When what was ever done at a machine, or happened at it, happened. */
async function lifeOf({ machineID }: Machine): Promise<Step[]> {
  const params = { id: machineID }
  const { records } = await staff.call('machineService', { params })
  const { visits } = await staff.call('machineVisits', { params })
  const { items: alarms } = await staff.call('listAlarms', { query: { machineID, pageSize: '200' } })
  const now = Date.now()
  const query = { from: new Date(now - 5 * DAY_MS).toISOString(), to: new Date(now).toISOString() }
  const { stops } = await staff.call('machineStops', { params, query })
  return [
    ...records.map(({ doneAt, what }): Step => [what, doneAt]),
    ...visits.map(({ startsAt }): Step => ['a visit', startsAt]),
    ...alarms.map(({ startedAt }): Step => ['an alarm', startedAt]),
    ...stops.map(({ from }): Step => ['a stop', from]),
  ]
}

test('each machine with an order was quoted, signed for, tested, delivered and accepted in this order, and claimed between', () => {
  expect(sold).toHaveLength(14)
  const wrong = sold.flatMap((one) => {
    const steps = stepsToCommissioning(one)
    const claim: Step[] = [
      ['the delivery', one.order.deliveryDone],
      ['the claim', one.order.claimedAt],
      ['SAT', one.order.siteTestDone],
    ]
    const [commissioned] = steps.slice(-1)
    const found = [...disorder(steps.slice(0, -1)), ...disorder(claim)]
    if (commissioned?.[1] !== one.order.siteTestDone) found.push('it is not commissioned on the day of SAT')
    return found.map((fault) => `${one.machine.machineID}: ${fault}`)
  })
  expect(wrong).toEqual([])
})

test('nothing of a machine is before its time: tests, papers, promises, services, alarms and stops', async () => {
  const wrong: string[] = []
  const quotedOn = new Set<string | null>()
  for (const machine of fleet) {
    const { machineID, commissionedAt, warrantyEnd } = machine
    const params = { id: machineID }
    const [factory, site] = (await staff.call('machineAcceptanceTests', { params })).tests.toReversed()
    const { promises } = await staff.call('machinePromises', { params, query: { weeks: '4' } })
    const ofQuote = promises.find(({ source }) => source === 'quote')
    const { documents } = await staff.call('documentsOfMachine', { params, query: {} })
    const own = documents.filter(({ ofModel }) => !ofModel)
    quotedOn.add(ofQuote?.promisedOn ?? null)
    const fault = (text: string) => wrong.push(`${machineID}: ${text}`)
    const tests: Step[] = [
      ['the promise of the quote', ofQuote?.promisedOn],
      ['FAT', factory?.testedOn],
      ['SAT', site?.testedOn],
      ['the end of the warranty', warrantyEnd],
    ]
    disorder(tests).map(fault)
    if (factory?.kind !== 'factory' || site?.testedOn !== commissionedAt)
      fault('SAT is not on the day of the commissioning')
    for (const { title, validFrom } of own) {
      const isLate = validFrom === null || commissionedAt === null || validFrom > commissionedAt
      if (isLate || validFrom <= (factory?.testedOn ?? '')) fault(`${title} is valid from ${validFrom}`)
    }
    for (const { name, promisedOn } of promises) {
      if ((promisedOn ?? '') > (commissionedAt ?? '')) fault(`${name} was promised after the commissioning`)
    }
    for (const one of await lifeOf(machine)) disorder([['the commissioning', commissionedAt], one]).map(fault)
  }
  expect(wrong).toEqual([])
  expect(fleet).toHaveLength(24)
  // They have no day in common.
  expect(quotedOn.size).toBeGreaterThan(15)
})

test('a machine promises what its line of the quote does', async () => {
  for (const { machine, order, project } of sold) {
    const line = project.items.find(({ id }) => id === order.projectItemId)
    const { promises } = await staff.call('machinePromises', {
      params: { id: machine.machineID },
      query: { weeks: '4' },
    })
    const ofQuote = promises.find(({ source, kind }) => source === 'quote' && kind === 'speed')
    const figures = [ofQuote?.figure, machine.promisedSpeed]
    expect([machine.machineID, ...figures]).toEqual([machine.machineID, line?.promisedSpeed, line?.promisedSpeed])
    expect(ofQuote?.reference).toContain(project.number)
  }
})

test('licences are valid, and none is older than the first machine of its customer', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const found = await rowsOf<Row<typeof licences>>(licences.calls.list.path)
  expect(found).toHaveLength(2)
  for (const { customerId, validFrom, expiresAt, status } of found) {
    const days = fleet
      .filter((machine) => machine.customerId === customerId)
      .map(({ commissionedAt }) => commissionedAt)
    const first = days.filter((day) => day !== null).toSorted()[0]
    expect(status).toBe('valid')
    expect(
      disorder([
        ['the first machine', first],
        ['the licence', validFrom],
        ['today', today],
        ['its end', expiresAt],
      ]),
    ).toEqual([])
  }
})

test('one machine has its whole file, with the same figure in the quote, its criteria, its promises and the protocols that were signed', async () => {
  const one = sold.find(({ machine }) => machine.machineID === WHOLE)
  if (one === undefined) throw new Error(`${WHOLE} has no order.`)
  const { machine, order, project } = one
  const params = { id: WHOLE }
  const service = await staff.call('machineService', { params })
  const records = await rowsOf<Row<typeof serviceRecords>>(
    `${serviceRecords.calls.list.path}?machineId=${machine.id}&sort=doneAt`,
  )
  const { visits } = await staff.call('machineVisits', { params })
  const done = visits.filter(({ status }) => status === 'done').toReversed()
  expect(
    disorder([
      ...stepsToCommissioning(one).slice(0, 9),
      ...done.map(({ startsAt }, place): Step => [`service ${place + 1}`, startsAt]),
      ['now', new Date().toISOString()],
      ['the next service', service.nextDue],
    ]),
  ).toEqual([])
  expect(done).toHaveLength(2)

  const line = project.items.find(({ id }) => id === order.projectItemId)
  const speeds = (of: readonly { kind: string; figure: number }[]) =>
    of.filter(({ kind }) => kind === 'speed').map(({ figure }) => figure)
  const asked = project.commissioning.flatMap(({ criteria }) => criteria)
  const criteria = speeds(asked.filter((one) => one.line === line?.lineId))
  const { promises } = await staff.call('machinePromises', { params, query: { weeks: '4' } })
  const { figures } = await staff.call('orderedMachineTests', { params: { id: order.id } })
  const { tests } = await staff.call('machineAcceptanceTests', { params })
  const protocols = tests.flatMap(({ results }) => results.filter(({ name }) => name.startsWith('Speed')))
  const figure = line?.promisedSpeed ?? 0
  expect(figure).toBeGreaterThan(0)
  expect(criteria).toEqual([figure, figure])
  expect(speeds(promises)).toEqual([figure, figure])
  expect(speeds(figures)).toEqual([figure, figure])
  expect(protocols.map((result) => result.figure)).toEqual(Array(4).fill(figure))
  for (const { value } of protocols) expect(value).toBeGreaterThanOrEqual(figure)
  const signed = { name: 'Ingrid Solheim', isChanged: false }
  expect(tests.map(({ kind, accepted, signature }) => ({ kind, accepted, signature }))).toMatchObject([
    { kind: 'site', accepted: true, signature: signed },
    { kind: 'factory', accepted: true, signature: signed },
  ])

  expect(records).toHaveLength(4)
  for (const { id, checks, visitId } of records) {
    expect(done.map((visit) => visit.id)).toContain(visitId)
    expect(checks).toHaveLength(4)
    const { signatures } = await staff.call('serviceSignatures', { params: { id } })
    expect(signatures).toMatchObject([{ party: 'customer', ...signed }])
  }
  const used = records.flatMap(({ parts }) => parts.map(({ number }) => number))
  expect(used.toSorted()).toEqual(['JAW-H03B', 'KNF-S03A', 'KNF-T03A'])
  const lastOn = records.at(-1)?.doneAt.slice(0, 10)
  const interval = service.plans.find(({ trigger }) => trigger === 'calendar')?.interval ?? 0
  expect(service).toMatchObject({ lastService: lastOn, nextDue: dayAfter(lastOn ?? '', interval) })

  const parts = await rowsOf<Row<typeof machineParts>>(`/v1/machines/${machine.id}/parts`)
  expect(parts.find(({ validFrom }) => validFrom !== null)?.validFrom).toBe(lastOn)
  const fitted = await (await app.as('customer')).call('spareParts', { params, query: {} })
  expect(fitted.parts.filter(({ isFitted }) => isFitted).map(({ number }) => number)).toContain('JAW-H03B')
})

test('its customer goes from the machine to the quote with its options, and back', async () => {
  const customer = await app.as('customer')
  const { order } = await customer.call('machineOrigin', { params: { id: WHOLE } })
  expect(order).toMatchObject({
    options: ['Double reel holder', 'Gas flush with oxygen analyser', 'Metal detector'],
    quote: { title: 'Vertical bagger for fish fillets' },
  })
  expect(order?.serial).toMatch(/^\d{4}-\d{4}$/)
  const { items } = await customer.call('myQuotes')
  expect(items.map(({ id, state }) => [id, state])).toContainEqual([order?.quote?.projectId, 'accepted'])
  const { machines: brought } = await staff.call('listQuoteLinks', { params: { id: order?.quote?.projectId ?? '' } })
  expect(brought.map(({ machineID }) => machineID)).toEqual([WHOLE])
})

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
