import { field } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { fieldsInOrder, layoutOf } from './form-layout.ts'

const fields = {
  code: field.text({ label: 'Code' }),
  name: field.text({ label: 'Name' }),
  notes: field.multiline({ label: 'Notes' }),
  currency: field.text({ label: 'Currency' }),
}
const terms = { title: 'Terms', fields: ['currency', 'gone'] }
const view = { sections: [{ fields: ['name', 'code'] }, terms], summary: ['name', 'currency', 'gone'] }

test('A new row begins with the summary of its view, and every other field is folded', () => {
  expect(layoutOf(fields, view, true)).toEqual({
    first: [{ fields: ['name', 'currency'] }],
    folded: [{ fields: ['code'] }, { fields: ['notes'] }],
  })
})

test('A row that is there, or a view without a summary, shows all sections', () => {
  const all = [{ fields: ['name', 'code'] }, { title: 'Terms', fields: ['currency'] }, { fields: ['notes'] }]
  expect(layoutOf(fields, view, false)).toEqual({ first: all, folded: [] })
  expect(layoutOf(fields, { sections: view.sections }, true)).toEqual({ first: all, folded: [] })
})

test('Fields are in the order in which the form shows them, which faults and the focus follow', () => {
  expect(Object.keys(fieldsInOrder(fields, view, true))).toEqual(['name', 'currency', 'code', 'notes'])
  expect(Object.keys(fieldsInOrder(fields, view, false))).toEqual(['name', 'code', 'currency', 'notes'])
})
