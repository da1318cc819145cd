import { fieldsByHeading, plainWord, resources } from '@packhouse/contract'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { declared } from '../registry.ts'
import { importColumns } from './import-columns.ts'
import { templateOf } from './import-template.ts'

/** The cells of the first line, where no heading has a quote. */
function cellsOf(text: string): string[] {
  return [...text.replace(/^\uFEFF/, '').matchAll(/"([^"]*)"|[^,]+/g)].map(([all, quoted]) => quoted ?? all)
}

test('a template has a line of headings, of each of which an import finds the field, for every resource', async () => {
  for (const resource of resources) {
    const [head = '', ...rest] = (await (await templateOf(resource, undefined, 'csv')).text()).split('\r\n')
    expect(rest).toEqual([''])
    const known = fieldsByHeading(resource.fields, (text) => text)
    const found = cellsOf(head).map((heading) => known.get(plainWord(heading)))
    expect(found, resource.name).toEqual(importColumns(resource, undefined).map(({ name }) => name))
  }
})

test('headings are labels, as people read them', async () => {
  const [head = ''] = (await (await templateOf(declared('customer'), undefined, 'csv')).text()).split('\r\n')
  expect(cellsOf(head)).toEqual(expect.arrayContaining(['Code', 'Name', 'Legal name', 'Currency']))
})

test('as a workbook it is one sheet with the same columns', async () => {
  const resource = declared('compatibility')
  const template = await templateOf(resource, undefined, 'xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await template.arrayBuffer()))
  const headings = importColumns(resource, undefined).map(({ heading }) => heading)
  expect(sheets.map(({ rows }) => rows)).toEqual([[headings]])
})
