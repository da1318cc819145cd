import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBackups } from '../../src/platform/backup/stored-backups.ts'
import { FolderStore } from '../../src/platform/object-store/folder-store.ts'
import { makeDue } from '../support/periodic-jobs.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** A copy that has just been restored, with a POST that waited in the original. */
const app = useTestApp({
  prepare: `
    INSERT INTO restored_copy (backup, backup_at) VALUES ('20260101T020000Z-0a1b2c', '2026-01-01 02:00+00');
    INSERT INTO job (kind, payload) VALUES ('webhook', jsonb_build_object('deliveryId', uuidv7()))`,
})

const overview = async () => await (await app.as('staff')).call('listBackups')

test('a restored copy sends nothing until staff release it, which the audit says', async () => {
  // What does not speak to the outside goes on.
  await makeDue(app, 'Remove old dead jobs')
  await until('other work', async () => {
    const [row] = await app.sql(
      `SELECT FROM periodic_job WHERE name = 'Remove old dead jobs' AND last_success_at > now() - interval '1 day'`,
    )
    return row !== undefined
  })
  expect((await overview()).copy).toMatchObject({ backup: '20260101T020000Z-0a1b2c', waiting: 1 })
  expect(await app.sql(`SELECT attempts FROM job WHERE kind = 'webhook'`)).toEqual([{ attempts: 0 }])
  const health = await (await app.as('staff')).call('prometheusDashboard', { query: {} })
  expect(health.services.find(({ name }) => name === 'backup')).toMatchObject({ state: 'attention' })

  await (await app.as('staff')).call('releaseCopy', { body: { discard: false } })
  expect((await overview()).copy).toBeNull()
  await until('the POST', async () => (await app.sql(`SELECT FROM job WHERE kind = 'webhook'`)).length === 0)
  const again = await (await app.as('staff')).post('/v1/backups/release', { discard: true })
  expectProblem(again, 'stale')
  expect(await app.sql(`SELECT action FROM audit_entry WHERE resource = 'backup'`)).toEqual([{ action: 'release' }])
})

test('staff make a backup, one at a time, and read what became of it', async () => {
  const staff = await app.as('staff')
  const before = await overview()
  expect(before).toMatchObject({ total: 0, hasPassphrase: false, isBesideData: true, schedule: 'off', nextAt: null })
  const asked = await staff.call('createBackup')
  expect(asked).toMatchObject({ kind: 'backup', state: 'waiting' })
  expectProblem(await staff.post('/v1/backups', undefined), 'stale')
  const after = await until('the backup', async () => {
    const found = await overview()
    return found.open.length === 0 && found
  })
  expect(after.lastBackup).toMatchObject({ id: asked.id, state: 'done', reason: null, share: 1 })
  const [stored] = after.items
  expect(stored).toMatchObject({ name: after.lastBackup?.backup, hasHistory: true, hasSecrets: false, testedAt: null })
  expect(stored?.rows).toBeGreaterThan(100)
  expect(await listBackups(new FolderStore(join(app.dataDir, 'backups')))).toEqual([stored?.name])
  const metrics = await staff.get('/v1/prometheus/metrics')
  expect(metrics.text).toMatch(/packhouse_job_last_success_timestamp_seconds\{job="backup"\} 1\.?\d/)
})
