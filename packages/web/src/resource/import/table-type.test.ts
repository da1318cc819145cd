import { XLSX_TYPE } from '@packhouse/contract'
import { expect, it } from 'vitest'
import { tableTypeOf } from './table-type.ts'

it.each([
  [XLSX_TYPE, 'a workbook', [0x50, 0x4b, 0x03, 0x04, 0x14]],
  [XLSX_TYPE, 'a workbook with a password', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
  ['text/csv', 'text that begins with the letters of a ZIP', [...new TextEncoder().encode('PK;name')]],
  ['text/csv', 'text with a byte order mark', [0xef, 0xbb, 0xbf, 0x63]],
  ['text/csv', 'the start of a ZIP alone', [0x50, 0x4b]],
  ['text/csv', 'nothing', []],
])('takes as %s: %s', (type, _what, bytes) => {
  expect(tableTypeOf(new Uint8Array(bytes))).toBe(type)
})
