import { expect, test } from 'vitest'
import { approve, makeQuotedProject, sendProject } from '../estimator/quote-rows.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

test('a second accepted quote for a model plans other machine IDs than the first, which nobody has claimed yet', async () => {
  const staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string; model: string }>(
    'SELECT id, model FROM library_machine WHERE deleted_at IS NULL ORDER BY model LIMIT 1',
  )
  const projects: string[] = []
  for (const description of ['The first one', 'One more']) {
    const { held } = await makeQuotedProject(staff)
    await held.item({ description, unitPrice: '1', libraryMachineId: machine?.id })
    await approve(app, held)
    const accepted = await (await sendProject(app, held)).accept()
    expect(accepted.status, accepted.text).toBe(200)
    projects.push(held.id)
  }
  const planned = await app.sql<{ id: string }>(
    'SELECT planned_machine_id AS id FROM ordered_machine WHERE project_id = ANY ($1)',
    [projects],
  )
  expect(planned).toHaveLength(2)
  expect(new Set(planned.map(({ id }) => id)).size).toBe(2)
})
