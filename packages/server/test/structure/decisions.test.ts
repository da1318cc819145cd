import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../../docs/decisions')

const readRecord = (name: string) => readFile(join(FOLDER, name), 'utf8')

const records = (await readdir(FOLDER)).filter((name) => /^\d{4}-/.test(name)).sort()

/** The rows of the table: number, file, title, date, status and the files that replace it. */
const rows = (await readRecord('README.md')).split('\n').flatMap((line) => {
  const row = /^\| \[(\d{4})\]\((\1-[\w-]+\.md)\) \| (.+) \| (\d{4}-\d\d-\d\d) \| ([\w ]+) \|(.*)\|$/.exec(line)
  if (row === null) return []
  const [, number = '', file = '', title = '', date = '', status = '', by = ''] = row
  return [{ number, file, title, date, status, supersededBy: linksIn(by) }]
})

/** The files of records that a text links to. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\[\d{4}\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, file = '']) => file)
}

/** The first line of a record, and the second one that is not empty. */
async function headOf(file: string): Promise<{ heading: string; second: string }> {
  const [heading = '', second = ''] = (await readRecord(file)).split('\n').filter((line) => line !== '')
  return { heading, second }
}

test('the table of decisions has each record once, in their order', () => {
  expect(rows.map(({ file }) => file)).toEqual(records)
})

test.each(rows)('the table has the title and the date of decision $number', async ({ number, file, title, date }) => {
  const { heading, second } = await headOf(file)
  expect(heading.replace(/^# (\d{4})[:.]? /, '$1 ')).toBe(`${number} ${title}`)
  expect([undefined, date]).toContain(/\d{4}-\d\d-\d\d/.exec(second)?.[0])
})

test.each(rows)('decision $number and the table agree in what replaces it', async ({ file, status, supersededBy }) => {
  const { second } = await headOf(file)
  const [, replaced = ''] = /Replaced(?: in part)?: (.*)/.exec(second) ?? []
  expect(linksIn(replaced)).toEqual(supersededBy)
  expect(status.startsWith('replaced')).toBe(supersededBy.length > 0)
  for (const later of supersededBy) expect(records).toContain(later)
})
