import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { approve, makeQuotedProject, sendProject } from './quote-rows.ts'

const app = useTestApp()
let staff: Caller
let machine = { id: '', model: '' }

beforeAll(async () => {
  staff = await app.as('staff')
  const [found] = await app.sql<{ id: string; model: string }>(
    `SELECT id, model FROM library_machine WHERE deleted_at IS NULL ORDER BY model LIMIT 1`,
  )
  machine = found ?? machine
})

/** A quote with a machine of the library in two of its lines. */
async function sent(values: object = {}) {
  const { held } = await makeQuotedProject(staff, values)
  for (const description of ['Bagger of the library', 'The same once more'])
    await held.item({ description, unitPrice: '1', libraryMachineId: machine.id })
  await approve(app, held)
  return await sendProject(app, held)
}

test('a quote has a data sheet of each model that it offers, as it was when it was sent', async () => {
  const quote = await sent()
  const { content, sha256 } = await quote.shown()
  expect(content.dataSheets).toEqual([
    expect.objectContaining({
      model: machine.model,
      states: ['Running', 'Idle', 'Stopped', 'Faulted'],
      amount: expect.objectContaining({ basis: 'assumed' }),
    }),
  ])
  // What the customer reads does not change, whatever becomes of the model.
  await app.sql(`INSERT INTO alarm_rule (name, severity, enabled, kind, states, silence_seconds, on_delay_seconds, off_delay_seconds, notify_emails, remedy_for_customers)
    VALUES ('Later', 'major', true, 'silence', '{}', 60, 0, 0, '{}', false)`)
  expect(await quote.shown()).toMatchObject({ content, sha256 })
  expect((await quote.accept()).status).toBe(200)
  expect((await quote.shown()).content).toEqual(content)
})

test('none goes with a quote where staff switched it off, nor with one without machines of the library', async () => {
  const without = await sent({ dataSheet: false })
  expect((await without.shown()).content.dataSheets).toBeUndefined()
  const { held } = await makeQuotedProject(staff)
  await approve(app, held)
  expect((await (await sendProject(app, held)).shown()).content.dataSheets).toBeUndefined()
})
