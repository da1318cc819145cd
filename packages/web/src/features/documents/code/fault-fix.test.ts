import { expect, test } from 'vitest'
import { unknownField } from './fault-fix.ts'

const text = { type: 'string' }
const SCHEMA = {
  properties: {
    machineID: text,
    serial: text,
    rows: { type: 'array', items: { properties: { qty: text, unit: text } } },
  },
}

function faultAt(source: string, written: string, message: string) {
  const before = source.slice(0, source.indexOf(written)).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const place = { line: before.length, endLine: before.length, column, endColumn: column + written.length }
  return { message, source: 'main.typ', ...place, hints: [] }
}

const missing = (name: string) => `dictionary does not contain key "${name}"`

test('an unknown field is named with what there is, and with the one that is meant', () => {
  const source = 'One\n#d.serail and #d.serial'
  const found = unknownField(faultAt(source, 'd.serail', missing('serail')), source, SCHEMA)
  expect(found).toEqual({
    name: 'serail',
    known: ['machineID', 'serial', 'rows'],
    nearest: 'serial',
    place: { from: 7, to: 13 },
  })
  expect(source.slice(7, 13)).toBe('serail')
})

test('a short form of the name is meant too, within a loop, and where the fault is the name alone', () => {
  const source = '#for row in d.rows { row.quantity }'
  for (const written of ['row.quantity', 'quantity']) {
    const found = unknownField(faultAt(source, written, missing('quantity')), source, SCHEMA)
    expect(found).toMatchObject({ known: ['qty', 'unit'], nearest: 'qty', place: { from: 25, to: 33 } })
  }
})

test('a name that is written elsewhere gets no suggestion, nor do other faults', () => {
  const source = '#d.at("serail")'
  expect(unknownField(faultAt(source, 'd.at("serail")', missing('serail')), source, SCHEMA)).toMatchObject({
    place: undefined,
  })
  expect(unknownField(faultAt(source, 'd', 'unknown variable: d'), source, SCHEMA)).toBeUndefined()
})
