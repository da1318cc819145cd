import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const ARCHITECTURE = 'docs/ARCHITECTURE.md'
const MOST_WORDS = 1_000

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const found = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort()

const documents = [ARCHITECTURE, 'packages/web/README.md', ...found('packages/server/src/*/README.md')]

/** The numbers with which the files of a folder begin. */
const numbersIn = (folder: string) => new Set(readdirSync(join(ROOT, folder)).map((name) => name.slice(0, 4)))
const decisions = numbersIn('docs/decisions')
const migrations = numbersIn('packages/server/migrations')

/** Names in backticks that are paths, or files of the folder. An address of HTTP begins with a slash, a library with `@`. */
function pathsIn(file: string, text: string): string[] {
  const drawings = /^```[\s\S]*?^```$/gm
  return [...text.replace(drawings, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^[\w.][\w./-]*$/.test(name))
    .filter((name) => name.includes('/') || (file !== ARCHITECTURE && /\.(ts|tsx|js|mjs|md|sql|typ)$/.test(name)))
}

/** The addresses of links that lead into the repository. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** The four digits after a word, such as those of 'migrations 0011, 0019 and 0118'. */
function numbersAfter(word: string, text: string): string[] {
  const lists = text.matchAll(new RegExp(`\\b${word}s? (\\d{4}(?:(?:, | and |,? or )\\d{4})*)`, 'gi'))
  return [...lists].flatMap(([, list = '']) => list.match(/\d{4}/g) ?? [])
}

test('every area has a README, and so has every floor of telemetry and what lies below', () => {
  const folders = found('packages/server/src/*/{area,index}.ts').map(dirname)
  expect(folders.length).toBeGreaterThan(20)
  for (const folder of [...folders, 'packages/server/src/platform', 'packages/server/src/http']) {
    expect(documents).toContain(`${folder}/README.md`)
  }
})

test(`the map has at most ${MOST_WORDS} words and leads to every README`, () => {
  const text = read(ARCHITECTURE)
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS)
  const targets = linksIn(text).map((target) => join(dirname(ARCHITECTURE), target))
  expect(documents.filter((file) => file !== ARCHITECTURE && !targets.includes(file))).toEqual([])
})

test.each(documents)('every link and path in %s exists', (file) => {
  const text = read(file)
  const folder = dirname(file)
  const broken = linksIn(text).filter((target) => !existsSync(join(ROOT, folder, target)))
  expect(broken).toEqual([])
  const missing = pathsIn(file, text).filter(
    (path) => ![folder, ''].some((start) => existsSync(join(ROOT, start, path))),
  )
  expect(missing).toEqual([])
})

test.each(documents)('every decision and migration that %s names exists', (file) => {
  const text = read(file)
  expect(numbersAfter('decision', text).filter((number) => !decisions.has(number))).toEqual([])
  expect(numbersAfter('migration', text).filter((number) => !migrations.has(number))).toEqual([])
})
