import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { Database } from '../../src/platform/database.ts'
import {
  FinalFailure,
  type JobKind,
  type Outcome,
  type PeriodicJob,
  pauseAfter,
} from '../../src/platform/jobs/job-kind.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { type ClonedDatabase, cloneDatabase } from '../support/databases.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { until } from '../support/until.ts'

const payload = z.object({ name: z.string() })
type Payload = z.infer<typeof payload>

const clock = useMovableClock('running')
let cloned: ClonedDatabase
let database: Database
const started: Jobs[] = []

beforeAll(async () => {
  cloned = await cloneDatabase(inject('databaseServer'))
  database = new Database(cloned.url, createLog('silent'))
})

afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop()
})

afterAll(async () => {
  await database.stop()
  await cloned.drop()
})

/** A kind that no other test has. */
function kindOf(parts: Partial<JobKind<Payload>> & Pick<JobKind<Payload>, 'run'>): JobKind<Payload> {
  // No pause ends by itself within a test, however busy the machine is: what is tried again is made due.
  const backoff = { first: 3_600, factor: 3, longest: 20_000 }
  return { kind: randomUUID(), payload, attempts: 3, backoff, leaseSeconds: 3_600, atOnce: 5, ...parts }
}

/** A worker as another process would be: it shares nothing with the others but the database. */
async function worker(...jobs: (JobKind<Payload> | PeriodicJob)[]): Promise<Jobs> {
  const made = new Jobs({ db: database.system, log: createLog('silent'), lookMs: 20, periodicLookMs: 20 })
  started.push(made)
  await made.start(jobs)
  return made
}

async function queue(kind: JobKind<Payload>, ...names: string[]): Promise<void> {
  const jobs = new Jobs({ db: database.system, log: createLog('silent') })
  await database.system.transaction().execute(async (db) => {
    for (const name of names) await jobs.enqueue(db, kind, { name })
  })
}

interface Row {
  id: string
  state: string
  attempts: number
  reason: string | null
  lease: string | null
  pause: number | null
}

async function rowsOf({ kind }: JobKind<Payload>): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    `SELECT id, state, attempts, reason, lease, extract(epoch FROM next_attempt_at - now())::float8 AS pause
     FROM job WHERE kind = $1 ORDER BY number`,
    [kind],
  )
  return rows
}

async function rowThat(kind: JobKind<Payload>, wanted: string, is: (row: Row) => boolean): Promise<Row> {
  return await until(wanted, async () => (await rowsOf(kind)).find(is))
}

test('two workers run each job once, and a job that is done is gone', async () => {
  const ran: string[] = []
  const run = async ({ name }: Payload) => void ran.push(name)
  const kind = kindOf({ run })
  const names = Array.from({ length: 60 }, (_, number) => `job ${number}`)
  await queue(kind, ...names)
  await worker(kind)
  await worker(kind)
  await until('all are done', async () => (await rowsOf(kind)).length === 0)
  expect(ran.toSorted()).toEqual(names.toSorted())
})

test('a job is there with the transaction that queued it, and not without', async () => {
  const ran: string[] = []
  const kind = kindOf({ run: async ({ name }) => void ran.push(name) })
  const jobs = await worker(kind)
  const refused = database.system.transaction().execute(async (db) => {
    await jobs.enqueue(db, kind, { name: 'rolled back' })
    throw new Error('on purpose')
  })
  await expect(refused).rejects.toThrow('on purpose')
  await database.system.transaction().execute((db) => jobs.enqueue(db, kind, { name: 'committed' }))
  await until('the committed one', () => ran.length > 0)
  await until('it is done', async () => (await rowsOf(kind)).length === 0)
  expect(ran).toEqual(['committed'])
})

test('a job that fails is tried again after longer pauses, and is dead after its attempts with the reason', async () => {
  const outcomes: Outcome[] = []
  const kind = kindOf({
    run: async () => {
      throw new Error('no\u0000 way')
    },
    record: async (_db, _payload, outcome) => void outcomes.push(outcome),
  })
  expect([1, 2, 3, 9].map((tries) => pauseAfter(kind, tries))).toEqual([3_600, 10_800, 20_000, 20_000])
  await queue(kind, 'fails')
  await worker(kind)
  for (const attempts of [1, 2]) {
    const row = await rowThat(kind, `attempt ${attempts}`, (one) => one.attempts === attempts && one.lease === null)
    expect(row).toMatchObject({ state: 'waiting', reason: 'no  way' })
    expect(row.pause).toBeGreaterThan(pauseAfter(kind, attempts) - 3_000)
    expect(row.pause).toBeLessThanOrEqual(pauseAfter(kind, attempts))
    await database.pool.query('UPDATE job SET next_attempt_at = now() WHERE id = $1', [row.id])
  }
  const dead = await rowThat(kind, 'dead', ({ state }) => state === 'dead')
  expect(dead).toMatchObject({ attempts: 3, reason: 'no  way', pause: null, lease: null })
  expect(outcomes.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['waiting', 1],
    ['waiting', 2],
    ['dead', 3],
  ])
})

