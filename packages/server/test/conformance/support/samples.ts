import type { Field } from '@packhouse/contract'
import fc from 'fast-check'
import { z } from 'zod'

/** What the schema of a field says of its limits, as JSON Schema does. */
interface Limits {
  type?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  allOf?: { pattern?: string }[]
}

export function limitsOf(field: Field): Limits {
  return z.toJSONSchema(field.schema, { io: 'input', unrepresentable: 'any' }) as Limits
}

const zones = Intl.supportedValuesOf('timeZone')
const DAY_MS = 86_400_000

/** A valid value of a field, the same for the same number and, as far as its kind allows, another for another. */
export function sampleOf(field: Field, n: number): unknown {
  switch (field.kind) {
    case 'text':
    case 'multiline':
      return textOf(field, n)
    case 'email':
      return `sample.${n}@example.com`
    case 'url':
      return `https://example.com/${n}`
    case 'integer': {
      const { minimum = 0, maximum = 100 } = limitsOf(field)
      return minimum + (n % (maximum - minimum + 1))
    }
    case 'decimal': {
      const { type, minimum = 0, maximum = 0 } = limitsOf(field)
      const range = maximum - minimum
      // Between 0 and 1 there is one half alone: eighths, which no calculation rounds.
      if (type === 'number') return minimum + (range > 1 ? (n % range) + 0.5 : (((n % 8) + 0.5) / 8) * range)
      return `${(n % 99) + 1}.5`
    }
    case 'boolean':
      return n % 2 === 0
    case 'date':
      return new Date(Date.UTC(2026, 0, 1) + (n % 3_000) * DAY_MS).toISOString().slice(0, 10)
    case 'time':
      return new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
    case 'choice':
      return field.choices?.[n % field.choices.length]
    case 'list': {
      const lists = [
        [`Sample ${n}`, 'Æble, "quoted"'],
        [`10.${n % 256}.0.0/16`, '2001:db8::/32'],
        [`sample.${n}@example.com`],
        ...[
          ['Running', 'Aborted'],
          ['machine', 'customer'],
          ['create', 'delete'],
        ].map((all) => all.slice(n % 2)),
      ]
      return lists.find((list) => accepts(field, list))
    }
    case 'objects':
      return [objectOf(field, n)]
    case 'reference':
      throw new Error('An id is not made up: the row it names is created first.')
  }
}

/** The id of the option that sample rules name; `maker.ts` makes it. */
export const SAMPLE_OPTION = '00000000-0000-7000-8000-000000000001'

/** Entries of lists of objects that are known; the first that the field takes. */
const objects: ((n: number) => object)[] = [
  (n) => ({
    canonicalTag: `tag${n}`,
    // One that every source takes: a path in JSON, a name, and a node id.
    address: `ns=2;s=plc.values[${n % 1_000}]`,
    role: 'other',
    dataType: 'number',
    unit: '°C',
    scale: 0.1,
    offset: -5,
    deadband: 0.5,
    rolloverAt: 65_536,
    valueMap: { '6': 'Execute' },
    // How an entry is written depends on the source of its map.
    writable: false,
    min: 10,
    max: 60.5,
    writeTopic: null,
    writePayload: null,
  }),
  (n) => ({ optionId: SAMPLE_OPTION, amount: n + 0.5 }),
  () => ({ options: [SAMPLE_OPTION] }),
  (n) => ({ optionId: SAMPLE_OPTION, name: `Sample ${n}`, price: '1250.5' }),
  (n) => ({ name: `Sample ${n}`, percent: '100' }),
  (n) => ({ name: `Sample ${n}`, kind: 'speed', direction: 'atLeast', figure: n + 0.5, unit: 'cycles/min' }),
  (n) => ({ name: `Sample ${n}`, kind: 'speed', direction: 'atLeast', figure: n, unit: 'cycles/min', value: n + 0.5 }),
  () => ({ userId: SAMPLE_OPTION }),
  (n) => ({
    from: '2026-01-01T00:00:00Z',
    to: `2026-01-${String(2 + (n % 20)).padStart(2, '0')}T00:00:00Z`,
    userId: SAMPLE_OPTION,
  }),
  (n) => ({ afterMinutes: n % 60, userIds: [SAMPLE_OPTION], scheduleIds: [], push: true, mail: n % 2 === 0 }),
]

function objectOf(field: Field, n: number): object {
  const found = objects.map((make) => make(n)).find((entry) => accepts(field, [entry]))
  if (found === undefined && field.kind === 'objects')
    throw new Error(`No entry of ${field.label} is known: teach samples.ts one.`)
  return found ?? {}
}

function manyObjects(field: Field): object[] {
  const { maxItems = 1 } = limitsOf(field)
  return Array.from({ length: maxItems }, (_, place) => objectOf(field, place))
}

/** A text that the schema takes as it is. */
function textOf(field: Field, n: number): string {
  const plain = [
    `Sample ${n}`,
    `S-${n}`,
    `+47 ${n}`,
    n % 2 === 0 ? 'nb-NO' : 'de-DE',
    // A fixed topic needs a machine beside it.
    `plant/{machineID}/${n}`,
    zones[n % zones.length] ?? '',
    `mqtt://127.0.0.1:${1 + (n % 2)}`,
    `opc.tcp://127.0.0.1:${1 + (n % 2)}`,
    `Body={{machine}} ${n}`,
    `{"sample": ${n}}`,
  ]
  const found = plain.find((text) => accepts(field, text)) ?? patterned(field, n)
  if (found === undefined) throw new Error(`No valid ${field.label} is known: teach samples.ts one.`)
  return found
}

function patterned(field: Field, n: number): string | undefined {
  const { pattern, allOf = [] } = limitsOf(field)
  const last = allOf.at(-1)?.pattern ?? pattern
  if (last === undefined) return undefined
  const texts = fc.stringMatching(new RegExp(last)).filter((text) => accepts(field, text))
  return fc.sample(texts, { seed: n, numRuns: 1 })[0]
}

/** Whether a value is valid and stored as it is. */
export function accepts(field: Field, value: unknown): boolean {
  const parsed = field.schema.safeParse(value)
  return parsed.success && JSON.stringify(parsed.data) === JSON.stringify(value)
}

/** Valid values at the limits of a field. */
export function extremesOf(field: Field): unknown[] {
  const { type, minimum, maximum, maxLength } = limitsOf(field)
  const digits = /\{1,(\d+)\}\)\?\$$/.exec(limitsOf(field).pattern ?? '')?.[1]
  const candidates = {
    text: ['x', 'x'.repeat(maxLength ?? 1), '😀'.repeat(Math.floor((maxLength ?? 2) / 2))],
    multiline: ['x', 'x'.repeat(maxLength ?? 1), 'one\ntwo\tthree'],
    email: [`${'a'.repeat(60)}@example.com`],
    url: [`https://example.com/${'x'.repeat(480)}`],
    integer: [minimum, maximum],
    decimal: type === 'number' ? [minimum, maximum, 0.1] : ['0', `999999999999.${'9'.repeat(Number(digits ?? 1))}`],
    boolean: [true, false],
    date: ['0001-01-01', '9999-12-31', '2028-02-29'],
    time: ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    choice: [...(field.choices ?? [])],
    list: [[], ['x'.repeat(100)], Array.from({ length: 100 }, (_, place) => `${place}`)],
    objects: [[], [objectOf(field, 1)], manyObjects(field)],
    reference: [],
  }[field.kind]
  return candidates.filter((value) => accepts(field, value))
}
