import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

/** What one node is asked for, a worker makes, and another node hands out. @param one runs no jobs */
export function testExports(one: TestApp, other: TestApp): void {
  describe('at both nodes', () => {
    test('the export of a customer that one was asked for can be followed and downloaded', async () => {
      const here = await one.as('staff')
      const there = here.at(other)
      const [customer] = await one.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'NORDFJELL'`)
      const params = { id: customer?.id ?? '' }
      const { id: taskId } = await here.call('exportCustomerData', { params, body: {} })
      for (const caller of [there, here]) {
        const task = await until('the export', async () => {
          const { tasks } = await caller.call('customerData', { params })
          return tasks.find(({ id, state }) => id === taskId && (state === 'done' || state === 'failed'))
        })
        expect(task).toMatchObject({ state: 'done', reason: null })
        const { status, bytes } = await caller.get(`/v1/customers/${params.id}/data/exports/${taskId}/file`)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        expect([status, bytes.length, sha256]).toEqual([200, task.size, task.sha256])
      }
    })

    test('a document that one makes can be followed and downloaded', async () => {
      const here = await one.as('staff')
      const there = here.at(other)
      const asked = await here.post('/v1/pdf/generate', { type: 'label', id: 'VFFS-2214' })
      expect(asked.status, asked.text).toBe(202)
      const { jobId } = asked.body as { jobId: string }
      const job = () => there.call('pdfJob', { params: { id: jobId } })
      await until('the document', async () => (await job()).state === 'ready')
      const file = await there.get(`/v1/pdf/jobs/${jobId}/file`)
      expect([file.status, file.text.slice(0, 4)]).toEqual([200, '%PDF'])
    })

    test('backups are refused with words as long as each has a place of its own', async () => {
      const here = await one.as('staff')
      for (const node of [one, other]) {
        const { items, placeIssue } = await here.at(node).call('listBackups')
        expect([items, placeIssue]).toEqual([[], expect.stringMatching(/^BACKUP_URL is not set\./)])
      }
      // The matrix of rights has asked for one too.
      await until('the end of other runs', async () => (await here.call('listBackups')).open.length === 0)
      const { id } = await here.call('createBackup')
      const { lastBackup } = await until('the end of the run', async () => {
        const overview = await here.at(other).call('listBackups')
        return overview.lastBackup?.id === id && overview
      })
      expect(lastBackup).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^BACKUP_URL is not set\./) })
    })
  })
}
