import { type AcceptanceCriterion, libraryMachines, MAX_PROJECT_CRITERIA } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import { ShownData } from '../documents/shown-data.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type HeldProject, makeProject, type Project, step, succeeded } from './estimator-rows.ts'
import { approve, makeQuotedProject, sendProject } from './quote-rows.ts'

const app = useTestApp()
const documents = new ShownData(() => staff)
const maker = new Maker(app)
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

const speed: AcceptanceCriterion = {
  ...{ name: 'Speed', kind: 'speed', direction: 'atLeast', figure: 60.5, unit: 'cycles/min' },
  conditions: 'over 4 hours',
}
const rejects: AcceptanceCriterion = { name: 'Rejects', kind: 'rejectRate', direction: 'atMost', figure: 1, unit: '%' }

type Step = Project['commissioning'][number]

const addStep = (held: HeldProject, values: object) =>
  held.send('POST', 'project-commissioning', { projectId: held.id, kind: 'SAT', description: 'At site', ...values })

test('A commissioning step has criteria in figures beside the free text, each within limits', async () => {
  const held = await makeProject(staff)
  const made = succeeded<Step>(await addStep(held, { acceptanceCriteria: 'No leaks', criteria: [speed, rejects] }))
  expect(made).toMatchObject({ acceptanceCriteria: 'No leaks', criteria: [speed, rejects] })
  expect(succeeded<Step>(await addStep(held, {})).criteria).toEqual([])
  const refused = async (criteria: object[]) =>
    expectProblem(await addStep(held, { criteria }), 'invalid_request').errors?.map(({ path }) => path)
  expect(await refused(Array.from({ length: 21 }, (_, figure) => ({ ...speed, figure })))).toEqual(['body.criteria'])
  expect(await refused([speed, rejects, speed])).toEqual(['body.criteria'])
  expect(await refused([{ ...speed, kind: 'noise' }])).toEqual(['body.criteria.0.kind'])
  expect(await refused([speed, { ...speed, figure: -1, unit: '' }])).toEqual([
    'body.criteria.1.figure',
    'body.criteria.1.unit',
  ])
  expect(await refused([{ ...speed, cost: '1' }])).toHaveLength(1)
})

test('A version holds the criteria, a comparison shows them, and restoring and copying bring them along', async () => {
  const held = await makeProject(staff)
  const { id } = succeeded<Step>(await addStep(held, { criteria: [speed] }))
  const store = async () => {
    const { rowVersion } = await held.read()
    succeeded(await held.send('POST', `projects/${held.id}/versions`, { rowVersion }))
  }
  const set = async (criteria: AcceptanceCriterion[]) => {
    const change = { kind: 'commissioning', op: 'update', id, values: { criteria } }
    succeeded(await held.send('POST', `projects/${held.id}/changes`, { changes: [change] }))
  }
  await store()
  await set([rejects])
  await store()
  const path = `/v1/estimator/projects/${held.id}/versions`
  const compared = succeeded<{ children: object }>(await staff.get(`${path}/compare/1/2`))
  expect(compared.children).toMatchObject({
    commissioning: { changed: [{ id, changes: [{ field: 'criteria', before: [speed], after: [rejects] }] }] },
  })
  const { rowVersion } = await held.read()
  const restored = succeeded<Project>(await held.send('POST', `projects/${held.id}/versions/1/restore`, { rowVersion }))
  expect(restored.commissioning).toMatchObject([{ id, criteria: [speed] }])
  const { id: copied } = succeeded<Project>(await staff.post(`/v1/estimator/projects/${held.id}/duplicate`, {}))
  const copy = succeeded<Project>(await staff.get(`/v1/estimator/projects/${copied}`))
  expect(copy.commissioning).toMatchObject([{ criteria: [speed] }])
})

test('The page and the PDF of a quote list the criteria in words of the reader, without what the step costs', async () => {
  const { held } = await makeQuotedProject(staff)
  const texts = { acceptanceCriteria: 'No leaks', notes: 'Bought for 7351.928417' }
  succeeded(await addStep(held, { kind: 'FAT', dayCost: '7351.928417', criteria: [speed, rejects], ...texts }))
  await approve(app, held)
  const quote = await sendProject(app, held)
  const page = await quote.get()
  const { content } = await quote.shown()
  expect(content.commissioning.map(({ criteria }) => criteria)).toEqual([[], [speed, rejects]])
  const printed = await documents.of('quote', { id: held.id })
  expect(printed.tests).toMatchObject([
    { criteria: '60 bags a minute' },
    {
      kind: 'FAT',
      criteria: 'Speed: at least 60.5 cycles/min, over 4 hours\nRejects: at most 1 %\nNo leaks',
    },
  ])
  expect(page.text + JSON.stringify(printed)).not.toContain('7351.9')
})

