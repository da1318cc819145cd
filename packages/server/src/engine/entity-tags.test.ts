import { describe, expect, test } from 'vitest'
import { isKnown, namesVersion, readTags, rowTag } from './entity-tags.ts'

describe('the tags that a condition names', () => {
  test.each([
    ['*', '*'],
    ['"a"', ['"a"']],
    ['W/"a"', ['W/"a"']],
    ['"a", W/"b" ,"c,d",', ['"a"', 'W/"b"', '"c,d"']],
    ['""', ['""']],
  ])('%s', (header, tags) => {
    const named = readTags(header)
    expect(named === '*' ? '*' : named?.map(({ isWeak, opaque }) => `${isWeak ? 'W/' : ''}${opaque}`)).toEqual(tags)
  })

  test.each(['', ' ', ',', 'a', '"a', 'a"', '"a" "b"', 'w/"a"', '"a", b', '*, "a"', `"${'a'.repeat(50_000)}`])(
    'cannot be read: %#',
    (header) => {
      expect(readTags(header)).toBeUndefined()
    },
  )
})

test('a state is known by a weak tag, among several, and by *', () => {
  const knows = (header: string, etag = '"a"') => isKnown({ headers: { 'if-none-match': header } }, etag)
  expect([knows('"a"'), knows('W/"a"'), knows('"b", W/"a"'), knows('*'), knows('"a"', 'W/"a"')]).toEqual(
    Array(5).fill(true),
  )
  expect([knows('"b"'), knows('a'), knows('"a'), isKnown({ headers: {} }, '"a"')]).toEqual(Array(4).fill(false))
})

test('a row is named by its version alone, and by no weak tag', () => {
  const named = (header: string) => namesVersion(readTags(header) ?? [], 7)
  expect([named('*'), named('"7"'), named(rowTag(7, '{}')), named('"6", "7"')]).toEqual(Array(4).fill(true))
  expect([named('W/"7"'), named('"70"'), named('"another"'), named(rowTag(8, '{}'))]).toEqual(Array(4).fill(false))
})
