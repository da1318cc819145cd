import { type SampleMachine, sampleFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { Dice } from '../estimator/dice.ts'
import { given } from '../given.ts'

/** What was measured at the two tests, as a share of what was promised. */
const SHARES = [0.96, 0.98, 1, 1.02] as const
const products = ['Salmon, 200 g', 'Rye bread, 500 g', 'Frozen peas, 450 g', 'Cheese slices, 150 g'] as const

/** What was promised of each machine with its quote and its contracts, and what its acceptance tests showed. */
export async function seedPromises(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM promise UNION ALL SELECT FROM acceptance_test LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO promise (machine_id, name, kind, direction, figure, unit, conditions, source, reference, promised_on)
    SELECT machine.id, value ->> 'name', value ->> 'kind', value ->> 'direction', (value ->> 'figure')::float8, value ->> 'unit', value ->> 'conditions',
      value ->> 'source', value ->> 'reference', (value ->> 'promisedOn')::date
    FROM ${given(sampleFleet.flatMap(promisesOf))} JOIN machine ON machine.machine_id = value ->> 'machine' ORDER BY place
  `.execute(db)
  const tests = testsOf(sampleFleet)
  await sql`
    INSERT INTO acceptance_test (machine_id, kind, tested_on, hours, product, witness, accepted, open_points)
    SELECT machine.id, value ->> 'kind', (value ->> 'testedOn')::date, (value ->> 'hours')::float8, value ->> 'product', value ->> 'witness', true,
      (value ->> 'openPoints')::int
    FROM ${given(tests)} JOIN machine ON machine.machine_id = value ->> 'machine' ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO acceptance_result (acceptance_test_id, promise_id, value)
    SELECT test.id, promise.id, (result ->> 'value')::float8
    FROM ${given(tests)} CROSS JOIN LATERAL jsonb_array_elements(given.value -> 'results') AS results (result)
      JOIN machine ON machine.machine_id = given.value ->> 'machine'
      JOIN acceptance_test test ON test.machine_id = machine.id AND test.kind = given.value ->> 'kind'
      JOIN promise ON promise.machine_id = machine.id AND promise.name = result ->> 'promise'
  `.execute(db)
}

/** Less than the machine was built for, so that some reach it and some do not. */
function promisedSpeedOf(designSpeed: number): number {
  return Math.round(designSpeed * 0.95)
}

const NOISE = 'Noise at the operator'

function promisesOf({ machineID: machine, designSpeed }: SampleMachine) {
  const quote = { source: 'quote', promisedOn: '2023-03-14' }
  return [
    {
      ...{
        machine,
        name: 'Speed',
        kind: 'speed',
        direction: 'atLeast',
        figure: promisedSpeedOf(designSpeed),
        unit: 'cycles/min',
      },
      ...{ ...quote, reference: 'Quote, section 1', conditions: 'At most 60 s between lots' },
    },
    {
      ...{ machine, name: 'Availability', kind: 'availability', direction: 'atLeast', figure: 94, unit: '%' },
      ...{ source: 'serviceContract', reference: 'Service contract, 4.2', promisedOn: '2023-10-20' },
    },
    {
      ...{ machine, name: 'Reject rate', kind: 'rejectRate', direction: 'atMost', figure: 0.8, unit: '%' },
      ...{ source: 'acceptanceCriteria', reference: null, promisedOn: '2023-10-20' },
    },
    {
      ...{ machine, name: NOISE, kind: 'other', direction: 'atMost', figure: 76, unit: 'dB(A)' },
      ...{ source: 'declaration', reference: 'EU declaration', promisedOn: '2023-09-08' },
    },
  ]
}

function testsOf(fleet: readonly SampleMachine[]) {
  const dice = new Dice(344)
  return fleet.flatMap(({ machineID: machine, designSpeed }) => {
    const resultsOf = () => [
      { promise: 'Speed', value: Math.round(promisedSpeedOf(designSpeed) * dice.of(SHARES) * 10) / 10 },
      { promise: 'Reject rate', value: (3 + dice.below(5)) / 10 },
      { promise: NOISE, value: 73 + dice.below(4) },
    ]
    return [
      {
        ...{ machine, kind: 'factory', testedOn: '2023-09-08', hours: 2, product: 'Test packs, no product' },
        ...{ witness: null, openPoints: 0, results: resultsOf() },
      },
      {
        ...{ machine, kind: 'site', testedOn: '2023-10-20', hours: 8, product: dice.of(products) },
        ...{ witness: 'Head of production', openPoints: dice.below(3), results: resultsOf() },
      },
    ]
  })
}
