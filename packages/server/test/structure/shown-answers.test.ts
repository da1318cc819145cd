import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What pushes values of its own, that answer no change: states that are merged by their times. */
const pushed = ['packages/web/src/entities/machine/live-machines.ts']

test('screens show the answer to a change by showAnswer: a reading from before it never takes its place', () => {
  const files = globSync('packages/web/src/{entities,features,resource,ui}/**/*.{ts,tsx}').filter(
    (file) => !pushed.includes(file),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('.setQueryData'))).toEqual([])
})
