import { promises } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { SpeedSketch } from '../../src/library/area.ts'
import { HOUR_MS } from '../../src/telemetry/index.ts'
import { LibraryRows, type Row } from '../library/library-rows.ts'
import type { Caller } from '../support/caller.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const rows = new LibraryRows(() => staff)
const random = randomNumbers(seed)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
const MAPPINGS = '/recipe-styles'
let staff: Caller
let models: Row[]
let styles: Row[]

interface Machine {
  id: string
  machineID: string
}

beforeAll(async () => {
  staff = await app.as('staff')
  // Promises of the sample are about other recipes.
  await app.sql('DELETE FROM promise')
  const type = await rows.type()
  models = [await rows.machine(type), await rows.machine(type)]
  styles = [await rows.style(), await rows.style()]
})

const yesterday = () => new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10)

/** An installed machine of a model that ran recipes the day before, each for some hours. */
async function installed(model: Row | undefined, machineID: string, recipes: Record<string, number>): Promise<Machine> {
  const made = await rows.must('POST', '/v1/machines', { machineID, configurationId: String(model?.model) })
  for (const [recipe, speed] of Object.entries(recipes)) {
    const sketch = new SpeedSketch()
    sketch.add(speed, 4 * HOUR_MS)
    const stored = [machineID, recipe, yesterday(), JSON.stringify(sketch.stored())]
    await app.sql(
      `WITH running AS (
         INSERT INTO fleet_running (machine_key, recipe, day, sketch) SELECT key, $2, $3::date, $4::json FROM machine WHERE machine_id = $1 RETURNING *)
       INSERT INTO fleet_total (machine_key, recipe, sketch, running_ms, first_day, last_day)
       SELECT machine_key, recipe, sketch, ${4 * HOUR_MS}, day, day FROM running`,
      stored,
    )
  }
  return { id: String(made.id), machineID }
}

async function promised({ id: machineId }: Machine, name: string, draft: object = {}) {
  const fields = { name, figure: 50, unit: 'cycles/min', machineId, ...draft }
  await rows.must('POST', promises.calls.create.path, fields)
}

const marksOf = async () =>
  new Map(
    (
      await app.sql<{ name: string; mark: string }>(
        'SELECT p.name, o.mark::text AS mark FROM promise_outcome o JOIN promise p ON p.id = o.promise_id ORDER BY p.name',
      )
    ).map(({ name, mark }) => [name, mark]),
  )

/** The names of promises that a change marks to be judged again. */
async function markedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await marksOf()
  await change()
  return [...(await marksOf())].filter(([name, mark]) => before.get(name) !== mark).map(([name]) => name)
}

/** What became of every promise, once all that are due are judged. */
async function outcomes() {
  while ((await staff.call('missedPromises')).waiting > 0);
  return await app.sql(
    'SELECT p.name, o.live, o.result FROM promise_outcome o JOIN promise p ON p.id = o.promise_id ORDER BY p.name',
  )
}

async function judgedAfresh() {
  await app.sql(`UPDATE promise_outcome SET mark = nextval('promise_mark')`)
  return await outcomes()
}

test('the style of a recipe has promises judged again of machines that ran it or whose promise names it, and no others', async () => {
  const [one, two] = styles
  const styled = { styleId: one?.id }
  const ranIt = await installed(models[0], 'RCP-RAN', { 'Pillow É': 60 })
  const ofOtherModel = await installed(models[1], 'RCP-MODEL', { 'PILLOW É': 40 })
  const ranOther = await installed(models[0], 'RCP-OTHER', { Gusset: 60 })
  await promised(ranIt, 'ran it', styled)
  await promised(ranIt, 'ran it, whatever style')
  await promised(ofOtherModel, 'other model', styled)
  await promised(ranOther, 'ran another', styled)
  await promised(ranOther, 'names it', { ...styled, recipe: ' pillow é ' })
  await outcomes()

  let made: Row | undefined
  const create = async () => {
    made = await rows.must('POST', MAPPINGS, { recipe: 'pillow é', styleId: one?.id })
  }
  const change = (body: object) => async () => {
    made = await rows.must('PUT', `${MAPPINGS}/${made?.id}`, { rowVersion: made?.rowVersion, ...body })
  }
  expect(await markedBy(create)).toEqual(['names it', 'other model', 'ran it'])
  expect(await outcomes()).toMatchObject([
    { name: 'names it', result: 'notMeasured' },
    { name: 'other model', result: 'missed' },
    { name: 'ran another', result: 'notMeasured' },
    { name: 'ran it', result: 'kept' },
    { name: 'ran it, whatever style', result: 'kept' },
  ])
  expect(await markedBy(change({ styleId: two?.id }))).toEqual(['names it', 'other model', 'ran it'])
  expect((await outcomes()).filter(({ result }) => result === 'notMeasured')).toHaveLength(4)
  // For one model, then for a machine: what it was about before counts too.
  expect(await markedBy(change({ libraryMachineId: models[1]?.id }))).toEqual(['names it', 'other model', 'ran it'])
  expect(await markedBy(change({ styleId: one?.id }))).toEqual(['other model'])
  expect(await markedBy(change({ libraryMachineId: null, machineId: ranIt.id }))).toEqual(['other model', 'ran it'])
  expect(await markedBy(change({ recipe: 'Gusset' }))).toEqual(['ran it'])
  expect(await markedBy(change({ machineId: ranOther.id }))).toEqual(['names it', 'ran another'])
  expect(await markedBy(() => rows.must('DELETE', `${MAPPINGS}/${made?.id}`))).toEqual(['names it', 'ran another'])
})

test('whatever styles recipes have had, outcomes are those of a judgement of everything', async () => {
  const recipes = ['Alpha', 'Beta', 'Gamma']
  const machines: Machine[] = []
  for (const place of [1, 2, 3, 4]) {
    const ran = recipes.filter(() => random() < 0.7).map((recipe) => [recipe, 20 + Math.floor(random() * 60)])
    const machine = await installed(pick(models), `RCP-R${place}`, Object.fromEntries(ran))
    machines.push(machine)
    for (const style of styles) {
      await promised(machine, `${place} ${style.code}`, { styleId: style.id })
      await promised(machine, `${place} ${style.code} recipe`, { styleId: style.id, recipe: pick(recipes) })
    }
  }
  const mappings: Row[] = []
  const values = () => ({
    recipe: pick(recipes),
    styleId: pick(styles).id,
    libraryMachineId: random() < 0.3 ? pick(models).id : null,
    machineId: random() < 0.3 ? pick(machines).id : null,
  })
  const changes = new Set<string>()
  for (let round = 0; round < 25; round += 1) {
    const at = Math.floor(random() * mappings.length)
    const known = mappings[at]
    const kind = known === undefined || random() < 0.4 ? 'POST' : random() < 0.6 ? 'PUT' : 'DELETE'
    const path = kind === 'POST' ? MAPPINGS : `${MAPPINGS}/${known?.id}`
    const body = { POST: values(), PUT: { ...values(), rowVersion: known?.rowVersion }, DELETE: undefined }[kind]
    const answer = await rows.send(kind, path, body)
    // There is one like it already.
    if (answer.status === 409) continue
    expect([200, 201, 204], answer.text).toContain(answer.status)
    if (kind !== 'POST') mappings.splice(at, 1)
    if (kind !== 'DELETE') mappings.push(answer.body as Row)
    const found = await outcomes()
    changes.add(JSON.stringify(found))
    expect(found, `after round ${round}`).toEqual(await judgedAfresh())
  }
  expect(changes.size).toBeGreaterThan(3)
})
