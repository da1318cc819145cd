import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Merges live states by their time. They do not answer a change. */
const live = ['packages/web/src/entities/machine/live-machines.ts']

test('screens show the answer to a change with showAnswer, so that no older response overwrites it', () => {
  const files = globSync('packages/web/src/{entities,features,resource,ui}/**/*.{ts,tsx}').filter(
    (file) => !live.includes(file),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('.setQueryData'))).toEqual([])
})
