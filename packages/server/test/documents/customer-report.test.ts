import type { CustomerReportData } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { absentFrom, readsPdfText } from '../support/pdf-text.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MINUTE_MS = 60_000
const ID = 'VFFS-2214'
const app = useTestApp()
const MONTH = new Date().toISOString().slice(0, 7)
const SOURCE = `#let d = json("data.json")
#set document(title: d.document.title, keywords: (json.encode(d, pretty: false),))
#set text(lang: "en")
= #d.customer`
let staff: Caller
let customer: Caller
let own = ''
let foreign = ''
let templateId = ''

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  const device = await app.device()
  const since = Math.max(Date.now() - 30 * MINUTE_MS, Date.parse(`${MONTH}-01T00:00:00Z`))
  const at = (share: number) => new Date(since + share * (Date.now() - since)).toISOString()
  await device.publishAll(ID, [
    { lastSeen: at(0), totalCycles: 100, machineState: 'Execute' },
    { lastSeen: at(0.5), totalCycles: 300, machineState: 'Stopped' },
    { lastSeen: at(1), totalCycles: 300, machineState: 'Execute' },
  ])
  const rows = await app.sql<{ customer_id: string; is_own: boolean }>(
    `SELECT DISTINCT customer_id, customer_id = (SELECT customer_id FROM machine WHERE machine_id = '${ID}') AS is_own
     FROM machine WHERE customer_id IS NOT NULL`,
  )
  own = rows.find(({ is_own }) => is_own)?.customer_id ?? ''
  foreign = rows.find(({ is_own }) => !is_own)?.customer_id ?? ''
  const draft = { type: 'customerReport', name: 'Data', locale: 'en', source: SOURCE }
  const { id, rowVersion } = (await staff.post('/v1/pdf-templates', draft)).body as { id: string; rowVersion: number }
  await staff.post(`/v1/pdf-templates/${id}/publish`, { rowVersion })
  templateId = id
})

const generate = (id: string, caller: Caller, body: object = {}) =>
  caller.post('/v1/pdf/generate', { type: 'customerReport', id, parameters: { month: MONTH }, ...body })

test('A report of a customer has the machines of the customer alone, with the figures of the calls', async () => {
  const answer = await generate(own, staff, { type: undefined, templateId })
  const [, keywords = ''] = /<pdf:Keywords>(.*?)<\/pdf:Keywords>/s.exec(answer.text) ?? []
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  const data: CustomerReportData = JSON.parse(keywords.replaceAll(/&(\w+);/g, (_, name: string) => named[name] ?? ''))
  const machines = await app.sql<{ machine_id: string }>(
    `SELECT machine_id FROM machine WHERE customer_id = '${own}' AND deleted_at IS NULL ORDER BY machine_id COLLATE "C"`,
  )
  expect(data.machines.map(({ machineID }) => machineID)).toEqual(machines.map(({ machine_id }) => machine_id))
  const query = { from: `${MONTH}-01T00:00:00Z`, to: new Date().toISOString() }
  const oee = await staff.call('machineOee', { params: { id: ID }, query })
  const section = data.machines.find(({ machineID }) => machineID === ID)
  expect(section?.oee.cycles).toBe(String(oee.cycles))
  expect(oee.cycles).toBe(200)
  expect(data.overview.figures[0]).toEqual({ name: 'Cycles', value: '200', trend: null })
  expect(data.overview.cycles.bars).not.toEqual([])
  const { stops } = await staff.call('machineStops', { params: { id: ID }, query })
  expect(section?.stopCount).toBe(String(stops.length))
  const silent = data.machines.find(({ oee: { utilization } }) => utilization === '–')
  const { note, ...figures } = silent?.oee ?? { note: undefined }
  expect(new Set(Object.values(figures))).toEqual(new Set(['–']))
  expect(note).toBeNull()
})

test.runIf(readsPdfText)('Its text has the figures of the calls for each machine', async () => {
  const machines = await app.sql<{ id: string }>(
    `SELECT machine_id AS id FROM machine WHERE customer_id = '${own}' AND deleted_at IS NULL`,
  )
  const { bytes } = await generate(own, staff, { timeZone: 'UTC' })
  const query = { from: `${MONTH}-01T00:00:00Z`, to: new Date().toISOString() }
  const number = new Intl.NumberFormat('en-GB')
  const figures: string[] = []
  for (const { id } of machines) {
    const { reasons, cycles, goodCycles, rejects, quality } = await staff.call('machineOee', { params: { id }, query })
    const { stops } = await staff.call('machineStops', { params: { id }, query })
    const { items, total } = await staff.call('listAlarms', { query: { machineID: id, ...query, pageSize: '5' } })
    figures.push(id, ...(cycles > 0 ? [cycles, goodCycles, rejects].map((count) => number.format(count)) : []))
    if (quality !== null)
      figures.push(new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 }).format(quality))
    figures.push(...reasons.slice(0, 5).map(({ name }) => name), ...items.map(({ code }) => code))
    figures.push(`Alarms (${number.format(total)})`, `Stops (${number.format(stops.length)})`)
  }
  expect(machines).not.toEqual([])
  expect(figures).toContain('200')
  expect(absentFrom(bytes, figures)).toEqual([])
})

test('A customer has the report of the own company, in German too, and no other', async () => {
  for (const [locale, title] of [
    ['en', 'Report of '],
    ['de', 'Bericht f'],
  ] as const) {
    const answer = await generate(own, customer, { locale, timeZone: 'Europe/Oslo' })
    expect([answer.status, answer.text.includes('/StructTreeRoot')]).toEqual([200, true])
    expect(answer.text).toContain(title)
  }
  expectProblem(await generate(foreign, customer), 'not_found')
  expectProblem(await generate('nothing', staff), 'not_found')
  expectProblem(await generate(own, await app.as('other')), 'not_found')
})

test('Without a month it is of the last one; one that is to come is refused', async () => {
  expect((await generate(own, staff, { parameters: {} })).headers['content-disposition']).not.toContain(MONTH)
  expectProblem(await generate(own, staff, { parameters: { month: '2099-01' } }), 'invalid_request')
  expectProblem(await generate(own, staff, { parameters: { month: '2026-13' } }), 'invalid_request')
})
