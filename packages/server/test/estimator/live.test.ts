import { permissionDescriptions } from '@packhouse/contract'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type HeldProject, makeProject, succeeded } from './estimator-rows.ts'
import { ProjectStreamReader } from './project-stream-reader.ts'

const COST = '7351.31'
const STREAMS = 4

const app = useTestApp({ environment: { STREAMS_PER_USER: String(STREAMS) } })
const maker = new Maker(app)
let staff: Caller
let seller: Caller
let held: HeldProject
let open: ProjectStreamReader[]

beforeAll(async () => {
  staff = await app.as('staff')
  seller = await maker.account(Object.keys(permissionDescriptions))
})

beforeEach(async () => {
  held = await makeProject(staff)
  open = []
})

afterEach(async () => {
  for (const stream of open) stream.close()
  await until('no stream', async () => (await app.sql('SELECT FROM project_viewer')).length === 0)
})

async function watch(caller = staff, id = held.id): Promise<ProjectStreamReader> {
  const stream = await ProjectStreamReader.open(app.port, caller, id)
  open.push(stream)
  return stream
}

async function takeOver(): Promise<void> {
  const body = { session: crypto.randomUUID(), reason: 'Ill' }
  await seller.call('forceLock', { params: { id: held.id }, body })
}

describe('the stream of a project', () => {
  test('begins with who edits it, that all is to be read, and who has it open', async () => {
    const { user } = await staff.call('me')
    const { events } = await watch()
    expect(events.map((event) => Object.keys(event).join())).toEqual(['lock', 'changed', 'people'])
    expect(events[0]?.lock).toMatchObject({ isMine: true, editor: { userId: user.id } })
    expect(events[1]?.changed).toEqual({ rowVersion: held.project.rowVersion, kinds: null })
  })

  test('tells the holder of a take-over, and says to each reader whether it is theirs', async () => {
    const [holder, other] = [await watch(), await watch(seller)]
    const told = Promise.all([
      holder.next('the new holder', ({ lock }) => lock?.isMine === false),
      other.next('the new holder', ({ lock }) => lock?.isMine === true),
    ])
    await takeOver()
    const [{ lock }] = await told
    expect(lock?.editor?.userId).toBe((await seller.call('me')).user.id)
  })

  test('tells who has the project open, and who has left', async () => {
    const stream = await watch()
    const count = (wanted: number) => stream.next(`${wanted} people`, ({ people }) => people?.length === wanted)
    const came = count(2)
    const other = await watch(seller)
    await came
    const left = count(1)
    other.close()
    await left
  })

  test('tells what kinds of rows have changed and nothing of what they hold', async () => {
    const stream = await watch(seller)
    const lines = stream.next('a line', ({ changed }) => changed?.kinds?.includes('projectItem') === true)
    await held.item({ unitCost: COST, description: 'Hidden' })
    await lines
    const itself = stream.next('the project', ({ changed }) => changed?.kinds?.includes('project') === true)
    const { rowVersion } = await held.read()
    succeeded(await held.send('PUT', `projects/${held.id}`, { rowVersion, title: 'Hidden too' }))
    expect((await itself).changed?.rowVersion).toBeGreaterThan(rowVersion)
    expect(JSON.stringify(stream.events)).not.toMatch(/7351\.31|Hidden/)
  })

  test('of one project has nothing of another', async () => {
    const stream = await watch()
    const other = await makeProject(staff)
    await other.item()
    const { length } = stream.events
    const own = stream.next('a line', ({ changed }) => changed?.kinds?.includes('projectItem') === true)
    await held.item()
    await own
    const between = stream.events.slice(length).flatMap(({ changed }) => changed?.kinds ?? [])
    expect(new Set(between)).toEqual(new Set(['projectItem', 'project']))
  })

  test('hears what happens by another connection of the database', async () => {
    const stream = await watch()
    const heard = stream.next('a free project', ({ lock }) => lock?.editor === null)
    await app.sql('UPDATE project_lock SET expires_at = clock_timestamp() WHERE project_id = $1', [held.id])
    await heard
  })

  test('tells when a lock ends that nobody renews', async () => {
    const stream = await watch()
    const soon = `clock_timestamp() + interval '300 ms'`
    const ended = stream.next('a free project', ({ lock }) => lock?.editor === null)
    await app.sql(`UPDATE project_lock SET expires_at = ${soon} WHERE project_id = $1`, [held.id])
    await ended
  })

  test('says to read everything again after its connection to the database was lost', async () => {
    const stream = await watch()
    const again = stream.next('to read again', ({ changed }) => changed?.kinds === null)
    const killed = await app.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND (query LIKE 'LISTEN %' OR query = 'SELECT 1') AND pid <> pg_backend_pid()`)
    expect(killed).not.toEqual([])
    await again
    const heard = stream.next('the new holder', ({ lock }) => lock?.isMine === false)
    await takeOver()
    await heard
  })

  test('ends when the project is deleted', async () => {
    const stream = await watch()
    await held.send('DELETE', `projects/${held.id}`)
    await until('the end', () => stream.ended)
  })

  test('ends when a right is taken away', async () => {
    const reader = await maker.account(['project.read'])
    const stream = await watch(reader)
    const { user } = await reader.call('me')
    await app.sql('DELETE FROM user_role WHERE user_id = $1', [user.id])
    await until('the end', () => stream.ended)
    expectProblem(await reader.get(`/v1/estimator/projects/${held.id}/stream`), 'permission_missing')
  })

  test('is one of a bounded number of each person', async () => {
    for (let count = 0; count < STREAMS; count += 1) await watch()
    expectProblem(await staff.get(`/v1/estimator/projects/${held.id}/stream`), 'too_many_requests')
  })
})

test('every part that the edit lock is held against tells of its changes', async () => {
  const silent = await app.sql(`SELECT tgrelid::regclass::text AS part FROM pg_trigger t WHERE tgname = 'fence_insert'
    AND (SELECT count(*) FROM pg_trigger o WHERE o.tgrelid = t.tgrelid AND tgname IN ('tell_insert', 'tell_update', 'tell_delete')) < 3`)
  expect(silent).toEqual([])
})