test('A criterion of one line is named with it on the page and in the PDF, and the line is another in every copy', async () => {
  const { held, lines } = await makeQuotedProject(staff)
  const { id: libraryMachineId } = await maker.create(libraryMachines)
  for (const { id } of [lines.main, lines.alternative]) {
    await app.sql('UPDATE project_item SET library_machine_id = $1 WHERE id = $2', [libraryMachineId, id])
  }
  const criteria = [rejects, { ...rejects, figure: 2, line: lines.alternative.lineId }]
  succeeded(await addStep(held, { kind: 'FAT', criteria }))
  const revised = async (action: 'duplicate' | 'revise') => {
    const { id } = succeeded<Project>(await staff.post(`/v1/estimator/projects/${held.id}/${action}`, {}))
    const { items, commissioning } = succeeded<Project>(await staff.get(`/v1/estimator/projects/${id}`))
    const line = items.find(({ description }) => description === lines.alternative.description)?.lineId
    expect(commissioning.find(({ kind }) => kind === 'FAT')).toMatchObject({ criteria: [rejects, { figure: 2, line }] })
    return line
  }
  expect(await revised('duplicate')).not.toBe(lines.alternative.lineId)
  await approve(app, held)
  const quote = await sendProject(app, held)
  const { content } = await quote.shown()
  expect(content.commissioning.at(-1)?.criteria).toEqual([
    rejects,
    { ...rejects, figure: 2, itemId: lines.alternative.id },
  ])
  expect((await documents.of('quote', { id: held.id })).tests).toMatchObject([
    {},
    { criteria: 'Rejects: at most 1 %\nRejects: at most 2 % (Faster bagger)' },
  ])
  expect(await revised('revise')).toBe(lines.alternative.lineId)
})

test('A criterion is for a machine of the quote when that is submitted', async () => {
  const held = await makeProject(staff)
  const { id: libraryMachineId } = await maker.create(libraryMachines)
  const machine = await held.item({ unitPrice: '100', unitCost: '80', libraryMachineId })
  const service = await held.item({ unitPrice: '100', unitCost: '80' })
  const made = succeeded<Step>(await addStep(held, { criteria: [{ ...rejects, line: service.lineId }] }))
  const submit = async () => {
    const { rowVersion } = await held.read()
    return await held.send('POST', `projects/${held.id}/transitions/submit`, { rowVersion })
  }
  const set = async (line: string) => {
    const step = (await held.read()).commissioning.find(({ id }) => id === made.id)
    const body = { rowVersion: step?.rowVersion, criteria: [{ ...rejects, line }] }
    succeeded(await held.send('PUT', `project-commissioning/${made.id}`, body))
  }
  for (const line of [service.lineId, 'of-another-project']) {
    await set(line)
    expect(expectProblem(await submit(), 'invalid_request').errors).toMatchObject([
      { path: 'row.commissioning', message: expect.stringContaining('The criterion Rejects is for a line') },
    ])
  }
  await set(machine.lineId)
  succeeded(await submit())
})

test('A project is submitted with as many different criteria as a machine can have promises beside its speed', async () => {
  const held = await makeProject(staff)
  await held.item({ unitPrice: '100', unitCost: '80' })
  const many = Array.from({ length: MAX_PROJECT_CRITERIA + 1 }, (_, n) => ({ ...speed, figure: n }))
  for (let from = 0; from < many.length; from += 20) {
    succeeded(await addStep(held, { criteria: many.slice(from, from + 20) }))
  }
  const { rowVersion } = await held.read()
  const submit = `projects/${held.id}/transitions/submit`
  const refused = expectProblem(await held.send('POST', submit, { rowVersion }), 'invalid_request')
  expect(refused.errors).toMatchObject([{ path: 'row.commissioning', message: expect.stringContaining('at most 99') }])
  const last = (await held.read()).commissioning.at(-1)
  const body = { rowVersion: last?.rowVersion, criteria: last?.criteria.slice(1) }
  succeeded(await held.send('PUT', `project-commissioning/${last?.id}`, body))
  expect(await step(held, 'submit')).toMatchObject({ status: 'review' })
})
