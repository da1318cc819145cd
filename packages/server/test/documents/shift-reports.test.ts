import { oneClickUnsubscribe } from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newUnsubscribeToken } from '../../src/documents/schedules/unsubscribe-links.ts'
import { readDueShifts, readShiftReaders, writeDelivery } from '../../src/documents/shift-reports/due-shifts.queries.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Caller } from '../support/caller.ts'
import { makeDue } from '../support/periodic-jobs.ts'
import { expectProblem } from '../support/problem.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { SmtpServer } from '../support/smtp-server.ts'
import { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const ID = 'VFFS-2214'
const ZONE = 'Asia/Kolkata'
const JOB = 'Send reports of shifts'
const MINUTE_MS = 60_000
const path = `/v1/ignition/machines/${ID}/shift-reports`
const server = new SmtpServer()
let app: TestApp
let customer: Caller
let locationId = ''
let heron = ''

beforeAll(async () => {
  await server.start()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Packhouse <packhouse@nordfjell.example>' }
  app = await new TestApp(inject('databaseServer'), {
    environment: { ...mail, PUBLIC_URL: 'https://packhouse.example' },
  }).start()
  customer = await app.as('customer')
  const [machine] = await app.sql<{ location: string }>(
    'SELECT location_id AS location FROM machine WHERE machine_id = $1',
    [ID],
  )
  locationId = machine?.location ?? ''
  await app.sql('UPDATE location SET timezone = $1 WHERE id = $2', [ZONE, locationId])
  await app.sql('UPDATE machine SET location_id = NULL WHERE location_id = $1 AND machine_id <> $2', [locationId, ID])
  await app.sql(`UPDATE user_account SET language = 'de-AT' WHERE email LIKE 'customer@%'`)
  // It ran, and stopped for 20 minutes an hour ago.
  const now = Date.now()
  await (await app.device()).publishAll(
    ID,
    Array.from({ length: 200 }, (_, place) => 200 - place).map((ago) => ({
      lastSeen: new Date(now - ago * MINUTE_MS).toISOString(),
      totalCycles: (200 - ago) * 10,
      machineState: ago <= 60 && ago > 40 ? 'Stopped' : 'Execute',
    })),
  )
})

afterAll(async () => {
  await app?.stop()
  await server.stop()
})

const wallAt = (minutesAgo: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    Date.now() - minutesAgo * MINUTE_MS,
  )

const wallDay = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(at)

/** A shift of every day. @returns its id */
async function shift(name: string, startedAgo: number, endedAgo: number): Promise<string> {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const [made] = await app.sql<{ id: string }>(
    `INSERT INTO shift (location_id, name, starts_at, ends_at, ${days.join(', ')})
     VALUES ($1, $2, $3, $4, ${days.map(() => 'true').join(', ')}) RETURNING id`,
    [locationId, name, wallAt(startedAgo), wallAt(endedAgo)],
  )
  return made?.id ?? ''
}

/** Subscribes the callers, as if they had done so before the shift. */
async function subscribe(shiftIds: readonly string[], ...callers: Caller[]): Promise<void> {
  for (const caller of callers) {
    const answer = await caller.request(path, { method: 'PUT', body: { shiftIds } })
    expect(answer.status, answer.text).toBe(200)
  }
  await app.sql(`UPDATE shift_subscription SET since = now() - interval '2 days'`)
}

/** Runs the job once, to its end. */
async function run(): Promise<void> {
  const [before] = await app.sql<{ at: Date }>('SELECT now() AS at')
  await makeDue(app, JOB)
  await until('the job has run', async () => {
    const [job] = await app.sql<{ at: Date; lease: string | null }>(
      'SELECT last_success_at AS at, lease FROM periodic_job WHERE name = $1',
      [JOB],
    )
    return job?.lease === null && job.at.getTime() >= (before?.at.getTime() ?? 0)
  })
}

const mailsAbout = async (name: string) =>
  await app.sql<{ recipient: string; subject: string; body: string; html: string }>(
    'SELECT recipient, subject, body, html FROM mail WHERE subject LIKE $1 ORDER BY recipient',
    [`${name}%`],
  )

test('after a shift each of its readers gets one mail, in their language and by the clock of the site', async () => {
  const staff = await app.as('staff')
  const id = await shift('Heron shift', 140, 20)
  heron = id
  // The minute may have ended since.
  const [begins] = await app.sql<{ at: string }>(`SELECT starts_at AS at FROM shift WHERE id = $1`, [id])
  await app.sql(
    `INSERT INTO production_order (machine_key, number, product, target, planned_from, planned_to)
     SELECT key, 'PO-1', 'Coffee', 2400, now() - interval '140 minutes', now() + interval '100 minutes' FROM machine WHERE machine_id = $1`,
    [ID],
  )
  await subscribe([id], customer, staff)
  expect((await customer.call('machineShiftReports', { params: { id: ID } })).shifts).toMatchObject([
    { shiftId: id, name: 'Heron shift', isSubscribed: true },
  ])
  await run()
  const mails = await mailsAbout('Heron shift')
  expect(mails.map(({ recipient }) => recipient)).toEqual(['customer@packhouse.example', 'staff@packhouse.example'])
  const [german, english] = mails
  // Two hours: 1,200 cycles less those of the stop; the order goes on for two hours in which nothing is planned.
  expect(english?.body).toMatch(/Good: 1,\d\d\d of 2,400/)
  expect(english?.body).toContain('times of Asia/Kolkata')
  expect(english?.body).toMatch(/Longest stops: \d\d:\d\d, 20 min\w*, no reason yet/)
  expect(english?.body).toMatch(/OEE: .*quality is not measured/)
  expect(english?.body).not.toContain('Nothing heard')
  expect(german?.body).toMatch(/Gut: 1[.\s]\d\d\d von 2[.\s]400/)
  expect(german?.body).toContain(begins?.at)
  expect(german?.html).toContain('<h2')
  expect(german?.html).toContain(`/machines/${ID}?from=`)
  const sent = await until('the mail arrives', () =>
    server.received.find(({ to }) => to === 'customer@packhouse.example'),
  )
  expect(sent.data).toContain('multipart/alternative')
  expect(sent.data).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)

  // Another run, as of another node or after a restart, sends nothing again, even where the note that it is done was lost.
  await app.sql('DELETE FROM shift_report')
  await run()
  expect(await mailsAbout('Heron shift')).toHaveLength(2)
})

