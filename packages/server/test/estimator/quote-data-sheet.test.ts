import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { copiedFrom } from '../support/pdf-text.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { approve, makeQuotedProject, type SentQuote, sendProject } from './quote-rows.ts'

const app = useTestApp()
let staff: Caller
let machine = { id: '', model: '' }
let other = machine

beforeAll(async () => {
  staff = await app.as('staff')
  const [found, next] = await app.sql<{ id: string; model: string }>(
    `SELECT id, model FROM library_machine WHERE deleted_at IS NULL ORDER BY model LIMIT 2`,
  )
  machine = found ?? machine
  other = next ?? other
})

/** A quote with a machine of the library in two of its lines. */
async function sent(values: object = {}, { id } = machine) {
  const { held } = await makeQuotedProject(staff, values)
  for (const description of ['Bagger of the library', 'The same once more'])
    await held.item({ description, unitPrice: '1', libraryMachineId: id })
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

/** The text of its PDF, in one line. */
async function pdfOf(quote: SentQuote): Promise<string> {
  const { status, bytes } = await quote.get('/pdf')
  expect(status).toBe(200)
  return (await copiedFrom(bytes)).replaceAll(/\s+/g, ' ')
}
const heading = ({ model } = machine) => `Data sheet: ${model}`

test('the PDF of a quote has the sheets as an appendix, unless they were switched off; what was ordered has none', async () => {
  const quote = await sent({}, other)
  const { content } = await quote.shown()
  const [sheet] = content.dataSheets ?? []
  const offered = await pdfOf(quote)
  // Two lines are of one model.
  expect(offered.split(heading(other))).toHaveLength(2)
  const [, appendix = ''] = offered.split(heading(other))
  for (const { name } of sheet?.values ?? []) expect(appendix).toContain(name)
  expect(appendix).toContain('Running, Idle, Stopped, Faulted')
  expect(await pdfOf(await sent({ dataSheet: false }, other))).not.toContain(heading(other))
  expect((await quote.accept()).status).toBe(200)
  expect(await pdfOf(quote)).not.toContain(heading(other))
})

test('a sheet that goes with a quote has nothing that a single machine sends, not even one of the customer', async () => {
  const [own] = await app.sql<{ id: string; key: number }>(
    `UPDATE machine SET configuration_id = $1 WHERE machine_id = 'VFFS-2214' RETURNING customer_id AS id, key`,
    [machine.model],
  )
  await app.sql(
    `INSERT INTO latest (machine_key, at, machine_data) VALUES ($1, now(), '{"KestrelTension": 12}')
     ON CONFLICT (machine_key) DO UPDATE SET machine_data = excluded.machine_data`,
    [own?.key],
  )
  const quote = await sent({ customerId: own?.id })
  const { content } = await quote.shown()
  expect(content.dataSheets?.map(({ amount }) => amount.basis)).toEqual(['assumed'])
  const text = await pdfOf(quote)
  expect(text).toContain(heading())
  expect(text).not.toContain('KestrelTension')
  expect(text).not.toContain('Measured on this machine')
})
