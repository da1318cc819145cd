import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../../docs/decisions')

test('the list of decisions has each record once, in their order', async () => {
  const list = await readFile(join(FOLDER, 'README.md'), 'utf8')
  const listed = [...list.matchAll(/^\| \[(\d{4})\]\((\1-[\w-]+\.md)\) \|/gm)].map(([, , file]) => file)
  const records = (await readdir(FOLDER)).filter((name) => /^\d{4}-/.test(name))
  expect(listed).toEqual(records.sort())
})
