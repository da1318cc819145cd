import type { Field, Fields, Resource } from '@packhouse/contract'
import { MOST_FAULTS } from '../../../src/engine/problem-error.ts'
import { accepts, limitsOf, sampleOf } from './samples.ts'

const MEGABYTE = 1_000_000
const LARGE = 'a megabyte'
/** A wrong value may break several rules of its field, and be wrong in several places of it. */
const FAULTS_OF_A_VALUE = 4

/**
 * Wrong values of as many fields at once as a refusal names, until each has had all of its own. The megabyte comes to one field alone, because a body has a limit too.
 */
export function wrongRoundsOf(fields: Fields): Record<string, unknown>[] {
  const byField = Object.entries(fields).map(([name, field]) => ({ name, values: wrongValuesOf(field) }))
  const [large] = byField.filter(({ values }) => values.some(({ 0: what }) => what === LARGE))
  const rounds = large === undefined ? [] : [{ [large.name]: 'x'.repeat(MEGABYTE) }]
  const small = byField.map(({ name, values }) => ({ name, values: values.filter(({ 0: what }) => what !== LARGE) }))
  const most = Math.max(0, ...small.map(({ values }) => values.length))
  for (let round = 0; round < most; round++) {
    const given = small.flatMap(({ name, values }) =>
      values.slice(round, round + 1).map(({ 1: value }) => [name, value]),
    )
    rounds.push(...inParts(given, FAULTS_OF_A_VALUE).map((part) => Object.fromEntries(part)))
  }
  return rounds
}

/** In parts that one refusal can name. @param faults that each of them may have */
export function inParts<One>(all: readonly One[], faults = 1): One[][] {
  const size = Math.floor(MOST_FAULTS / faults)
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))
}

/** Values that a field must refuse, by what is wrong with them. */
export function wrongValuesOf(field: Field): [what: string, value: unknown][] {
  return [
    ...wrongTypes(field),
    ...ofKind(field),
    ...(field.required ? [['null', null] as [string, unknown]] : []),
    ...(field.kind === 'boolean' || field.kind === 'integer' ? [] : anyText(field)),
  ]
}

function wrongTypes(field: Field): [string, unknown][] {
  const values: [string, unknown][] = [
    ['a number', 42],
    ['a text', 'sample'],
    ['a boolean', true],
    ['a list', [1]],
    ['an object', { id: 1 }],
  ]
  return values.filter(([, value]) => !field.schema.safeParse(value).success)
}

function ofKind(field: Field): [string, unknown][] {
  const { type, minimum = 0, maximum = 0, maxLength, maxItems = 100 } = limitsOf(field)
  switch (field.kind) {
    case 'text':
    case 'multiline':
      return [
        ['one character too many', 'x'.repeat((maxLength ?? MEGABYTE) + 1)],
        ['control characters', 'a\u0007b'],
        ['an escape sequence', '\u001b[31mred'],
        ...(field.kind === 'text' ? [['a second line', 'one\ntwo'] as [string, unknown]] : []),
      ]
    case 'email':
      return ['no at sign', 'two@@example.com', 'a b@example.com', '@example.com'].map(asIs)
    case 'url':
      return ['javascript:alert(1)', 'ftp://example.com', 'example.com', 'http://', 'data:text/html,x'].map(asIs)
    case 'integer':
      return [minimum - 1, maximum + 1, minimum + 0.5, 2 ** 53, String(minimum)].map(asIs)
    case 'decimal':
      return type === 'number'
        ? [minimum - 0.001, maximum + 0.001, String(minimum), 1e300].map(asIs)
        : ['-1', '1e5', '1,5', '0x1', 'NaN', 'Infinity', `0.${'0'.repeat(30)}1`, '1234567890123', '1.', '.5'].map(asIs)
    case 'boolean':
      return ['true', '1', 0, 1].map(asIs)
    case 'date':
      return ['2026-02-30', '21.11.2026', '2026-1-1', '2026-01-01T00:00:00Z', 'infinity', '0000-01-01'].map(asIs)
    case 'time':
      return [
        '2026-01-01',
        '2026-01-01T00:00:00',
        '2026-13-01T00:00:00Z',
        'now',
        '0000-01-01T00:00:00Z',
        '2026-01-01T00:00:00+23:00',
      ].map(asIs)
    case 'choice':
      return [
        'no such choice',
        field.choices?.[0]?.toUpperCase() === field.choices?.[0] ? 'x' : field.choices?.[0]?.toUpperCase(),
      ].map(asIs)
    case 'list':
      return [
        [''],
        [null],
        ['a\u0000b'],
        ['x'.repeat(101)],
        Array.from({ length: maxItems + 1 }, (_, place) => `S${place}`),
      ].map(asIs)
    case 'objects': {
      const [entry] = sampleOf(field, 1) as object[]
      return [
        [null],
        ['x'],
        [{}],
        [{ ...entry, nonsense: 1 }],
        [entry, entry],
        [{ ...entry, address: 'a\u0000b' }],
      ].map(asIs)
    }
    case 'reference':
      return ['0', '00000000-0000-0000-0000-00000000000g', `${crypto.randomUUID()}x`].map(asIs)
  }
}

/** Wrong for everything that is written as text. */
function anyText(field: Field): [string, unknown][] {
  const texts: [string, string][] = [
    ['nothing', ''],
    ['only spaces', '   '],
    [LARGE, 'x'.repeat(MEGABYTE)],
    ['a NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800b'],
    ['markup', '<b>'],
    ['an accent', 'é'],
  ]
  return texts.filter(([what, text]) => !['markup', 'an accent'].includes(what) || !accepts(field, text))
}

function asIs(value: unknown): [string, unknown] {
  return [JSON.stringify(value).slice(0, 60), value]
}

/** The fields that take any text by themselves: topics that name no machine need one beside them. */
export function freeFields({ name }: Resource, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => name !== 'tagMap' || field !== 'topicFilter'))
}

/** Rows of texts in which each field that takes texts has another one, and every text comes to one of them at least. */
export function spreadOver(fields: Fields, texts: readonly string[]): Record<string, string>[] {
  const plain = Object.entries(fields).filter(([, { kind }]) => /^(text|multiline)$/.test(kind))
  const rows: Record<string, string>[] = []
  const waiting = new Set(texts.filter((text) => plain.some(([, field]) => accepts(field, text))))
  while (waiting.size > 0) {
    const row: Record<string, string> = {}
    for (const [name, field] of plain) {
      const text = [...waiting, ...texts].find((one) => accepts(field, one))
      if (text === undefined) continue
      row[name] = text
      waiting.delete(text)
    }
    rows.push(row)
  }
  return rows
}

/** Texts that attack anyone who does not take them as text, and those that people really write. */
export const hostileTexts: readonly string[] = [
  `Robert'); DROP TABLE customer;--`,
  `' OR '1'='1`,
  '"; SELECT pg_sleep(9); --',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("https://example.com","x")',
  '+1+cmd|x',
  '@SUM(1)',
  '-2+3',
  '100 % _of_ \\ it',
  '\\u0000 \\x00 %00',
  '$1 {{7*7}} %s',
  '../../etc/passwd',
  'شركة التغليف',
  '\u202egnp.exe',
  'Ærø Straße İstanbul ΟΔΟΣ',
  '食品包装 🏭👩‍🔧',
  'null',
  'undefined',
  '__proto__',
  'a,b;c',
  "'",
]
