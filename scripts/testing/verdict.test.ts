import { expect, test } from 'vitest'
import { filesToRunAgain, MOST_LOOKS, MOST_UNSTEADY, verdictOf } from './verdict.mjs'

function fileResult(index: number, hasFailed: boolean) {
  const counts = { passed: hasFailed ? 0 : 1, failed: hasFailed ? 1 : 0, skipped: 0 }
  return { file: `file-${index}.test.ts`, project: 'unit', hasFailed, ms: 1, ...counts, failures: [] }
}

function runOf(count: number, hasFailed: boolean) {
  return { files: Array.from({ length: count }, (_, index) => fileResult(index, hasFailed)), errors: [] as string[] }
}

test('up to five files that failed and passed alone leave the suite green, and are told', () => {
  const verdict = verdictOf([runOf(MOST_UNSTEADY, true)], [runOf(MOST_UNSTEADY, false)])
  expect(verdict).toMatchObject({ isGreen: true, passed: MOST_UNSTEADY, failedTests: 0 })
  expect(verdict.unsteady).toHaveLength(MOST_UNSTEADY)
  expect(verdictOf([runOf(MOST_UNSTEADY + 1, true)], [runOf(MOST_UNSTEADY + 1, false)]).isGreen).toBe(false)
})

test('a file of the same name in another project is not taken for the one that passed', () => {
  const other = { files: [{ ...fileResult(0, false), project: 'web' }], errors: [] }
  expect(verdictOf([runOf(1, true), other], [other])).toMatchObject({ isGreen: false, failedTests: 1, passed: 1 })
})

test('an error outside of tests is red whatever the tests say, also when it comes in the second look', () => {
  const broken = { files: [], errors: ['nobody waits for this'] }
  expect(filesToRunAgain([runOf(1, true), broken])).toEqual([])
  expect(verdictOf([runOf(1, false), broken], []).isGreen).toBe(false)
  expect(verdictOf([runOf(1, true)], [{ ...runOf(1, false), errors: broken.errors }]).isGreen).toBe(false)
})

test('with very many failed files none is looked at again', () => {
  expect(filesToRunAgain([runOf(MOST_LOOKS, true)])).toHaveLength(MOST_LOOKS)
  expect(filesToRunAgain([runOf(MOST_LOOKS + 1, true)])).toEqual([])
})
