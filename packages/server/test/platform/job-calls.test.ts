import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { makeInvited } from '../support/mailbox.ts'
import { TestApp } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

type State = 'waiting' | 'running' | 'dead'

/** A job of a kind without a handler. @returns its id */
async function makeJob(state: State): Promise<string> {
  const [made] = await app.sql<{ id: string }>(
    `INSERT INTO job (kind, payload, state, attempts, reason, next_attempt_at, lease)
     VALUES ('of-a-test', '{"name": "a secret of mine"}', $1, 3, 'It said no.', $2::timestamptz, $3) RETURNING id`,
    [
      state === 'dead' ? 'dead' : 'waiting',
      state === 'dead' ? null : '2100-01-01',
      state === 'running' ? randomUUID() : null,
    ],
  )
  return made?.id ?? ''
}

test('staff see what waits, runs and is dead, without what it is about; customers see nothing', async () => {
  const ids = { waiting: await makeJob('waiting'), running: await makeJob('running'), dead: await makeJob('dead') }
  const answer = await (await app.as('staff')).get('/v1/jobs')
  expect(answer.text).not.toContain('a secret of mine')
  const { items, total } = await (await app.as('staff')).call('listJobs', { query: {} })
  expect(total).toBe(3)
  expect(items[0]).toMatchObject({
    id: ids.dead,
    state: 'dead',
    nextAttemptAt: null,
    attempts: 3,
    reason: 'It said no.',
  })
  const stateOf = (id: string) => items.find((item) => item.id === id)?.state
  expect([stateOf(ids.waiting), stateOf(ids.running)]).toEqual(['waiting', 'running'])
  expect(await (await app.as('customer')).get('/v1/jobs')).toMatchObject({ status: 403 })
})

test('staff see the periodic jobs with their last success', async () => {
  const { periodic } = await (await app.as('staff')).call('listJobs', { query: {} })
  expect(periodic.map(({ name }) => name)).toContain('Remove old sessions')
  expect(periodic.find(({ name }) => name === 'Work out what is left of service plans')?.everySeconds).toBe(3_600)
})

test('a dead job is retried and a waiting one discarded, with an entry in the audit; one that runs is left alone', async () => {
  const staff = await app.as('staff')
  const dead = await makeJob('dead')
  expect((await staff.post(`/v1/jobs/${dead}/retry`)).status).toBe(204)
  const [retried] = await app.sql<{ state: string }>('SELECT state FROM job WHERE id = $1', [dead])
  expect(retried?.state).toBe('waiting')
  expect((await staff.request(`/v1/jobs/${dead}`, { method: 'DELETE' })).status).toBe(204)
  expect(await app.sql('SELECT FROM job WHERE id = $1', [dead])).toEqual([])
  expect((await staff.request(`/v1/jobs/${dead}`, { method: 'DELETE' })).status).toBe(404)
  const running = await makeJob('running')
  expect((await staff.post(`/v1/jobs/${running}/retry`)).status).toBe(409)
  expect((await staff.request(`/v1/jobs/${running}`, { method: 'DELETE' })).status).toBe(409)
  const audit = await app.sql<{ action: string }>(
    `SELECT action FROM audit_entry WHERE resource = 'job' AND row_id = $1 ORDER BY id`,
    [dead],
  )
  expect(audit.map(({ action }) => action)).toEqual(['retry', 'discard'])
})

test('with JOBS=off jobs are queued, and none is run', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Packhouse <packhouse@nordfjell.example>' }
  const paused = await new TestApp(inject('databaseServer'), { environment: { JOBS: 'off', ...mail } }).start()
  try {
    const id = await makeInvited(paused, 'paused@packhouse.example')
    expect((await (await paused.as('staff')).post(`/v1/users/${id}/send-invitation`)).status).toBe(204)
    const { items, periodic } = await (await paused.as('staff')).call('listJobs', { query: {} })
    expect(items).toMatchObject([{ kind: 'mail', state: 'waiting', attempts: 0 }])
    expect(periodic).toEqual([])
  } finally {
    await paused.stop()
  }
})
