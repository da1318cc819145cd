import { type AcceptanceCriterion, type PromiseSource, sampleFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import { referenceOf } from '../../orders/area.ts'
import type { Transaction } from '../../platform/database.ts'
import { figuresOf, type Promised, promisedColumns, promisedTables } from '../../promises/area.ts'
import { Dice } from '../estimator/dice.ts'
import { given } from '../given.ts'
import { type MachineDays, readMachineDays } from './machine-days.ts'
import { WHOLE_STORY, WITNESS } from './sample-machines.ts'
import { signTests } from './signed-tests.ts'

/** What was measured at the two tests, as a share of the speed that was promised. */
const SHARES = [0.96, 0.98, 1, 1.02] as const
/** Customers pack what they sell. */
const products: Record<string, string> = {
  NORDFJELL: 'Salmon, 200 g',
  BALTIC: 'Rye bread, 500 g',
  MERIDIAN: 'Frozen peas, 450 g',
}

/** What was promised of each machine with its quote and its contracts, and what its acceptance tests showed. */
export async function seedPromises(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM promise UNION ALL SELECT FROM acceptance_test LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  const machines = await readMachineDays(db)
  const quoted = await readQuoted(db)
  const promised = machines.map((days) => ({ days, promises: promisesOf(days, quoted.get(days.machine)) }))
  await sql`
    INSERT INTO promise (machine_id, name, kind, direction, figure, unit, conditions, source, reference, promised_on)
    SELECT machine.id, value ->> 'name', value ->> 'kind', value ->> 'direction', (value ->> 'figure')::float8, value ->> 'unit', value ->> 'conditions',
      value ->> 'source', value ->> 'reference', (value ->> 'promisedOn')::date
    FROM ${given(promised.flatMap(({ promises }) => promises))} JOIN machine ON machine.machine_id = value ->> 'machine' ORDER BY place
  `.execute(db)
  // As the claim notes them.
  await sql`
    INSERT INTO claimed_promise (promise_id, ordered_machine_id)
    SELECT p.id, o.id FROM promise p JOIN ordered_machine o ON o.machine_id = p.machine_id
    WHERE p.source IN ('quote', 'acceptanceCriteria') AND o.deleted_at IS NULL
  `.execute(db)
  await seedTests(db, testsOf(promised))
}

async function seedTests(db: Transaction, tests: ReturnType<typeof testsOf>): Promise<void> {
  await sql`
    INSERT INTO acceptance_test (machine_id, ordered_machine_id, kind, tested_on, hours, product, witness, accepted, open_points, created_at)
    SELECT machine.id, (value ->> 'orderedMachineId')::uuid, value ->> 'kind', (value ->> 'testedOn')::date, (value ->> 'hours')::float8,
      value ->> 'product', value ->> 'witness', true, (value ->> 'openPoints')::int, (value ->> 'testedOn')::date + time '15:00'
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
  await signTests(db)
}

/** What the quotes that machines were ordered with say of them, by their machineIDs. */
async function readQuoted(db: Transaction): Promise<Map<string, Promised>> {
  const { rows } = await sql<Promised & { machine: string }>`
    SELECT m.machine_id AS machine, ${promisedColumns} FROM ${promisedTables} WHERE m.id IS NOT NULL AND o.deleted_at IS NULL
  `.execute(db)
  return new Map(rows.map(({ machine, ...promised }) => [machine, promised]))
}

interface SamplePromise extends AcceptanceCriterion {
  machine: string
  source: PromiseSource
  reference: string | null
  promisedOn: string
}

type Words = Omit<SamplePromise, 'machine' | 'reference' | 'promisedOn'>

const AVAILABILITY: Words = {
  ...({ name: 'Availability', kind: 'availability', direction: 'atLeast' } as const),
  ...({ figure: 94, unit: '%', source: 'serviceContract' } as const),
}
const NOISE: Words = {
  ...({ name: 'Noise at the operator', kind: 'other', direction: 'atMost' } as const),
  ...({ figure: 76, unit: 'dB(A)', source: 'declaration' } as const),
}
const REJECTS: Words = {
  ...({ name: 'Rejects', kind: 'rejectRate', direction: 'atMost' } as const),
  ...({ figure: 1, unit: '%', source: 'acceptanceCriteria' } as const),
}
/** Its figure is that of the machine. */
const SPEED: Omit<Words, 'figure'> = {
  ...({ name: 'Speed', kind: 'speed', direction: 'atLeast', unit: 'cycles/min' } as const),
  ...({ conditions: 'At most 60 s between lots', source: 'quote' } as const),
}

/** Those of its quote, as a claim makes them, or else of the quote on paper; and those that are written elsewhere. */
function promisesOf(days: MachineDays, quoted: Promised | undefined): SamplePromise[] {
  const { machine, commissioned, delivery } = days
  return [
    ...(quoted === undefined ? ofPaper(days) : ofQuote(days, quoted)),
    { ...AVAILABILITY, machine, reference: 'Service contract, 4.2', promisedOn: commissioned },
    { ...NOISE, machine, reference: 'EU declaration', promisedOn: delivery },
  ]
}

function ofQuote({ machine, ordered }: MachineDays, quoted: Promised): SamplePromise[] {
  const reference = referenceOf(quoted.number, quoted.version)
  return figuresOf(quoted).map(({ criterion, source }) => {
    return { ...criterion, machine, source, reference, promisedOn: quoted.acceptedOn ?? ordered }
  })
}

function ofPaper({ machine, ordered: promisedOn }: MachineDays): SamplePromise[] {
  const designSpeed = sampleFleet.find(({ machineID }) => machineID === machine)?.designSpeed ?? 0
  // Less than the machine was built for, so that some reach it and some do not.
  const figure = Math.round(designSpeed * 0.95)
  return [
    { ...SPEED, figure, machine, reference: 'Quote, section 1', promisedOn },
    { ...REJECTS, machine, reference: null, promisedOn },
  ]
}

/** At the factory speed and noise were measured, on site rejects too. What was below the promise has left a point open. */
function testsOf(machines: readonly { days: MachineDays; promises: readonly SamplePromise[] }[]) {
  const dice = new Dice(344)
  return machines.flatMap(({ days, promises }) => {
    const { machine, customer, orderedMachineId } = days
    const isWhole = machine === WHOLE_STORY
    const measure = (kinds: readonly string[], ofWhole: number) => {
      const share = dice.of(SHARES)
      const reached = isWhole ? ofWhole : share
      const resultOf = ({ kind, figure }: SamplePromise) => {
        if (kind === 'speed') return Math.round(figure * reached * 10) / 10
        return kind === 'rejectRate' ? (3 + dice.below(5)) / 10 : 73 + dice.below(4)
      }
      const measured = promises.filter(({ kind }) => kinds.includes(kind))
      const results = measured.map((one) => ({ promise: one.name, value: resultOf(one) }))
      return { results, openPoints: reached < 1 ? 1 + dice.below(2) : 0 }
    }
    const witness = isWhole ? WITNESS : 'Head of production'
    return [
      {
        ...{ machine, orderedMachineId, kind: 'factory', testedOn: days.factoryTest, hours: 2, witness },
        ...{ product: products[customer] ?? 'Test packs', ...measure(['speed', 'other'], 1.03) },
      },
      {
        ...{ machine, orderedMachineId: null, kind: 'site', testedOn: days.commissioned, hours: 4, witness },
        ...{ product: products[customer] ?? 'Test packs', ...measure(['speed', 'rejectRate', 'other'], 1.015) },
      },
    ]
  })
}
