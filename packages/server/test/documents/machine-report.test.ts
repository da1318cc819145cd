import type { MachineReportData } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { ServiceRows } from '../service/service-rows.ts'
import type { Caller } from '../support/caller.ts'
import { absentFrom, readsPdfText } from '../support/pdf-text.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ID = 'VFFS-2214'
const app = useTestApp()
/** Start of a whole hour, five hours ago. */
const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 5 * HOUR_MS
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
/** Cuts minutes at both ends. */
const span = {
  from: new Date(start - 600_500).toISOString(),
  to: new Date(start + 100 * 60_000 + 30_250).toISOString(),
}
const params = { id: ID }
let staff: Caller
let customer: Caller

/** What a template gets, as a keyword of the document: XMP has it as plain text. */
const SOURCE = `#let d = json("data.json")
#set document(title: d.document.title, keywords: (json.encode(d, pretty: false),))
#set text(lang: "en")
= #d.machineID`

/** Runs until :60, is stopped with a fault in between until :90, runs again. */
function stateAt(minute: number): string {
  if (minute < 60 || minute >= 90) return 'Execute'
  return minute >= 70 && minute < 75 ? 'Aborted' : 'Stopped'
}

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  const device = await app.device()
  await device.publishAll(
    ID,
    Array.from({ length: 150 }, (_, minute) => ({
      lastSeen: at(minute),
      totalCycles: 30 * Math.min(minute, 60) + (minute > 90 ? 20 * (minute - 90) : 0),
      totalRejects: 3 * Math.min(minute, 60),
      temperature: 20 + (minute % 7),
      machineState: stateAt(minute),
    })),
  )
  await app.sql(`INSERT INTO alarm (id, machine_key, code, severity, message, started_at, raised_at, cleared_at, clear_reason, told)
    SELECT uuidv7(), key, 'A' || n, 'minor', 'Warm', '${at(0)}'::timestamptz + make_interval(mins => n),
      '${at(0)}'::timestamptz + make_interval(mins => n), '${at(2)}'::timestamptz + make_interval(mins => n), 'condition', false
    FROM machine, generate_series(-3, 42) n WHERE machine_id = '${ID}' AND n NOT BETWEEN 10 AND 12`)
  const { reasons, version } = await staff.call('machineStops', { params, query: span })
  const [reason] = reasons.filter(({ code }) => code === 'FAULT-MECH')
  const change = { from: at(60), to: at(80), reasonId: reason?.id, note: 'Jaw stuck' }
  const path = `/v1/ignition/machines/${ID}/stops`
  expect((await staff.request(path, { method: 'PUT', body: { version, changes: [change] } })).status).toBe(200)
})

let templateId = ''

const generate = (parameters: object, caller = staff, more: object = {}) =>
  caller.post('/v1/pdf/generate', { type: 'machineReport', id: ID, parameters, ...more })

/** What the template of a report gets. */
async function dataOf(parameters: object, more: object = {}): Promise<MachineReportData> {
  const answer = await generate(parameters, staff, { type: undefined, templateId, ...more })
  expect(answer.status).toBe(200)
  const [, keywords = ''] = /<pdf:Keywords>(.*?)<\/pdf:Keywords>/s.exec(answer.text) ?? []
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return JSON.parse(keywords.replaceAll(/&(\w+);/g, (_, name: string) => named[name] ?? ''))
}

