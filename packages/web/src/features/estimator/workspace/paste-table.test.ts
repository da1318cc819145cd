import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { editable, pageDecimalSign, readableDecimal, readDecimal, signOf } from '../../../lib/format/decimal-text.ts'
import { setPageLocale } from '../../../lib/format/page-locale.ts'
import { columnsFor } from './columns.ts'
import { gridRows } from './grid-rows.ts'
import { pasteStep, possibleCodes, writingOf } from './paste-step.ts'
import { readTable } from './paste-table.ts'

beforeEach(() => setPageLocale('en-GB'))
afterEach(() => setPageLocale(undefined))

test('A table is read by tabs and lines, with quotes around cells that hold them', () => {
  expect(readTable('a\tb\r\nc\t\r\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
  expect(readTable('"two\nlines"\t"a ""b"""\nplain "quote"\tx')).toEqual([
    ['two\nlines', 'a "b"'],
    ['plain "quote"', 'x'],
  ])
})

describe('a number', () => {
  test.for([
    ['12.5', '.', '12.5'],
    ['12,5', ',', '12.5'],
    ['1,234,567.80', '.', '1234567.8'],
    ['1.234.567,80', ',', '1234567.8'],
    ['1 234,5', ',', '1234.5'],
    ['007', '.', '7'],
    ['.5', '.', '0.5'],
    ['-3', '.', '-3'],
    ['1.234', '.', '1.234'],
  ] as const)('%s with the sign %s is %s', ([text, sign, value]) => {
    expect(readDecimal(text, sign, false)).toEqual({ value })
  })

  test.for(['', 'abc', '1.2.3', '1,2,3', '1e30', 'NaN', '12,34.5', '--1'])('%j is none', (text) => {
    expect(readDecimal(text, '.', false)).toEqual({ fault: 'invalid' })
  })

  test('is unclear where its sign may part thousands or decimals', () => {
    expect(readDecimal('1.234', ',', false)).toEqual({ fault: 'unclear' })
    expect(readDecimal('1,234', '.', false)).toEqual({ fault: 'unclear' })
    expect(readDecimal('1.234', ',', true)).toEqual({ value: '1234' })
  })

  test('is shown and typed in the language of the page, exact whatever its size', () => {
    expect(readableDecimal('12345678901234567.25', 2)).toBe('12,345,678,901,234,567.25')
    setPageLocale('de-DE')
    expect([pageDecimalSign(), editable('1234.5'), readableDecimal('-1234.5', 2)]).toEqual([',', '1234,5', '−1.234,50'])
  })
})

describe('a pasted table', () => {
  const place = {
    rows: gridRows([], [], { folded: new Set(), editing: true, empty: ['Machines'] }),
    columns: columnsFor(true),
    row: 1,
    column: 0,
    minorUnits: 2,
  }

  test('says by itself how its numbers are written, or is asked about', () => {
    expect(signOf(['1.234', '12,5'])).toBe(',')
    expect(signOf(['1.234.567'])).toBe(',')
    expect(signOf(['1.5', '2,5'])).toBeUndefined()
    expect(writingOf([['Bagger', '1', 'pcs', '10,50']], place)).toEqual({ sign: ',', isSure: true })
    expect(writingOf([['Bagger', '1.234']], place)).toEqual({ example: '1.234' })
    expect(writingOf([['1.234', '3']], place)).toEqual({ sign: '.', isSure: false })
  })

  test('takes a margin with the cost beside it, and lines of the catalogue for their codes', () => {
    const table = [
      ['Bagger', '2', 'pcs', '60', '40'],
      ['QW-77', '3'],
      ['QW-78', '1', '', '', '', '7.25'],
      ['QW-78', '1'],
    ]
    const lines = new Map([
      ['QW-77', { values: { masterId: 'master', description: 'Qwarx feeder', unit: 'set', unitPrice: '50.5' } }],
      ['QW-78', { values: { masterId: 'other', description: 'Qwarx belt', unit: 'm' }, reason: 'Priced in USD.' }],
    ])
    const { step, faults } = pasteStep(table, place, { sign: '.', isSure: true }, lines)
    expect(faults).toEqual([{ id: step.changes[3]?.id, field: 'unitPrice', text: '', message: 'Priced in USD.' }])
    expect(step.changes.map((change) => ('values' in change ? change.values : {}))).toMatchObject([
      { description: 'Bagger', unitCost: '60', unitPrice: '100.00' },
      { masterId: 'master', description: 'Qwarx feeder', quantity: '3', unit: 'set', unitPrice: '50.5' },
      { masterId: 'other', description: 'Qwarx belt', quantity: '1', unit: 'm', unitPrice: '7.25' },
      { masterId: 'other', description: 'Qwarx belt', quantity: '1', unit: 'm' },
    ])
    expect(possibleCodes(table, place)).toEqual(['Bagger', 'QW-77', 'QW-78', 'QW-78'])
    expect(possibleCodes([['2', 'pcs']], { ...place, column: 1 })).toEqual([])
  })

  test('becomes new lines of the section as one step, and holds what cannot be read', () => {
    const table = [
      ['Bagger', '2', 'pcs', '60', '', '100.5'],
      ['Belt', 'many', 'm', '1', '', '2'],
    ]
    const { step, faults } = pasteStep(table, place, { sign: '.', isSure: true })
    expect(step.changes.map((change) => ('values' in change ? change.values : {}))).toEqual([
      { section: 'Machines', description: 'Bagger', quantity: '2', unit: 'pcs', unitCost: '60', unitPrice: '100.5' },
      { section: 'Machines', description: 'Belt', quantity: '1', unit: 'm', unitCost: '1', unitPrice: '2' },
    ])
    expect(faults).toEqual([
      { id: step.changes[1]?.id, field: 'quantity', text: 'many', message: 'This is not a number.' },
    ])
  })
})
