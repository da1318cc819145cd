import { bulkReportSchema } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let staff: Caller

interface Made {
  id: string
  rowVersion: number
}

beforeAll(async () => {
  staff = await app.as('staff')
})

async function make(path: string, body: object): Promise<Made> {
  const answer = await staff.post(path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as Made
}

/** A customer with a location. */
async function customerWithLocation(code: string) {
  const customer = await make('/v1/customers', { code, name: code, currency: 'EUR' })
  const type = await make('/v1/location-types', { code: `T-${code}`, name: 'Plant' })
  const place = { name: `Plant of ${code}`, typeId: type.id, countryCode: 'NO', timezone: 'Europe/Oslo' }
  const location = await make(`/v1/customers/${customer.id}/locations`, place)
  return { customerId: customer.id, locationId: location.id }
}

const read = async ({ id }: Made) => (await staff.get(`/v1/machines/${id}`)).body as Record<string, unknown>
const bulk = async (body: object) => await staff.request('/v1/machines/bulk', { method: 'POST', body })
const seen = ({ id, rowVersion }: Made) => ({ id, rowVersion })

test('Machines are given a location at once, which is undone; those of another customer are refused by name and stay', async () => {
  const own = await customerWithLocation('SHOAL')
  const other = await customerWithLocation('REEF')
  const one = await make('/v1/machines', { machineID: 'SHOAL-1', customerId: own.customerId })
  const two = await make('/v1/machines', { machineID: 'SHOAL-2', customerId: own.customerId })
  const foreign = await make('/v1/machines', { machineID: 'REEF-1', ...other })
  const change = { locationId: own.locationId }
  const answer = await bulk({ rows: [one, two, foreign].map(seen), change })
  const { changed, refused } = bulkReportSchema.parse(answer.body)
  expect(changed.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
  expect(refused).toEqual([
    {
      id: foreign.id,
      label: 'REEF-1',
      code: 'invalid_request',
      detail: 'Location: must be a location of the customer',
    },
  ])
  expect(await read(one)).toMatchObject(change)
  expect(await read(foreign)).toMatchObject(other)
  const history = await staff.get(`/v1/machines/${one.id}/history`)
  expect(history.body).toMatchObject({
    items: [
      { action: 'update', changes: [{ field: 'locationId', before: null, after: own.locationId }] },
      { action: 'create' },
    ],
  })
  const undo = changed.map(({ id, rowVersion, before }) => ({ id, rowVersion, change: before }))
  expect((await bulk({ rows: undo })).body).toMatchObject({ unchanged: 0, refused: [] })
  expect(await read(one)).toMatchObject({ locationId: null })
})

test('A type and seconds are given at once within their limits; the customer and the id of a machine are not', async () => {
  const machines = [
    await make('/v1/machines', { machineID: 'TIDE-1' }),
    await make('/v1/machines', { machineID: 'TIDE-2' }),
  ]
  const rows = machines.map(seen)
  const { customerId } = await customerWithLocation('TIDE')
  const wrong: [object, string][] = [
    [{ staleAfterSeconds: 0 }, 'body.change.staleAfterSeconds'],
    [{ staleAfterSeconds: null }, 'body.change.staleAfterSeconds'],
    [{ configurationId: 'C'.repeat(65) }, 'body.change.configurationId'],
    [{ customerId }, 'body.change'],
    [{ machineID: 'EBB' }, 'body.change'],
  ]
  for (const [change, path] of wrong) {
    const { errors } = expectProblem(await bulk({ rows, change }), 'invalid_request')
    expect(errors?.[0]?.path).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}`))
  }
  const change = { staleAfterSeconds: 90, configurationId: 'TIDAL' }
  const { changed } = bulkReportSchema.parse((await bulk({ rows, change })).body)
  expect(changed).toHaveLength(2)
  expect(await read(machines[1] as Made)).toMatchObject({ ...change, customerId: null })
})
