import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../install.mjs'
import { reachOf } from './reach.mjs'

const reach = (...changed: string[]) => reachOf(changed, (path) => existsSync(join(root, path)))

test('a document reaches no test', () => {
  expect(reach('README.md', 'docs/testing.md')).toEqual({ isAll: false, runs: [] })
})

test('an area of the server reaches its own tests, also from the contract', () => {
  const runs = [
    { project: 'api', paths: ['packages/server/test/estimator/'] },
    { project: 'unit', paths: ['packages/contract/src/estimator/', 'packages/server/src/estimator/'] },
  ]
  expect(reach('packages/server/src/estimator/quotes/accept-quote.ts')).toEqual({ isAll: false, runs })
  expect(reach('packages/contract/src/estimator/money.ts')).toEqual({ isAll: false, runs })
})

test('a feature of the web reaches the tests of the web, and a test in the browser itself', () => {
  expect(reach('packages/web/src/features/fleet/fleet-rows.ts', 'e2e/test/office/fleet.test.ts')).toEqual({
    isAll: false,
    runs: [
      { project: 'web', paths: ['packages/web/src'] },
      { project: 'office', paths: ['e2e/test/office/fleet.test.ts'] },
    ],
  })
})

test('what all areas stand on reaches everything', () => {
  const shared = [
    'packages/server/src/engine/list.ts',
    'packages/server/migrations/0001-start.sql',
    'package-lock.json',
  ]
  for (const path of shared) expect(reach(path).isAll).toBe(true)
  // An area whose tests lie under another name cannot be told apart.
  expect(reach('packages/server/src/connect/mqtt/mqtt-server.ts').isAll).toBe(true)
})