test('a failure that is final ends the attempts; a retry starts them from the beginning', async () => {
  const outcomes: string[] = []
  let works = false
  const kind = kindOf({
    run: async () => {
      if (!works) throw new FinalFailure('never')
    },
    record: async (_db, _payload, { state }) => void outcomes.push(state),
  })
  await queue(kind, 'final')
  const jobs = await worker(kind)
  const { id } = await rowThat(kind, 'dead', ({ state, attempts }) => state === 'dead' && attempts === 1)
  works = true
  const retried = await database.system.transaction().execute((db) => jobs.retry(db, id))
  expect(retried.state).toBe('changed')
  await until('it is done', async () => (await rowsOf(kind)).length === 0)
  expect(outcomes).toEqual(['dead', 'waiting', 'done'])
  expect((await database.system.transaction().execute((db) => jobs.discard(db, id))).state).toBe('missing')
})

test('a worker that is gone loses its jobs when the lease ends, and what it says of them later counts for nothing', async () => {
  const ran: string[] = []
  const end = Promise.withResolvers<void>()
  const id = randomUUID()
  const hung = kindOf({
    kind: id,
    leaseSeconds: 1,
    atOnce: 1,
    run: async () => {
      ran.push('the first worker')
      await end.promise
      throw new FinalFailure('too late')
    },
  })
  await queue(hung, 'taken over')
  const after = kindOf({ run: async () => undefined })
  const first = await worker(hung, after)
  await until('the first worker is at it', () => ran.length === 1)
  const second = Promise.withResolvers<void>()
  const kind = kindOf({
    kind: id,
    run: async () => {
      ran.push('the second worker')
      await second.promise
    },
  })
  await worker(kind)
  await until('the second worker is at it', () => ran.length === 2)
  end.resolve()
  // One after the other in the first worker: by then it has said what it had to say.
  await database.system.transaction().execute(async (db) => {
    for (const name of ['a', 'b', 'c']) await first.enqueue(db, after, { name }, 'one turn')
  })
  await until('the first worker goes on', async () => (await rowsOf(after)).length === 0)
  const [row] = await rowsOf(kind)
  expect(row).toMatchObject({ state: 'waiting', attempts: 2 })
  second.resolve()
  await until('it is done', async () => (await rowsOf(kind)).length === 0)
  expect(ran).toEqual(['the first worker', 'the second worker'])
})

test('a job that ends its process each time is dead after its attempts', async () => {
  let runs = 0
  const kind = kindOf({ run: async () => void runs++ })
  await queue(kind, 'deadly')
  await database.pool.query('UPDATE job SET attempts = 3, lease = $1 WHERE kind = $2', [randomUUID(), kind.kind])
  await worker(kind)
  const dead = await rowThat(kind, 'dead', ({ state }) => state === 'dead')
  expect(dead.reason).toBe('The product ended during the last attempt.')
  expect(runs).toBe(0)
})

test('what a stop interrupts does not count as an attempt and is due at once', async () => {
  const kind = kindOf({
    run: (_payload, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('interrupted')))),
  })
  await queue(kind, 'interrupted')
  const jobs = await worker(kind)
  await rowThat(kind, 'it runs', ({ lease }) => lease !== null)
  await jobs.stop()
  const [row] = await rowsOf(kind)
  expect(row).toMatchObject({ state: 'waiting', attempts: 0, lease: null, reason: null })
  expect(row?.pause).toBeLessThanOrEqual(0)
})

