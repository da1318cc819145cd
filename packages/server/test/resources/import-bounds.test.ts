import {
  alarmRules,
  type ImportReport,
  importReportSchema,
  MAX_IMPORT_COLUMNS,
  MAX_MENDABLE_LINES,
  MAX_MENDED_CELLS,
  MAX_WORDS,
} from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { sendCsv, sendForm } from './import-csv.ts'

const app = useTestApp()
const MOST_FAULTS = 20
/** More lines than their faults are listed of. */
const LINES = MAX_MENDABLE_LINES + 500

const columns = Object.entries(alarmRules.fields).flatMap(([name, field]) => ('secret' in field ? [] : [name]))
const faulty = `${columns.join(',')}\n${`${columns.map(() => 'a\u202eb').join(',')}\n`.repeat(LINES)}`
const unknown = (count: number) => Array.from({ length: count }, (_, place) => `h${place}`).join(',')

async function check(target: string, body: string): Promise<{ report: ImportReport; size: number }> {
  const answer = await sendCsv(await app.as('staff'), `${target}?dryRun=true`, body)
  expect(answer.status, answer.text.slice(0, 500)).toBe(200)
  return { report: importReportSchema.parse(answer.body), size: answer.text.length }
}

describe('an import with faults in every cell', () => {
  test('is checked with the first faults of the first lines, and the number of the others', async () => {
    const { report, size } = await check('/v1/alarm-rules', faulty)
    expect(report).toMatchObject({ total: LINES, failed: LINES })
    const [first, last] = [report.lines[0], report.lines.at(-1)]
    expect(first?.errors).toHaveLength(MOST_FAULTS)
    expect(first?.errorCount).toBeGreaterThan(MOST_FAULTS)
    expect(last).toMatchObject({ errors: [], errorCount: first?.errorCount })
    expect(report.lines.filter(({ errors }) => errors.length > 0)).toHaveLength(MAX_MENDABLE_LINES)
    expect(report.lines.filter(({ cells }) => cells !== undefined)).toHaveLength(MAX_MENDABLE_LINES)
    expect(size).toBeLessThan(3_500_000)
  })

  test('is refused with 20 of them and the number of all', async () => {
    const { report } = await check('/v1/alarm-rules', faulty)
    const count = report.lines.reduce((sum, { errors, errorCount = errors.length }) => sum + errorCount, 0)
    const answer = await sendCsv(await app.as('staff'), '/v1/alarm-rules', faulty)
    const problem = expectProblem(answer, 'invalid_request')
    expect([problem.errors?.length, problem.errorCount]).toEqual([MOST_FAULTS, count])
    expect(answer.text.length).toBeLessThan(10_000)
  })
})

describe('an import with thousands of headings that are no columns', () => {
  const headings = `${unknown(16_384)}\n${'x,'.repeat(16_383)}x\n`

  test('is checked with the first of them, the columns that are lacking, and the number of all', async () => {
    const { report, size } = await check('/v1/customers', headings)
    expect(report.errors).toHaveLength(MOST_FAULTS)
    const lacking = report.errors.filter(({ code }) => code === 'missing').map(({ path }) => path)
    expect(lacking).toEqual(['lines.1.code', 'lines.1.name', 'lines.1.currency'])
    expect(report.errorCount).toBe(16_384 + lacking.length)
    expect(report.columns).toHaveLength(MAX_IMPORT_COLUMNS)
    expect(size).toBeLessThan(100_000)
  })

  test('is refused with the first of them and the number of all', async () => {
    const answer = await sendCsv(await app.as('staff'), '/v1/customers', headings)
    const problem = expectProblem(answer, 'invalid_request')
    expect([problem.errors?.length, problem.errorCount]).toEqual([MOST_FAULTS, 16_384])
    expect(problem.detail).toMatch(/"h19" is not a column of customers; and 16,364 more\. Columns are id, code/)
  })
})

describe('adjustments of an import', () => {
  const send = async (adjustments: string) =>
    expectProblem(
      await sendForm(await app.as('staff'), '/v1/customers?dryRun=true', 'code,name,currency\n', adjustments),
      'invalid_request',
    )
  const list = (count: number, entry: string) => Array.from({ length: count }, () => entry).join(',')
  const fields = (count: number, value: string) =>
    Array.from({ length: count }, (_, place) => `"k${place}":${value}`).join(',')

  test('are not parsed where they are too deep, or an object has too many fields', async () => {
    expect((await send('['.repeat(500_000))).errors).toMatchObject([{ path: 'body.adjustments', code: 'too_deep' }])
    const words = await send(`{"words":{${fields(60_000, '{}')}}}`)
    expect(words.errors).toMatchObject([{ path: 'body.adjustments', code: 'too_many_fields' }])
  })

  test('are refused for the size of a part before its values are judged', async () => {
    const tooBig = async (adjustments: string) => {
      const { errors, errorCount } = await send(adjustments)
      expect(errorCount).toBeUndefined()
      return errors?.map(({ path, code }) => `${path.replace('body.adjustments.', '')} ${code}`)
    }
    expect(await tooBig(`{"words":{${fields(101, '1')}}}`)).toEqual(['words too_big'])
    const many = Math.ceil(MAX_WORDS / 10) + 1
    expect(await tooBig(`{"words":{${fields(10, `{${fields(many, '1')}}`)}}}`)).toEqual(['words too_big'])
    expect(await tooBig(`{"cells":[${list(MAX_MENDED_CELLS + 1, '{}')}]}`)).toEqual(['cells too_big'])
    expect(await tooBig(`{"cells":[${list(4_900, `{${fields(20, '1')}}`)}]}`)).toEqual(['cells too_big'])
    expect(await tooBig(`{"columns":[${list(MAX_IMPORT_COLUMNS + 1, '1')}]}`)).toEqual(['columns too_big'])
  })

  test('have 20 faults in words, and every unknown field is counted', async () => {
    const { errors, errorCount } = await send(`{"cells":[${list(100, `{"line":2,${fields(20, '1')}}`)}]}`)
    expect(errors).toHaveLength(MOST_FAULTS)
    // Each cell lacks a field and a text.
    expect(errorCount).toBe(100 * (20 + 2))
    expect(errors?.slice(0, 3).map(({ path, code }) => `${path.replace('body.adjustments.', '')} ${code}`)).toEqual([
      'cells.0.field invalid_type',
      'cells.0.text invalid_type',
      'cells.0.k0 unknown',
    ])
  })
})
