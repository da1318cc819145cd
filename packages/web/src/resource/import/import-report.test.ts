import type { ImportLine, ImportReport } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import {
  advice,
  headline,
  knowsOutcomes,
  LINES_PER_PAGE,
  linesShown,
  outcomeWords,
  pageOfLines,
  shownChoices,
  spokenProgress,
} from './import-report.ts'

function reportOf(...outcomes: ImportLine['outcome'][]): ImportReport {
  const count = (outcome: ImportLine['outcome']) => outcomes.filter((other) => other === outcome).length
  return {
    dryRun: true,
    total: outcomes.length,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    failed: count('error'),
    encoding: 'utf-8',
    openNumber: null,
    columns: [],
    errors: [],
    lines: outcomes.map((outcome, index) => ({
      line: index + 2,
      outcome,
      id: null,
      label: `Row ${index}`,
      changes: [],
      errors: [],
    })),
  }
}

describe('the report of an import', () => {
  it('shows all lines, or those of one outcome in the order of the file', () => {
    const report = reportOf('create', 'error', 'unchanged', 'error')
    expect(linesShown(report, 'all').map(({ line }) => line)).toEqual([2, 3, 4, 5])
    expect(linesShown(report, 'error').map(({ line }) => line)).toEqual([3, 5])
    expect(linesShown(report, 'update')).toEqual([])
  })

  it('offers the outcomes that occur, with their counts', () => {
    expect(shownChoices(reportOf('create', 'error', 'error')).map(({ word, count }) => [word, count])).toEqual([
      ['All', 3],
      ['Errors', 2],
      ['New', 1],
    ])
  })

  it('draws a page of a long report and the rest on the last page', () => {
    const lines = reportOf(...Array.from({ length: 10_000 + 1 }, () => 'create' as const)).lines
    expect(pageOfLines(lines, 1)).toHaveLength(LINES_PER_PAGE)
    expect(pageOfLines(lines, 2)[0]?.line).toBe(LINES_PER_PAGE + 2)
    expect(pageOfLines(lines, 101).map(({ line }) => line)).toEqual([10_002])
    expect(pageOfLines(lines, 102)).toEqual([])
  })

  it('says how many rows are wrong, and that none is saved', () => {
    const report = reportOf('create', 'error', 'error')
    expect(headline(report)).toBe('2 rows of 3 have errors')
    expect(headline(reportOf('create', 'error'))).toBe('1 row of 2 has errors')
    expect(advice(report)).toContain('Nothing has been saved')
  })

  it('counts columns that need a decision beyond those that are listed', () => {
    const errors = [{ path: 'lines.1.column1', code: 'unknown', message: 'is no column' }]
    expect(headline({ ...reportOf('create'), errors })).toBe('1 column needs a decision')
    expect(headline({ ...reportOf('create'), errors, errorCount: 500 })).toBe('500 columns need a decision')
  })

  it('counts rows only when every column has its field or is left out: one without may have what is wrong', () => {
    const errors = [{ path: 'lines.1.column1', code: 'unknown', message: 'is no column' }]
    expect(knowsOutcomes({ ...reportOf('create', 'error'), errors })).toBe(false)
    expect(knowsOutcomes(reportOf('create', 'error'))).toBe(true)
    expect(knowsOutcomes(reportOf())).toBe(false)
  })

  it('says what a file without errors would do', () => {
    expect(headline(reportOf('create', 'update', 'unchanged'))).toBe('2 rows can be imported')
    expect(advice(reportOf('create', 'update', 'unchanged'))).toBe(
      '1 would be created, 1 would be changed, 1 stays as it is. Nothing has been saved yet.',
    )
    expect(outcomeWords(reportOf('update', 'update', 'unchanged', 'unchanged'), 'ahead')).toBe(
      '2 would be changed, 2 stay as they are',
    )
    expect(outcomeWords(reportOf('create', 'update', 'update'), 'done')).toBe('1 was created, 2 were changed')
  })

  it('has nothing to import where the file has no rows or says nothing new', () => {
    expect(headline(reportOf())).toBe('The file contains no rows')
    expect(headline(reportOf('unchanged'))).toBe('Everything is already in the list')
  })
})

it('reads the progress aloud at the quarters', () => {
  expect([0, 249, 250, 999, 1000].map((done) => spokenProgress(done, 1000))).toEqual([0, 0, 25, 75, 100])
  expect(spokenProgress(0, 0)).toBe(0)
})