test('jobs of one turn run one after the other, in the order in which they were queued', async () => {
  const ran: string[] = []
  let fails = true
  const kind = kindOf({
    run: async ({ name }) => {
      if (name === 'first' && fails) throw new Error('not yet')
      ran.push(name)
    },
  })
  const jobs = await worker(kind)
  await database.system.transaction().execute(async (db) => {
    await jobs.enqueue(db, kind, { name: 'first' }, 'one turn')
    await jobs.enqueue(db, kind, { name: 'second' }, 'one turn')
    await jobs.enqueue(db, kind, { name: 'beside' }, 'another turn')
  })
  await rowThat(kind, 'the first has failed', ({ reason }) => reason !== null)
  // Gone, not only run: a job that still runs would be taken again when it is made due below.
  await until('the other turn is done', async () => (await rowsOf(kind)).length === 2)
  expect(ran).toEqual(['beside'])
  fails = false
  await database.pool.query('UPDATE job SET next_attempt_at = now() WHERE kind = $1', [kind.kind])
  await until('all are done', async () => (await rowsOf(kind)).length === 0)
  expect(ran).toEqual(['beside', 'first', 'second'])
})

test('turns keep their order across processes, failures, a stop and a process that is gone, and hold up no other turn', async () => {
  const random = randomNumbers(seed)
  const done: string[] = []
  const running = new Set<string>()
  const sideBySide: string[] = []
  const gone = Promise.withResolvers<void>()
  const turnOf = (name: string) => name.split(' ')[0] ?? ''
  const common = { kind: randomUUID(), attempts: 100, backoff: { first: 0.01, factor: 1, longest: 1 } }
  const kind = kindOf({
    ...common,
    run: async ({ name }) => {
      const turn = turnOf(name)
      if (running.has(turn)) sideBySide.push(name)
      running.add(turn)
      await new Promise(setImmediate)
      running.delete(turn)
      if (random() < 0.4) throw new Error('not yet')
      done.push(name)
    },
  })
  let lost: string | undefined
  const hanging = kindOf({
    ...common,
    atOnce: 1,
    run: async ({ name }) => {
      lost = name
      await gone.promise
    },
  })
  const turns = ['a', 'b', 'c', 'd', 'e']
  const namesOf = (turn: string) => Array.from({ length: 12 }, (_, number) => `${turn} ${number}`)
  const first = await worker(hanging)
  await database.system.transaction().execute(async (db) => {
    for (const number of namesOf('').keys())
      for (const turn of turns) await first.enqueue(db, kind, { name: `${turn} ${number}` }, turn)
  })
  try {
    await until('a process has one', () => lost)
    await worker(kind)
    const stopped = await worker(kind)
    await until('some are done', () => done.length > 10)
    await stopped.stop()
    const others = turns.filter((turn) => turn !== turnOf(lost ?? ''))
    await until('the other turns', () => others.every((turn) => done.includes(`${turn} 11`)))
    expect(done).not.toContain(lost)
    // Its lease ends.
    await database.pool.query(`UPDATE job SET next_attempt_at = now() WHERE kind = $1 AND payload ->> 'name' = $2`, [
      kind.kind,
      lost,
    ])
    await worker(kind)
    await until('all are done', async () => (await rowsOf(kind)).length === 0)
  } finally {
    gone.resolve()
  }
  expect(sideBySide).toEqual([])
  for (const turn of turns) expect(done.filter((name) => turnOf(name) === turn)).toEqual(namesOf(turn))
})

