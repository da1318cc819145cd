import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const lines = readFileSync(join(ROOT, 'Containerfile'), 'utf8').split('\n')
const copies = lines.filter((line) => line.startsWith('COPY ')).map((line) => line.split(' ').slice(1))
const fromContext = copies.filter(([first = '']) => !first.startsWith('--from=')).flatMap((words) => words.slice(0, -1))

test('every file that the Containerfile copies is there', () => {
  expect(fromContext.length).toBeGreaterThan(15)
  expect(fromContext.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('every stage that is copied from comes before, and every package of the lock file has its manifest', () => {
  const stages = lines.flatMap((line) => /^FROM \S+ AS (\w+)$/.exec(line)?.[1] ?? [])
  const used = copies.flatMap(([first = '']) => (first.startsWith('--from=') ? [first.slice('--from='.length)] : []))
  expect(used.filter((stage) => !stages.includes(stage))).toEqual([])
  const manifests = ['packages/*/package.json', 'e2e/package.json', 'bench/package.json']
  const wanted = globSync(manifests, { cwd: ROOT })
  expect(wanted.filter((path) => !fromContext.includes(path))).toEqual([])
})

test('the images run as a user with a number, and say whether they live', () => {
  expect(lines).toContain('USER 10001:10001')
  expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true)
})
