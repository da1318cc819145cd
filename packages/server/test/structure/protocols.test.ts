import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
/** Assertions of the specification of Sparkplug 3.0.0 that a test kit can check. */
const ASSERTIONS = 299

const document = await readFile(join(ROOT, 'docs/protocols.md'), 'utf8')

/** The cells of the rows of assertions: id, meaning, state, proof or reason. */
const rows = document.split('\n').flatMap((line) => {
  const [, id = '', meaning = '', state = '', reason = '', ...rest] = line.split('|').map((cell) => cell.trim())
  return rest.length === 1 && /^[a-z]+(-[\da-zA-Z]+)+$/.test(id) ? [{ id, meaning, state, reason }] : []
})

/** Files with the names of tests that are in them, as ``file` “name”, “name”``. */
function proofsIn(text: string): { file: string; names: string[] }[] {
  return [...text.matchAll(/`([\w./-]+\.test\.ts)`((?:,? “[^”]+”)*)/g)].map(([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
  }))
}

test('each assertion of Sparkplug is there once, with its meaning, its state and why', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  for (const { id, meaning, state, reason } of rows) {
    expect(meaning, id).not.toBe('')
    expect(state, id).toMatch(/^(met|not applicable|missing)$/)
    expect(reason, id).not.toBe('')
    if (state !== 'met') continue
    const proofs = proofsIn(reason)
    expect(proofs.length, id).toBeGreaterThan(0)
    for (const { names } of proofs) expect(names, id).not.toEqual([])
  }
})

test('the counts are those of the rows', () => {
  const counts = Map.groupBy(rows, ({ state }) => state)
  const [met, none, missing] = ['met', 'not applicable', 'missing'].map((state) => counts.get(state)?.length ?? 0)
  expect(document).toContain(`has ${ASSERTIONS} assertions`)
  expect(document).toContain(`The other ${ASSERTIONS - rows.length} bind edge nodes alone`)
  expect(document).toContain(
    `Of ${rows.length} that are listed ${met} are met, ${none} not applicable, ${missing} missing.`,
  )
})

test('every test that is named is in its file, under that name', async () => {
  const files = Map.groupBy(proofsIn(document), ({ file }) => file)
  for (const [file, proofs] of files) {
    const text = await readFile(join(ROOT, file), 'utf8')
    for (const name of new Set(proofs.flatMap(({ names }) => names))) {
      const isThere = [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => text.includes(quoted))
      expect(isThere, `${file}: ${name}`).toBe(true)
    }
  }
})
