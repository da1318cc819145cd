import type { Call } from '@packhouse/contract'
import fc from 'fast-check'
import { z } from 'zod'
import type { Caller } from './caller.ts'

const UUID = '00000000-0000-7000-8000-000000000000'

/** Values that a parameter may be given whatever it is; most are refused. */
const BAD = [
  '',
  ' ',
  'null',
  '-1',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999-1',
  '1e309',
  'NaN',
  '\\',
  '%',
  "'",
  '\u{1f600}',
  '\ufffd',
  '\u0001',
  'x'.repeat(300),
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00+23:59',
  `2026-01-01T00:00:00.${'0'.repeat(200)}Z`,
  '2026-02-30T00:00:00Z',
  '٣',
]
const MOMENTS = [
  '1970-01-01T00:00:00Z',
  '9999-12-31T00:00:00Z',
  '2026-11-21T06:00:00+15:59',
  '2026-11-21T14:00:00.123456Z',
]
const DAYS = ['1970-01-01', '2026-11-21', '9999-12-31', '0001-01-01']
const NUMBERS = ['0', '1', '25', '200', '2147483647']
const TEXTS = [
  UUID,
  'VFFS-2214',
  'VFFS',
  '%_\\',
  '18446744073709551615-999999999999999999',
  '9999-12-31T00:00:00.000000Z_1',
  'Europe/Oslo',
]

interface Declared {
  format?: string
  type?: string
  enum?: string[]
  anyOf?: Declared[]
}

/** The edges of what is allowed, which reach the database. */
function edgesOf({ format, type, enum: words, anyOf = [] }: Declared): string[] {
  if (words !== undefined) return words
  if (format === 'date-time') return MOMENTS
  if (format === 'date') return DAYS
  if (type === 'integer' || type === 'number') return NUMBERS
  return anyOf.length > 0 ? anyOf.flatMap(edgesOf) : [...TEXTS, ...NUMBERS, ...MOMENTS]
}

function declaredOf(schema: z.ZodType | undefined): [string, Declared][] {
  if (schema === undefined) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Declared>
  }
  return Object.entries(properties)
}

/** Calls that can be asked with any parameters and change nothing: those that read and end. */
export function readingCalls(calls: Readonly<Record<string, Call>>): [string, Call][] {
  return Object.entries(calls).filter(([, { method, answer }]) => method === 'GET' && answer !== 'event-stream')
}

/** The addresses of calls with parameters from the edges of what is allowed and beyond. */
export function addresses(calls: readonly (readonly [string, Call])[]): fc.Arbitrary<string> {
  const ofCall = calls.map(([, call]) => {
    const values = (declared: Declared) =>
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...edgesOf(declared)) }, fc.constantFrom(...BAD))
    const query = Object.fromEntries(declaredOf(call.query).map(([name, declared]) => [name, values(declared)]))
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const params = Object.fromEntries(
      names.map((name) => [name, fc.constantFrom(UUID, ...TEXTS, ...BAD.filter(Boolean))]),
    )
    return fc.tuple(fc.record(params), fc.record(query, { requiredKeys: [] })).map(([inPath, given]) => {
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])))
      return `${path}?${new URLSearchParams(given as Record<string, string>)}`
    })
  })
  return fc.oneof(...ofCall)
}

/** Values of JSON that a field of a body may be given whatever it is. */
const BAD_JSON = [
  null,
  true,
  -1,
  0.1,
  1e308,
  2_147_483_648,
  9_007_199_254_740_992,
  [],
  {},
  [null],
  [[]],
  { a: { b: 1 } },
  '\0',
  '\ud800',
]

/** Calls that take JSON. Those that end the session of whoever asks would leave nobody to ask the next. */
export function writingCalls(calls: Readonly<Record<string, Call>>): [string, Call][] {
  return Object.entries(calls).filter(
    ([name, { body, accepts }]) => body !== undefined && accepts === undefined && !/logout|session/i.test(name),
  )
}

/** A request with a body. */
export interface Asked {
  method: Call['method']
  path: string
  body: unknown
}

/** Requests with fields from the edges of what is allowed and beyond, for rows that there are not. */
export function bodies(calls: readonly (readonly [string, Call])[]): fc.Arbitrary<Asked> {
  const ofCall = calls.map(([, call]) => {
    const values = (declared: Declared) => {
      const edges = edgesOf(declared)
      const numbers = declared.type === 'integer' || declared.type === 'number' ? edges.map(Number) : edges
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom<unknown>(...numbers) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(...BAD) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(...BAD_JSON) },
      )
    }
    const fields = Object.fromEntries(declaredOf(call.body).map(([name, declared]) => [name, values(declared)]))
    const body = fc.oneof(
      { weight: 20, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(...BAD_JSON) },
    )
    const path = call.path.replaceAll(/\{\w+\}/g, UUID)
    return body.map((sent): Asked => ({ method: call.method, path, body: sent }))
  })
  return fc.oneof(...ofCall)
}

/** @throws where an answer says that the fault is ours */
export async function expectNoFaultOfOurs(caller: Caller, asked: string | Asked): Promise<number> {
  const { method, path, body } = typeof asked === 'string' ? { method: 'GET', path: asked, body: undefined } : asked
  const { status, text } = await caller.request(path, { method, body })
  const isOurs = status >= 500 && status !== 503
  if (isOurs) throw new Error(`${status}: ${method} ${path} ${JSON.stringify(body) ?? ''} ${text.slice(0, 200)}`)
  return status
}
