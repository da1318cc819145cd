import { expect, test } from 'vitest'
import { filterMatches } from './topic-match.ts'

test.each([
  ['spBv1.0/g/NCMD/n', 'spBv1.0/g/NCMD/n', true],
  ['spBv1.0/g/NCMD/n/#', 'spBv1.0/g/NCMD/n', true],
  ['spBv1.0/g/NCMD/+', 'spBv1.0/g/NCMD/n', true],
  ['spBv1.0/g/NCMD/#', 'spBv1.0/g/NCMD/n', true],
  ['spBv1.0/+/DCMD/n/#', 'spBv1.0/g/DCMD/n/d', true],
  ['spBv1.0/g/DCMD/n/+', 'spBv1.0/g/DCMD/n/d', true],
  ['spBv1.0/g/DCMD/n/+', 'spBv1.0/g/DCMD/n', false],
  ['spBv1.0/g/NCMD/m', 'spBv1.0/g/NCMD/n', false],
  ['spBv1.0/g/NCMD/n', 'spBv1.0/g/NCMD/n/d', false],
  ['spBv1.0/g/NCMD', 'spBv1.0/g/NCMD/n', false],
  ['a/+', 'a/', true],
  ['+', '/a', false],
  ['+/+', '/a', true],
  ['#', 'a/b', true],
  ['#', '$SYS/a', false],
  ['+/a', '$SYS/a', false],
  ['$SYS/#', '$SYS/a', true],
])('%s and %s: %j', (filter, topic, matches) => {
  expect(filterMatches(filter, topic)).toBe(matches)
})