/** `1:02:03` in ms. */
function msOf(written: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = written.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

/** `1:02:03` */
function timeOf(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(seconds / 60)}:${two(seconds)}`
}

const percent = (share: number | null) =>
  share === null ? '–' : new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 }).format(share)
const count = (value: number) => new Intl.NumberFormat('en-GB').format(value)

beforeAll(async () => {
  const draft = { type: 'machineReport', name: 'Data', locale: 'en', source: SOURCE }
  const made = (await staff.post('/v1/pdf-templates', draft)).body as { id: string; rowVersion: number }
  templateId = made.id
  const { rowVersion } = made
  expect((await staff.post(`/v1/pdf-templates/${templateId}/publish`, { rowVersion })).status).toBe(200)
})

describe('the figures of a report', () => {
  test('are those of the calls: OEE with parts that add up, and reasons', async () => {
    const data = await dataOf(span)
    const oee = await staff.call('machineOee', { params, query: span })
    expect(data.oee).toMatchObject({
      oee: percent(oee.oee),
      availability: percent(oee.availability),
      performance: percent(oee.performance),
      quality: percent(oee.quality),
      utilization: percent(oee.utilization),
      cycles: count(oee.cycles),
      good: count(oee.goodCycles),
      rejects: count(oee.rejects),
    })
    expect(oee.cycles).toBeGreaterThan(1_000)
    for (const { name, time, share } of data.buckets) {
      expect(Math.abs(msOf(time) - oee.buckets[name])).toBeLessThanOrEqual(1_000)
      expect(share).toBe(percent(oee.buckets[name] / oee.lengthMs))
    }
    expect(data.buckets.reduce((sum, { time }) => sum + msOf(time), 0)).toBe(msOf(data.total))
    expect(msOf(data.total)).toBe(Math.round(oee.lengthMs / 1_000) * 1_000)
    expect(data.reasons.map(({ name, time }) => [name, msOf(time)])).toEqual(
      oee.reasons.map(({ name, lengthMs }) => [name, lengthMs]),
    )
    expect(data.reasons).toHaveLength(1)
  })

  test('are those of the calls: stops, states, temperature and service', async () => {
    const data = await dataOf(span)
    const { stops } = await staff.call('machineStops', { params, query: span })
    expect(data.stops.map(({ time }) => msOf(time))).toEqual(
      stops.map(({ from, to }) => Date.parse(to) - Date.parse(from)),
    )
    expect(data.stops).toMatchObject([{ reason: expect.stringContaining('echanical'), note: 'Jaw stuck' }])
    const { totals } = await staff.call('machineStates', { params, query: span })
    const shares = [totals.runningMs, totals.idleMs, totals.stoppedMs, totals.faultedMs, totals.unknownMs]
    const length = Date.parse(span.to) - Date.parse(span.from)
    expect(data.states.totals.map(({ share }) => share)).toEqual(shares.map((ms) => percent(ms / length)))
    const area = Object.groupBy(data.states.parts, ({ state }) => state)
    const running = (area.Running ?? []).reduce((sum, { width, height }) => sum + width * height, 0)
    expect(running).toBeCloseTo(totals.runningMs / length, 2)
    expect(data.temperature).toBe('20.0 to 26.0 °C')
    const { plans } = await staff.call('machineService', { params })
    expect(data.plans.map(({ name }) => name)).toEqual(plans.map(({ name }) => name))
  })

  test('are those of the calls: bars that add up to the cycles, and alarms of the window', async () => {
    const data = await dataOf(span)
    const { cycles } = await staff.call('machineOee', { params, query: span })
    expect(data.cycles.alt).toContain(`${count(cycles)} in total`)
    const most = Number(data.cycles.most?.replaceAll(',', ''))
    const sum = data.cycles.bars.reduce((all, { height }) => all + height * most, 0)
    expect(Math.abs(sum - cycles)).toBeLessThan(5)
    const { items, total } = await staff.call('listAlarms', { query: { machineID: ID, ...span, pageSize: '200' } })
    expect(total).toBe(43)
    expect(data.alarmCount).toBe(count(total))
    expect(data.alarms.map(({ code }) => code)).toEqual(items.slice(0, 40).map(({ code }) => code))
    expect(data.alarms[0]).toMatchObject({ severity: 'Minor', lasted: '2 mins', message: 'Warm' })
    expect(data.moreAlarms).toBe('The first 40 are listed; 3 more are not.')
  })

  test('of a window in which nothing was heard are dashes, not zeros', async () => {
    const data = await dataOf({ from: at(-3_000), to: at(-2_000) })
    const { note, ...figures } = data.oee
    expect(new Set(Object.values(figures))).toEqual(new Set(['–']))
    expect(note).toBeNull()
    const known = data.buckets.filter(({ name }) => name !== 'unknownMs')
    expect(new Set(known.flatMap(({ time, share }) => [time, share]))).toEqual(new Set(['–']))
    expect(data).toMatchObject({ temperature: null, cycles: { bars: [], most: null } })
  })

  test('of a year are bounded, and cycles are by day', async () => {
    const year = { from: new Date(Date.now() - 399 * DAY_MS).toISOString(), to: new Date().toISOString() }
    const data = await dataOf(year)
    expect(data.cycles.title).toBe('Cycles per day')
    expect(data.states.parts.length).toBeLessThan(2_500)
    expect(data.cycles.ticks.length).toBeLessThan(10)
    expect(data.temperature).toMatch(/^Daily means from 2\d\.\d to 2\d\.\d °C$/)
  })
})

describe('the report', () => {
  test.runIf(readsPdfText)('has every figure of the calls for the same machine and window in its text', async () => {
    const rows = new ServiceRows(app, () => staff)
    await rows.done(ID, await rows.plan(ID, 'calendar', 30), at(-5_000))
    const [oee, { stops, reasons }, { totals }, { items: alarms, total }, service] = await Promise.all([
      staff.call('machineOee', { params, query: span }),
      staff.call('machineStops', { params, query: span }),
      staff.call('machineStates', { params, query: span }),
      staff.call('listAlarms', { query: { machineID: ID, ...span, pageSize: '40' } }),
      staff.call('machineService', { params }),
    ])
    const format = (options: Intl.DateTimeFormatOptions) => (moment: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: oee.timeZone, ...options }).format(new Date(moment))
    const moment = format({ dateStyle: 'medium', timeStyle: 'short' })
    const day = format({ dateStyle: 'long', timeZone: 'UTC' })
    const lists = {
      oee: [oee.oee, oee.availability, oee.performance, oee.quality, oee.utilization].map(percent),
      counts: [oee.cycles, oee.goodCycles, oee.rejects].map(count),
      planned: [timeOf(oee.plannedProductionMs), timeOf(oee.lengthMs)],
      lost: Object.values(oee.buckets).map((ms) => percent(ms / oee.lengthMs)),
      reasons: oee.reasons.flatMap(({ name, lengthMs }) => [name, timeOf(lengthMs), percent(lengthMs / oee.lengthMs)]),
      states: Object.values(totals).map((ms) => percent(ms / oee.lengthMs)),
      stops: stops.flatMap(({ from, to, parts }) => [
        moment(from),
        timeOf(Date.parse(to) - Date.parse(from)),
        ...parts.flatMap(({ reasonId, note }) => [
          reasons.find(({ id }) => id === reasonId)?.name ?? '–',
          ...(note === null ? [] : [note]),
        ]),
      ]),
      alarms: [count(total), ...alarms.flatMap(({ code, message, startedAt }) => [code, message, moment(startedAt)])],
      service: [
        ...service.plans.flatMap(({ name, nextDue }) => [name, nextDue === null ? '–' : day(nextDue)]),
        ...service.records.flatMap(({ what, doneBy, doneAt }) => [what, doneBy ?? '–', moment(doneAt)]),
      ],
    }
    for (const [name, list] of Object.entries(lists)) expect(list, name).not.toEqual([])
    const pdf = (await generate(span)).bytes
    expect(absentFrom(pdf, Object.values(lists).flat())).toEqual([])
    // One of another window is another.
    expect(absentFrom(pdf, [count(oee.cycles + 1), timeOf(oee.lengthMs + 1_000)])).toHaveLength(2)
  })

  test('is a tagged PDF, also for the customer of the machine, in the language asked for', async () => {
    for (const locale of ['en', 'de']) {
      const answer = await generate({ ...span, title: 'Night shift' }, customer, { locale })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(answer.text).toContain('/StructTreeRoot')
      expect(answer.text).toContain('Night shift: VFFS-2214')
      expect(Number(/\/Count (\d+)/.exec(answer.text)?.[1])).toBeGreaterThanOrEqual(1)
    }
  })

  test('of a foreign machine is not found', async () => {
    expectProblem(await generate(span, customer, { id: 'FLW-1204' }), 'not_found')
  })

  test('needs a window that goes forward, of at most 400 days, and not in the future', async () => {
    const later = new Date(Date.now() + HOUR_MS).toISOString()
    for (const parameters of [
      { from: span.to, to: span.from },
      { from: span.from, to: span.from },
      { from: new Date(start - 401 * DAY_MS).toISOString(), to: span.to },
      { from: span.from, to: later },
      { from: span.from },
      { ...span, more: 1 },
    ]) {
      expectProblem(await generate(parameters), 'invalid_request')
    }
  })
})