test('what waits for its turn is set aside and not looked at again, and runs at once when its turn has come', async () => {
  const ran: string[] = []
  const refused = new Set(['first', 'dead'])
  const kind = kindOf({
    attempts: 2,
    backoff: { first: 3_600, factor: 1, longest: 3_600 },
    run: async ({ name }) => {
      if (name === 'dead') throw new FinalFailure('never')
      if (refused.has(name)) throw new Error('not yet')
      ran.push(name)
    },
  })
  const jobs = await worker(kind)
  const put = (name: string, turn?: string) =>
    database.system.transaction().execute((db) => jobs.enqueue(db, kind, { name }, turn))
  const isGone = (name: string) => until(`${name} is done`, () => ran.includes(name))
  await put('first', 'one')
  const { id } = await rowThat(kind, 'the first has failed', ({ reason }) => reason !== null)
  await database.pool.query(
    `INSERT INTO job (kind, payload, turn) SELECT $1, jsonb_build_object('name', 'behind ' || n), 'one' FROM generate_series(1, 1200) n`,
    [kind.kind],
  )
  await put('free')
  await isGone('free')
  const isDue = ({ pause }: Row) => pause !== null && pause <= 0
  await until('nothing is due', async () => !(await rowsOf(kind)).some(isDue))
  const behind = (await rowsOf(kind)).filter(({ attempts }) => attempts === 0)
  expect(behind).toHaveLength(1_200)
  // Until the first one is due again.
  expect(Math.min(...behind.map(({ pause }) => pause ?? 0))).toBeGreaterThan(3_000)
  // Enough for what follows.
  await database.pool.query(
    `DELETE FROM job WHERE kind = $1 AND split_part(payload ->> 'name', ' ', 2)::int > 2 AND attempts = 0`,
    [kind.kind],
  )
  refused.clear()
  expect((await database.system.transaction().execute((db) => jobs.retry(db, id))).state).toBe('changed')
  jobs.wake()
  await until('the turn is done', async () => (await rowsOf(kind)).length === 0)
  expect(ran).toEqual(['free', 'first', 'behind 1', 'behind 2'])
  // One that is given up, and one that staff discard.
  refused.add('first')
  await put('dead', 'two')
  await put('first', 'two')
  await put('last', 'two')
  const next = await rowThat(kind, 'the next has failed', ({ reason }) => reason === 'not yet')
  await until('the last is set aside', async () => !(await rowsOf(kind)).some(isDue))
  expect(ran).not.toContain('last')
  expect((await database.system.transaction().execute((db) => jobs.discard(db, next.id))).state).toBe('changed')
  jobs.wake()
  await isGone('last')
})

test('a job that staff retry waits while a later one of its turn runs, to which it gave way', async () => {
  const ran: string[] = []
  const second = Promise.withResolvers<void>()
  let works = false
  const kind = kindOf({
    run: async ({ name }) => {
      if (name === 'first' && !works) throw new FinalFailure('never')
      ran.push(`${name} begins`)
      if (name === 'second') await second.promise
      ran.push(`${name} ends`)
    },
  })
  const jobs = await worker(kind)
  await database.system.transaction().execute(async (db) => {
    for (const name of ['first', 'second']) await jobs.enqueue(db, kind, { name }, 'one turn')
  })
  try {
    await until('the second runs', () => ran.length === 1)
    works = true
    const { id } = await rowThat(kind, 'the dead one', ({ state }) => state === 'dead')
    await database.system.transaction().execute((db) => jobs.retry(db, id))
    jobs.wake()
    await rowThat(kind, 'it is set aside', ({ lease, pause }) => lease === null && (pause ?? 0) > 0)
  } finally {
    second.resolve()
  }
  await until('both are done', async () => (await rowsOf(kind)).length === 0)
  expect(ran).toEqual(['second begins', 'second ends', 'first begins', 'first ends'])
})

test('an attempt is interrupted before its lease ends, so that it does not go on beside the next one', async () => {
  const kind = kindOf({
    leaseSeconds: 1,
    attempts: 1,
    // Nobody else takes it, however long it takes to store what became of it.
    atOnce: 1,
    run: (_payload, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('interrupted')))),
  })
  await queue(kind, 'slow')
  await worker(kind)
  const dead = await rowThat(kind, 'dead', ({ state }) => state === 'dead')
  expect(dead).toMatchObject({ attempts: 1, reason: 'The attempt took too long and was interrupted.' })
})

interface PeriodicRow {
  last_success_at: Date | null
  lease: string | null
  reason: string | null
  failures: number
  waits: boolean | null
}

async function periodicRow(name: string): Promise<PeriodicRow | undefined> {
  const { rows } = await database.pool.query<PeriodicRow>(
    'SELECT last_success_at, lease, reason, failures, retry_at > now() AS waits FROM periodic_job WHERE name = $1',
    [name],
  )
  return rows[0]
}

/** Processes that share a periodic job. Each also has its own job, which reports that it has looked. */
async function processesWith(job: PeriodicJob, ...runs: PeriodicJob['run'][]): Promise<{ look: () => Promise<void> }> {
  const looks = runs.map(() => 0)
  for (const [index, run] of runs.entries()) {
    const count = async () => {
      looks[index] = (looks[index] ?? 0) + 1
    }
    const own = { name: randomUUID(), everyMs: 1, run: count }
    await worker({ ...job, run }, own)
  }
  return {
    async look() {
      const before = [...looks]
      await until('every process has looked', () => looks.every((count, index) => count > (before[index] ?? 0) + 2))
    },
  }
}

const HOURLY = { everyMs: 3_600_000, run: async () => undefined }

