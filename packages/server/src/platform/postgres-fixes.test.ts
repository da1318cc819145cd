import { expect, test } from 'vitest'
import { openFixesOf } from './postgres-fixes.ts'

test.each(['18.0', '18.4', '18.4 (Debian 18.4-1.pgdg13+1)', '18.5'])('%s lacks fixes of a newer release', (version) => {
  expect(openFixesOf(version)).toMatchObject({ version: version.split(' ')[0], newest: '18.6', holes: 28 })
})

test.each(['18.6', '18.10', '19.0', '19beta1', 'of an unknown version', ''])(
  'of %j nothing is known to be open',
  (version) => {
    expect(openFixesOf(version)).toBeUndefined()
  },
)
