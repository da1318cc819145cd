import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from '../install.mjs'
import { runSuite } from './run-suite.mjs'

const PASSES = "test('passes', () => {})"
const FAILS = "test('fails', () => expect('what it is').toBe('what it should be'))"
const FAILS_LONG = "test('fails too', { tags: ['long'] }, () => expect('what it is').toBe('what it should be'))"
/** A file that the first run leaves behind tells the second one that it is the second. */
const FAILS_ONCE = `test('fails once', () => {
  const isAgain = existsSync(import.meta.filename + '.ran')
  writeFileSync(import.meta.filename + '.ran', '')
  expect(isAgain).toBe(true)
})`

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Runs a suite of files with such tests. @returns whether it is green, and what it printed in the end */
async function suiteOf(
  tests: Record<string, string>,
  tags?: string,
): Promise<{ isGreen: boolean; report: string; looks: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'packhouse-suite-'))
  folders.push(folder)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    "export default { test: { tags: [{ name: 'long' }], projects: [{ test: { name: 'only', include: ['*.test.mjs'], maxWorkers: 1, isolate: false } }] } }",
  )
  const imports =
    "import { existsSync, writeFileSync } from 'node:fs'\nimport { beforeAll, expect, test } from 'vitest'\n"
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, `${name}.test.mjs`), imports + text)
  const printed: string[] = []
  const options = { cwd: folder, stdio: 'ignore' as const, print: (text: string) => void printed.push(text), lanes: 1 }
  const isGreen = await runSuite([{ projects: ['only'], tags }], options)
  const report = printed.pop() ?? ''
  return { isGreen, report, looks: printed }
}

test('a suite whose files pass is green, and its last line counts the tests', async () => {
  const { isGreen, report, looks } = await suiteOf({ one: PASSES, two: `${PASSES}\ntest.skip('waits', () => {})` })
  expect(isGreen).toBe(true)
  expect(looks).toEqual([])
  expect(report).toMatch(/Slowest files:\n +\d+\.\d s {2}(one|two)\.test\.mjs/)
  expect(report).toMatch(/\n2 passed, 0 failed, 1 skipped$/)
})

test('a file that fails once and passes alone is green and stands under UNSTEADY with its first failure', async () => {
  const { isGreen, report, looks } = await suiteOf({ one: PASSES, two: FAILS_ONCE })
  expect(isGreen).toBe(true)
  expect(looks).toEqual(['\nOnce more, alone: two.test.mjs'])
  expect(report).toMatch(/\nUNSTEADY: .*\n\nUNSTEADY two\.test\.mjs: fails once\nexpected false to be true/)
  expect(report).toMatch(/\n2 passed, 0 failed$/)
})

test('of a suite with a tag the tests that fit run, also in the second look, and no others are counted', async () => {
  const tests = { one: `${FAILS_ONCE}\n${FAILS_LONG}\ntest.skip('waits', () => {})` }
  const { isGreen, report } = await suiteOf(tests, '!long')
  expect(isGreen).toBe(true)
  expect(report).toMatch(/\n1 passed, 0 failed, 1 skipped$/)
  const other = await suiteOf(tests, 'long')
  expect(other.isGreen).toBe(false)
  expect(other.report).toMatch(/\n0 passed, 1 failed$/)
})

test('a file that fails twice is red', async () => {
  const { isGreen, report } = await suiteOf({ one: PASSES, two: FAILS })
  expect(isGreen).toBe(false)
  expect(report).toContain("\nFAILED two.test.mjs: fails\nexpected 'what it is' to be 'what it should be'")
  expect(report).not.toContain('UNSTEADY')
  expect(report).toMatch(/\n1 passed, 1 failed$/)
})

test('six files that fail once are red', async () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six']
  const { isGreen, report } = await suiteOf(Object.fromEntries(names.map((name) => [name, FAILS_ONCE])))
  expect(isGreen).toBe(false)
  expect(report.match(/^UNSTEADY (\w+)\.test/gm)).toHaveLength(6)
  expect(report).toContain('more than 5')
  expect(report).toMatch(/\n6 passed, 0 failed$/)
})

test('an unhandled rejection is red at once, without a second look', async () => {
  const { isGreen, report, looks } = await suiteOf({
    one: FAILS_ONCE,
    two: "test('rejects', async () => { void Promise.reject(new Error('nobody waits for this')); await new Promise((r) => setTimeout(r)) })",
  })
  expect(isGreen).toBe(false)
  expect(looks).toEqual([])
  expect(report).toContain('FAILED outside of tests:\nnobody waits for this')
})

test('a worker that crashes is red at once', async () => {
  const { isGreen, report, looks } = await suiteOf({
    one: "test('crashes', () => process.kill(process.pid, 'SIGKILL'))",
  })
  expect(isGreen).toBe(false)
  expect(looks).toEqual([])
  expect(report).toContain('FAILED outside of tests:')
})

test('a file that cannot be loaded, and a hook that fails, are red with the reason', async () => {
  const { isGreen, report } = await suiteOf({
    one: "throw new Error('not to be loaded')",
    two: `beforeAll(() => { throw new Error('no set-up') })\n${PASSES}`,
  })
  expect(isGreen).toBe(false)
  expect(report).toContain('FAILED one.test.mjs: the file\nnot to be loaded')
  expect(report).toContain('FAILED two.test.mjs: the file\nno set-up')
})

test('a suite in which no test ran is red', async () => {
  expect(await suiteOf({ one: "test.skip('waits', () => {})" })).toMatchObject({ isGreen: false })
})