test('a periodic job runs in one of several processes, and is due from its last success wherever it ran', async () => {
  const name = randomUUID()
  const ran: string[] = []
  const run = (process: string) => async () => void ran.push(process)
  const { look } = await processesWith({ ...HOURLY, name }, run('first'), run('second'))
  const success = await until('a success', async () => (await periodicRow(name))?.last_success_at ?? undefined)
  await look()
  expect(ran).toHaveLength(1)
  await database.pool.query(`UPDATE periodic_job SET last_success_at = now() - interval '61 min' WHERE name = $1`, [
    name,
  ])
  await until('the next run', () => ran.length === 2)
  await until('the next success', async () => ((await periodicRow(name))?.last_success_at ?? success) > success)
  await look()
  expect(ran).toHaveLength(2)
})

test('a lease reserves a periodic job against other processes until it ends with the process that had it', async () => {
  const name = randomUUID()
  const ran: string[] = []
  const end = Promise.withResolvers<void>()
  const gone = async () => {
    ran.push('gone')
    await end.promise
    throw new Error('too late')
  }
  const first = await worker({ ...HOURLY, name, run: gone })
  await until('the first runs', () => ran.length === 1)
  const { look } = await processesWith({ ...HOURLY, name }, async () => void ran.push('other'))
  await look()
  expect(ran).toEqual(['gone'])
  const lease = (await periodicRow(name))?.lease
  // Until it is taken: the first renews it now and then.
  await until('the other takes it over', async () => {
    await database.pool.query('UPDATE periodic_job SET leased_until = now() WHERE name = $1 AND lease = $2', [
      name,
      lease,
    ])
    return ran.includes('other')
  })
  await until('its success', async () => (await periodicRow(name))?.last_success_at ?? undefined)
  end.resolve()
  await first.stop()
  expect(await periodicRow(name)).toMatchObject({ lease: null, reason: null, failures: 0 })
  expect(ran).toEqual(['gone', 'other'])
})

test('a periodic job that is wanted at the start runs once more for each start', async () => {
  const name = randomUUID()
  let runs = 0
  const job = { ...HOURLY, name, atStart: true as const, run: async () => void runs++ }
  for (const start of [1, 2]) {
    const jobs = await worker(job)
    await until(`run ${start}`, () => runs === start)
    await until('it is stored', async () => (await periodicRow(name))?.lease === null)
    await jobs.stop()
  }
  const { look } = await processesWith({ ...HOURLY, name }, job.run)
  await look()
  expect(runs).toBe(2)
})

test('a wish for a periodic job that comes while it runs is met by one run more', async () => {
  const name = randomUUID()
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  await worker({ ...HOURLY, name, run: () => ends[runs++]?.promise ?? Promise.resolve() })
  await until('the first run', () => runs === 1)
  await database.pool.query('UPDATE periodic_job SET is_wanted = true WHERE name = $1', [name])
  ends[0]?.resolve()
  await until('the second run', () => runs === 2)
  ends[1]?.resolve()
  await until('its end', async () => (await periodicRow(name))?.lease === null)
  const { look } = await processesWith({ ...HOURLY, name }, async () => void runs++)
  await look()
  expect(runs).toBe(2)
})

test('a periodic job that fails says why, waits, and is well again after a success', async () => {
  const name = randomUUID()
  let works = false
  const run = async () => {
    if (!works) throw new Error('not today')
  }
  await worker({ ...HOURLY, name, run })
  const failed = await until('the failure', async () => {
    const row = await periodicRow(name)
    return row?.failures === 1 && row
  })
  expect(failed).toMatchObject({ last_success_at: null, lease: null, reason: 'not today', waits: true })
  works = true
  await database.pool.query('UPDATE periodic_job SET retry_at = now() WHERE name = $1', [name])
  await until('the success', async () => (await periodicRow(name))?.last_success_at ?? undefined)
  expect(await periodicRow(name)).toMatchObject({ failures: 0, reason: null, waits: null })
})

test('a periodic job that waits after the start runs when its wait is over', async () => {
  const name = randomUUID()
  const ran: string[] = []
  const waits = { ...HOURLY, name, afterStartMs: 3_600_000 }
  const { look } = await processesWith(waits, async () => void ran.push('it'))
  await look()
  await clock.jump(1_800_000)
  await look()
  expect(ran).toEqual([])
  await clock.jump(1_800_000)
  await until('its run', () => ran.length === 1)
})
