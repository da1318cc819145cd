import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './redaction.ts'
import { MAX_LINE_BYTES, shortenLine } from './shorten-line.ts'
import { traceIdOf } from './traceparent.ts'

const SECRET = 'Zq7-secret/value'

describe('withoutSecrets', () => {
  it.each([
    { password: SECRET },
    { a: { new_password: SECRET } },
    { headers: { 'set-cookie': [SECRET, SECRET], Authorization: `Bearer ${SECRET}` } },
    { msg: `Bearer ${SECRET}` },
    { msg: `postgres://user:${SECRET}@host/database failed` },
    { msg: `Cookie: a=${SECRET}` },
    { msg: JSON.stringify({ refresh_token: SECRET }) },
    { msg: `/v1/x?access_token=${SECRET}&page=1` },
    { msg: 'phk_Zq7-secretvalue' },
    { url: 'https://a.example/pha_Zq7-secretvalue/b' },
  ])('removes the secret of %j and leaves JSON', (line) => {
    const clean = withoutSecrets(JSON.stringify(line))
    expect(clean).not.toContain('Zq7')
    expect(() => JSON.parse(clean)).not.toThrow()
  })

  it.each(['a-', 'a.', 'ab://', 'cookie:', 'x"', String.raw`\"`, 'token='])(
    'takes no more than linear time for a line of %j: in a text of 400 kB more than that would not end',
    (part) => {
      const line = JSON.stringify({ level: 50, msg: part.repeat(400_000 / part.length) })
      expect(() => JSON.parse(withoutSecrets(line))).not.toThrow()
    },
  )

  it('keeps what looks like another line within its own', () => {
    const line = JSON.stringify({ level: 30, msg: 'a\r\n{"level":60,"msg":"forged"}\u2028b' })
    expect(withoutSecrets(line)).not.toMatch(/[\r\n]/)
    expect(JSON.parse(withoutSecrets(line)).level).toBe(30)
  })

  it('leaves what is no secret', () => {
    const line = JSON.stringify({ level: 30, part: 'http', msg: 'GET /v1/jobs 200', tokens: 7, token: 118 })
    expect(withoutSecrets(line)).toBe(line)
  })
})

describe('shortenLine', () => {
  it('cuts what is too long, and the line stays JSON with its beginning', () => {
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field${n}`, '\u0001ü€'.repeat(4_000)]))
    const line = JSON.stringify({ level: 50, time: 1, part: 'http', ...fields, msg: 'At the end' })
    const short = shortenLine(line)
    expect(Buffer.byteLength(short)).toBeLessThan(MAX_LINE_BYTES)
    expect(JSON.parse(short)).toMatchObject({
      level: 50,
      time: 1,
      part: 'http',
      msg: 'At the end',
      cut: Buffer.byteLength(line),
    })
    expect(short.startsWith('{"level":50,"time":1,')).toBe(true)
  })
})

describe('traceIdOf', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  it('goes on with a valid trace', () => {
    expect(traceIdOf(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace)
    expect(traceIdOf(`cc-${trace}-00f067aa0ba902b7-01-what-comes-later`)).toBe(trace)
  })

  it.each([
    undefined,
    '',
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-00f067aa0ba902b7-01-x`,
  ])('starts one for %j', (header) => {
    expect(traceIdOf(header)).toMatch(/^[0-9a-f]{32}$/)
    expect(traceIdOf(header)).not.toBe(trace)
  })
})
