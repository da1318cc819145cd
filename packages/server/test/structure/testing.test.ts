import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

const document = await readFile(join(ROOT, 'docs/testing.md'), 'utf8')

/** The rows of the table that says where each kind of rule is proved. */
const rows = document
  .slice(document.indexOf('| kind of rule |'))
  .split('\n')
  .slice(2)
  .flatMap((line) => {
    const [, rule = '', files = '', on = '', ...rest] = line.split('|').map((cell) => cell.trim())
    return rest.length === 1 ? [{ rule, files, on }] : []
  })

test('each kind of rule is there once, with the files that prove it and what it is proved on', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect(new Set(rows.map(({ rule }) => rule)).size).toBe(rows.length)
  for (const { rule, files, on } of rows) {
    expect(files, rule).toMatch(/^`[\w./-]+\.ts`(, `[\w./-]+\.ts`)*$/)
    expect(on, rule).not.toBe('')
  }
})

test('every file that is named exists', async () => {
  for (const [, path = ''] of document.matchAll(/`((?:packages|e2e|scripts)\/[\w./-]+\.\w+)`/g)) {
    await expect(access(join(ROOT, path)), path).resolves.toBeUndefined()
  }
})
