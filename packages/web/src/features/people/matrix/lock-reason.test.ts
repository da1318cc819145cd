import { expect, test } from 'vitest'
import { lockReason } from './lock-reason.ts'

const rights = { readOnly: undefined, own: new Set(['customer.read']) }
const cell = { permission: 'customer.read', isSystem: false, held: false, wanted: false }

test('What the reader may do can be given; what the reader lacks can only be taken, or set back', () => {
  expect(lockReason(rights, cell)).toBeUndefined()
  const lacked = { ...cell, permission: 'customer.delete' }
  expect(lockReason(rights, lacked)).toContain('customer.delete')
  expect(lockReason(rights, { ...lacked, held: true, wanted: true })).toBeUndefined()
  expect(lockReason(rights, { ...lacked, held: true })).toBeUndefined()
  expect(lockReason(rights, { ...lacked, wanted: true })).toBeUndefined()
})

test('A role of the product is locked, and so is everything for who may not change roles', () => {
  expect(lockReason(rights, { ...cell, isSystem: true, held: true, wanted: true })).toContain('belongs to the product')
  expect(lockReason({ ...rights, readOnly: 'Ask somebody.' }, { ...cell, held: true, wanted: true })).toBe(
    'Ask somebody.',
  )
})
