import { resources } from '@packhouse/contract'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { declared } from '../registry.ts'
import { importColumns } from './import-columns.ts'
import { templateOf } from './import-template.ts'

test('a template has no cell that would need quotes, for every resource', async () => {
  for (const resource of resources) {
    const [head = '', ...rest] = (await (await templateOf(resource, undefined, 'csv')).text()).split('\r\n')
    expect(head.replace(/^\uFEFF/, '')).toMatch(/^\w+(,\w+)*$/)
    expect(rest).toEqual([''])
  }
})

test('as a workbook it is one sheet with the same columns', async () => {
  const resource = declared('compatibility')
  const template = await templateOf(resource, undefined, 'xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await template.arrayBuffer()))
  const names = importColumns(resource, undefined).map(({ name }) => name)
  expect(sheets.map(({ rows }) => rows)).toEqual([[names]])
})
