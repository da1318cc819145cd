import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
})

const attach = async (kind: 'requires' | 'excludes', one: Row, ...others: Row[]) =>
  await rows.send('POST', `/machine-options/${one.id}/${kind}/attach`, { ids: others.map(({ id }) => id) })

describe('rules of machine options', () => {
  test('refuse a circle of requires, whoever closes it', async () => {
    const machine = await rows.machine(await rows.type())
    const [a, b, c] = [await rows.option(machine), await rows.option(machine), await rows.option(machine)]
    expect((await attach('requires', a, b)).status).toBe(204)
    expect((await attach('requires', b, c)).status).toBe(204)
    const { errors } = expectProblem(await attach('requires', c, a), 'invalid_request')
    expect(errors?.map(({ path, code }) => [path, code])).toEqual([['body', 'requiresCycle']])
    expectProblem(await attach('requires', a, a), 'invalid_request')
  })

  test('refuse what contradicts itself, also by way of what is required', async () => {
    const machine = await rows.machine(await rows.type())
    const [a, b, c] = [await rows.option(machine), await rows.option(machine), await rows.option(machine)]
    await attach('requires', a, b)
    await attach('requires', b, c)
    expectProblem(await attach('excludes', c, a), 'invalid_request')
    const d = await rows.option(machine)
    expect((await attach('excludes', d, c)).status).toBe(204)
    expectProblem(await attach('requires', d, a), 'invalid_request')
  })

  test('are of one machine', async () => {
    const type = await rows.type()
    const [one, other] = [await rows.option(await rows.machine(type)), await rows.option(await rows.machine(type))]
    for (const kind of ['requires', 'excludes'] as const) {
      expectProblem(await attach(kind, one, other), 'invalid_request')
    }
  })
})

test('a machine has an option of a definition once', async () => {
  const machine = await rows.machine(await rows.type())
  const { definitionId } = await rows.option(machine)
  const body = { machineId: machine.id, definitionId, name: 'Again' }
  expectProblem(await rows.send('POST', '/machine-options', body), 'duplicate')
})

test('machine options have filters with counts that respect the others', async () => {
  const type = await rows.type()
  const [machine, other] = [await rows.machine(type), await rows.machine(type)]
  await rows.option(machine, { availability: 'standard' })
  await rows.option(machine)
  await rows.option(other)
  const filters = await rows.must<{ total: number; machineId: object[]; availability: object[] }>(
    'GET',
    `/machine-options/filters?machineId=${machine.id}&availability=optional`,
  )
  expect(filters.total).toBe(1)
  expect(filters.availability).toMatchObject([
    { value: 'optional', count: 1 },
    { value: 'standard', count: 1 },
  ])
  expect(filters.machineId).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ value: machine.id, count: 1 }),
      expect.objectContaining({ value: other.id, count: 1 }),
    ]),
  )
})
