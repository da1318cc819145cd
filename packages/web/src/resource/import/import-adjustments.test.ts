import { customers, type ImportReport } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import {
  adjustmentsOf,
  cellKey,
  columnsFound,
  lackingFields,
  undecidedCount,
  withColumn,
  wordsOfChoices,
} from './import-adjustments.ts'

const fault = (path: string, code: string) => ({ path, code, message: code })
const column = (heading: string, field: string | null) => ({ heading, field, sample: null })
const report: ImportReport = {
  dryRun: true,
  total: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  encoding: 'utf-8',
  openNumber: null,
  columns: [column('Name', 'name'), column('Geld', null), column('Notiz', null)],
  errors: [fault('lines.1.column2', 'unknown'), fault('lines.1.code', 'missing'), fault('lines.1.currency', 'missing')],
  lines: [],
}

describe('what is changed about a file', () => {
  it('begins with what the headings say, and leaves open what they do not', () => {
    expect(columnsFound(report)).toEqual(['name', undefined, undefined])
    expect(undecidedCount(columnsFound(report))).toBe(2)
    expect(lackingFields(report, ['name', 'currency', null])).toEqual(['code'])
  })

  it('gives a field to one column only, so that the other has to be decided again', () => {
    expect(withColumn(['name', 'code', null], 2, 'code')).toEqual(['name', undefined, 'code'])
    expect(withColumn(['name', 'code', null], 0, null)).toEqual([null, 'code', null])
  })

  it('is sent with the place of every mended cell; what is not decided is left out', () => {
    const changes = { columns: ['name', undefined], cells: { [cellKey(12, 'currency')]: 'EUR' }, leftOut: [9, 3] }
    expect(adjustmentsOf(changes, {})).toEqual({
      columns: ['name', null],
      cells: [{ line: 12, field: 'currency', text: 'EUR' }],
      leaveOut: [3, 9],
      words: {},
    })
  })

  it('says which sign stands before decimals once that was asked', () => {
    const of = { line: 2, field: 'price', text: '1,234', point: '1234', comma: '1.234' }
    expect(adjustmentsOf({ cells: {}, decimals: { sign: ',', of } }, {})).toMatchObject({ decimalSign: ',' })
    expect(adjustmentsOf({ cells: {} }, {})).not.toHaveProperty('decimalSign')
  })

  it('has the words of the screen where a choice is called otherwise than it is stored', () => {
    expect(wordsOfChoices(customers, { words: { hold: 'On hold' } })).toEqual({ status: { 'On hold': 'hold' } })
    expect(wordsOfChoices(customers, {})).toEqual({})
  })
})
