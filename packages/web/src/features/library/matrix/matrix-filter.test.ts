import type { CompatibilityResult } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { factsOf, toCode, withAnswer } from './cell-code.ts'
import type { MatrixData } from './matrix-data.ts'
import { applyFilter, countAnswers, everything } from './matrix-filter.ts'
import { sharedPrefix, toSheet } from './sheet.ts'

const code = (answer: CompatibilityResult, more: object = {}) =>
  toCode({ answer, stale: false, live: false, contradicted: false, conditions: 0, ...more })

const machine = (id: string, typeName: string) => ({
  ...{ id, model: id, name: `Machine ${id}`, typeId: typeName, typeName, category: 'vffs' as const },
  ...{ designSpeed: null, designSpeedUnit: null },
})
const data: MatrixData = {
  revision: 1,
  machines: [machine('FLW-1', 'Wrappers'), machine('BAG-1', 'Baggers'), machine('FLW-2', 'Wrappers')],
  styles: [
    { id: 's1', code: 'S1', name: 'Wrap-around case', family: 'case', standardRef: 'FEFCO 0406' },
    { id: 's2', code: 'S2', name: 'Pillow bag', family: 'bag', standardRef: null },
  ],
  codes: [
    Uint16Array.from([code('yes'), code('conditional', { conditions: 3, stale: true })]),
    Uint16Array.from([code('no'), code('yes', { live: true })]),
    Uint16Array.from([code('unknown'), code('unknown')]),
  ],
}

test('A cell is packed into a number and comes out the same', () => {
  const facts = { answer: 'conditional', stale: true, live: true, contradicted: true, conditions: 15 } as const
  expect(factsOf(toCode(facts))).toEqual(facts)
  expect(factsOf(toCode({ ...facts, conditions: 40 })).conditions).toBe(15)
  expect(factsOf(withAnswer(toCode(facts), 'no'))).toEqual({
    ...facts,
    answer: 'no',
    contradicted: false,
    conditions: 0,
  })
})

test('Machines stand together by type and styles by family, in the order of their families', () => {
  const sheet = toSheet(data, [0, 1, 2], [0, 1])
  expect(sheet.columns).toEqual([1, 0, 2])
  expect(sheet.groups).toMatchObject([
    { name: 'Baggers', from: 0, end: 1, prefix: 'BAG-' },
    { name: 'Wrappers', from: 1, end: 3, prefix: 'FLW-' },
  ])
  expect(sheet.lines.map(({ kind }) => kind)).toEqual(['family', 'style', 'family', 'style'])
  expect([sheet.rows, sheet.lineOfRow]).toEqual([
    [1, 0],
    [1, 3],
  ])
  expect(sharedPrefix(['A', 'AB'])).toBe('')
})

test('Filters leave the rows and columns that have what they ask for', () => {
  const shown = (filter: Partial<typeof everything>) => applyFilter(data, { ...everything, ...filter })
  expect(shown({ answer: 'unknown' })).toEqual({ machines: [2], styles: [0, 1] })
  expect(shown({ stale: true })).toEqual({ machines: [0], styles: [1] })
  expect(shown({ live: true })).toEqual({ machines: [1], styles: [1] })
  expect(shown({ family: 'bag', typeId: 'Wrappers' })).toEqual({ machines: [0, 2], styles: [1] })
  expect(shown({ search: 'fefco 0406' })).toEqual({ machines: [0, 1, 2], styles: [0] })
  expect(shown({ search: 'flw' })).toEqual({ machines: [0, 2], styles: [0, 1] })
  expect(shown({ search: 'nothing' })).toEqual({ machines: [], styles: [] })
  expect(countAnswers(data, shown({}))).toEqual({ yes: 2, conditional: 1, no: 1, unknown: 2 })
})
