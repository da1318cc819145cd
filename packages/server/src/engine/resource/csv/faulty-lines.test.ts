import { customers, MAX_MENDABLE_LINES } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { FaultList } from '../../fault-list.ts'
import { MOST_FAULTS } from '../../problem-error.ts'
import { toProblem } from './import-problem.ts'
import { toReport } from './import-report.ts'
import { numberSigns } from './number-signs.ts'
import type { ImportFile } from './parse-file.ts'
import { type Line, readLines } from './read-line.ts'

const LINES = 20_000
const FAULTY = { code: 'a\u202eb', name: 'a\u202eb', website: 'nowhere' }

let file: ImportFile
let lines: Line[]
let turns: number

/** Counts the turns that others get during some work. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let count = 0
  let isOver = false
  const next = () => {
    count += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  await work()
  isOver = true
  return count
}

beforeAll(async () => {
  file = {
    columns: Object.keys(FAULTY),
    lines: Array.from({ length: LINES }, (_, index) => ({
      line: index + 2,
      cells: { ...FAULTY },
      numbers: new Set(),
      unread: new Map(),
      miscounted: undefined,
    })),
    signs: await numberSigns(customers, [], { separator: ',', answer: undefined }),
    encoding: 'utf-8',
    words: {},
    shown: [],
    headings: new FaultList(),
    lacking: new FaultList(),
  }
  turns = await turnsDuring(async () => {
    lines = await readLines(file, customers)
  })
})

describe('a file with faults in every line', () => {
  test('is read in turns with other work, and counts every fault', () => {
    expect(turns).toBeGreaterThan(1)
    expect(lines.every(({ faults }) => faults.count === 3)).toBe(true)
  })

  test('lists the faults of the first lines alone', () => {
    expect(lines.filter(({ faults }) => faults.isListed)).toHaveLength(MAX_MENDABLE_LINES)
    expect(lines[MAX_MENDABLE_LINES]?.faults.toErrors()).toEqual([])
  })

  test('is refused with the first faults and the number of all', () => {
    const problem = toProblem(lines)
    expect(problem.errors?.map(({ path }) => path).slice(0, 4)).toEqual([
      'lines.2.code',
      'lines.2.name',
      'lines.2.website',
      'lines.3.code',
    ])
    expect([problem.errors?.length, problem.errorCount]).toEqual([MOST_FAULTS, 3 * LINES])
    expect(problem.message).toMatch(/^Nothing was stored: 20000 of 20000 lines are wrong\. .*; and 59,997 more\.$/)
  })

  test('has a report that says the faults of the first lines, and how many the others have', async () => {
    const report = await toReport(customers, file, lines, true)
    expect([report.total, report.failed]).toEqual([LINES, LINES])
    expect(report.lines.filter(({ errors }) => errors.length > 0)).toHaveLength(MAX_MENDABLE_LINES)
    expect(report.lines.filter(({ cells }) => cells !== undefined)).toHaveLength(MAX_MENDABLE_LINES)
    expect(report.lines[0]).toMatchObject({ errors: [{ path: 'code' }, { path: 'name' }, { path: 'website' }] })
    expect(report.lines[0]).not.toHaveProperty('errorCount')
    expect(report.lines.at(-1)).toMatchObject({ outcome: 'error', errors: [], errorCount: 3 })
  })
})

test('An open number is asked for, however many faulty lines are before it', async () => {
  const [line] = lines
  const read = await readLines({ ...file, columns: ['code'] }, customers)
  const last = read.at(-1)
  const cells = { ...line?.cells, creditLimit: '1,234' }
  last?.faults.add('creditLimit', { code: 'ambiguous_number', words: () => 'can be read in two ways' })
  const report = await toReport(
    customers,
    file,
    last === undefined ? [] : [...read.slice(0, -1), { ...last, cells }],
    true,
  )
  expect(report.openNumber).toMatchObject({ line: LINES + 1, field: 'creditLimit', point: '1234', comma: '1.234' })
})