test('of several nodes that send the same report at once one does', async () => {
  // The job of the server itself is not due now.
  await app.sql('UPDATE periodic_job SET last_success_at = now() WHERE name = $1', [JOB])
  const id = await shift('Crane shift', 120, 90)
  await subscribe([heron, id], await app.as('staff'))
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    const due = (await readDueShifts(database.system)).find(({ shiftId }) => shiftId === id)
    if (due === undefined) throw new Error('The shift is not due.')
    const [reader] = await readShiftReaders(database.system, due)
    const written = await Promise.all(
      Array.from({ length: 6 }, () =>
        database.system
          .transaction()
          .execute((db) => writeDelivery(db, due, reader?.userId ?? '', newUnsubscribeToken().hash)),
      ),
    )
    expect(written.filter(Boolean)).toHaveLength(1)
    expect(await readShiftReaders(database.system, due)).toEqual([])
  } finally {
    await database.stop()
    await app.sql('DELETE FROM shift WHERE id = $1', [id])
  }
})

test('the link of a mail ends the subscription without signing in, and the audit says so', async () => {
  const data = server.received.find(({ to }) => to === 'customer@packhouse.example')?.data ?? ''
  const [, token = ''] = /List-Unsubscribe: <[^>]*token=(phu_[\w-]{43})>/.exec(data.replaceAll(/\r\n\s+/g, ' ')) ?? []
  const anyone = await app.as('other')
  const found = await anyone.call('findSubscription', { params: { token } })
  expect(found).toMatchObject({ kind: 'shift', name: 'Heron shift', isSubscribed: true })
  for (let times = 0; times < 2; times++) {
    const ended = await fetch(`${app.url}${oneClickUnsubscribe.path}?token=${token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(ended.status).toBe(200)
  }
  expect(await anyone.call('findSubscription', { params: { token } })).toMatchObject({ isSubscribed: false })
  expect((await customer.call('machineShiftReports', { params: { id: ID } })).shifts).toMatchObject([
    { isSubscribed: false },
  ])
  const audit = await app.sql<{ action: string }>(
    `SELECT action FROM audit_event WHERE resource = 'shift' AND action IN ('attach', 'unsubscribe') AND row_id = $1 ORDER BY id`,
    [heron],
  )
  // The first two of Heron, and that of its link.
  expect(audit.map(({ action }) => action)).toEqual(['attach', 'attach', 'unsubscribe'])
})

test('late records are waited for, and the mail names what was missing; not measured is not zero', async () => {
  const id = await shift('Egret shift', 200, 20)
  await subscribe([id], customer)
  await app.sql(`UPDATE machine SET location_id = $1 WHERE machine_id = 'PAL-0219'`, [locationId])
  await run()
  expect(await mailsAbout('Egret shift')).toEqual([])
  // As an hour later.
  await app.sql('UPDATE shift SET starts_at = $2, ends_at = $3 WHERE id = $1', [id, wallAt(150), wallAt(61)])
  await run()
  const [mail] = await mailsAbout('Egret shift')
  const [, section = ''] = /PAL-0219\n(.*?)\n\n/s.exec(mail?.body ?? '') ?? []
  expect(section).toContain('Gut: nicht gemessen')
  expect(section).toMatch(/Nichts empfangen: 1 \S+ 29 /)
  expect(section).not.toContain('OEE')
  expect(mail?.body).toContain('ihre Zahlen sind ohne das: PAL-0219.')
})

test('staff are mailed only machines that are shared, and read no stored mail with figures of others, wherever those are now', async () => {
  const id = await shift('Stork shift', 150, 70)
  const staff = await app.as('staff')
  await subscribe([id], customer, staff)
  await customer.call('decideSharing', { body: { machine_ids: [ID], purpose: 'support', shared: false } })
  await until('it is not shared', async () => (await staff.get(`/v1/ignition/machines/${ID}/shifts`)).status === 403)
  await run()
  const [own, ofStaff] = await mailsAbout('Stork shift')
  expect(own?.body).toContain(ID)
  expect(ofStaff?.body).not.toContain(ID)
  const ofCustomer = 'customer@packhouse.example'
  const readByStaff = async () => {
    const { items } = await staff.call('listMails', { query: { search: 'Stork' } })
    return items.map(({ recipient }) => recipient).sort()
  }
  // That to staff has no figure of it.
  expect(await readByStaff()).toEqual(['staff@packhouse.example'])
  await app.sql('UPDATE machine SET location_id = NULL WHERE machine_id = $1', [ID])
  expect(await readByStaff()).toEqual(['staff@packhouse.example'])
  // As mails of before, which name no machines.
  await app.sql(`UPDATE mail SET machine_keys = NULL, location_id = $1 WHERE subject LIKE 'Stork shift%'`, [locationId])
  expect(await readByStaff()).toEqual([])
  await app.sql('UPDATE machine SET location_id = $2 WHERE machine_id = $1', [ID, locationId])
  await customer.call('decideSharing', { body: { machine_ids: [ID], purpose: 'support', shared: true } })
  expect(await readByStaff()).toEqual([ofCustomer, 'staff@packhouse.example'])
  // A machine that was removed for good is nobody's to share.
  await app.sql(`UPDATE mail SET machine_keys = '{-1}' WHERE subject LIKE 'Stork shift%' AND recipient = $1`, [
    ofCustomer,
  ])
  expect(await readByStaff()).toEqual(['staff@packhouse.example'])
})

test('who gets the reports of a shift goes on with the one of its name that replaces it, until they want none', async () => {
  const [old, night, fresh] = [
    await shift('Plover shift', 150, 70),
    await shift('Plover night', 150, 70),
    await shift('PLOVER SHIFT', 150, 70),
  ]
  const daysAgo = (days: number) => wallDay(Date.now() - days * 24 * 60 * MINUTE_MS)
  await subscribe([old], customer)
  const begins = async (id: string, day: string) => app.sql('UPDATE shift SET first_day = $2 WHERE id = $1', [id, day])
  await begins(fresh, daysAgo(3))
  await begins(night, daysAgo(3))
  const choices = async () => {
    const { shifts } = await customer.call('machineShiftReports', { params: { id: ID } })
    return [old, night, fresh].map((id) => shifts.find(({ shiftId }) => shiftId === id)?.isSubscribed)
  }
  // As long as the one of before goes on, they are two.
  expect(await choices()).toEqual([true, false, false])
  await app.sql('UPDATE shift SET last_day = $2 WHERE id = $1', [old, daysAgo(4)])
  expect(await choices()).toEqual([undefined, false, true])
  await run()
  expect((await mailsAbout('PLOVER SHIFT')).map(({ recipient }) => recipient)).toEqual(['customer@packhouse.example'])
  expect(await mailsAbout('Plover')).toEqual([])
  await subscribe([], customer)
  expect(await choices()).toEqual([undefined, false, false])
  expect(await app.sql('SELECT FROM shift_subscription WHERE shift_id = ANY ($1)', [[old, fresh]])).toEqual([])
})

test('people choose shifts of machines that they see, and only so many get a report', async () => {
  expectProblem(await (await app.as('other')).get(path), 'not_found')
  const foreign = await customer.request(path, { method: 'PUT', body: { shiftIds: [crypto.randomUUID()] } })
  expectProblem(foreign, 'not_found')
  const id = await shift('Full shift', 200, 150)
  await app.sql(
    `WITH made AS (INSERT INTO user_account (email, first_name, last_name) SELECT 'reader-' || n || '@packhouse.example', 'A', 'B' FROM generate_series(1, 50) AS n RETURNING id)
     INSERT INTO shift_subscription (shift_id, user_id) SELECT $1, id FROM made`,
    [id],
  )
  expectProblem(await customer.request(path, { method: 'PUT', body: { shiftIds: [id] } }), 'not_usable')
})

test('shifts of random times lie where the clocks on the wall say, also when clocks change', async () => {
  const random = randomNumbers(seed)
  const changes = [
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Asia/Kolkata', '2026-10-25'],
  ] as const
  for (const [zone, date] of changes) {
    // Three shifts around the clock, that follow each other at random times of whole minutes.
    const cuts = Array.from({ length: 3 }, () => Math.floor(random() * 1_440)).sort((one, other) => one - other)
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const noon = Date.parse(`${date}T12:00:00Z`)
    const [since, until] = [new Date(noon - 36 * 60 * MINUTE_MS), new Date(noon + 36 * 60 * MINUTE_MS)]
    const rows: { from: number; to: number; day: string; start: string; end: string }[] = []
    for (const [place, cut] of cuts.entries()) {
      const [start, end] = [clock(cut), clock(cuts[(place + 1) % 3] ?? 0)]
      const found = await app.sql<{ day: string; from_at: Date; to_at: Date }>(
        `WITH made AS (SELECT jsonb_populate_record(NULL::shift, to_jsonb(s) || jsonb_build_object('starts_at', $2::text, 'ends_at', $3::text)) AS s
           FROM shift s WHERE id = $1)
         SELECT o.day::text, o.from_at, o.to_at FROM made, shift_times(made.s, $4, $5, $6) o`,
        [await anyShift(), start, end, zone, since, until],
      )
      rows.push(
        ...found.map(({ day, from_at, to_at }) => ({ day, start, end, from: from_at.getTime(), to: to_at.getTime() })),
      )
    }
    rows.sort((one, other) => one.from - other.from)
    // They cover the time without a gap and without an overlap, whatever the clocks do.
    for (const [place, row] of rows.entries()) {
      const next = rows[place + 1]
      if (next !== undefined && row.start !== row.end) expect([zone, row.to]).toEqual([zone, next.from])
    }
    // Every beginning is when the wall shows it, where the wall shows it at all.
    const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    for (const { day, start, from } of rows) {
      const shown: number[] = []
      for (let at = from - 180 * MINUTE_MS; at <= from + 180 * MINUTE_MS; at += MINUTE_MS)
        if (wall.format(at) === `${day} ${start}`) shown.push(at)
      if (shown.length > 0) expect(shown, `${zone} ${day} ${start}`).toContain(from)
    }
  }
})

async function anyShift(): Promise<string> {
  const [found] = await app.sql<{ id: string }>('SELECT id FROM shift LIMIT 1')
  return found?.id ?? ''
}
