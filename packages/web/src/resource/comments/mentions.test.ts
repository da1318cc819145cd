import { expect, test } from 'vitest'
import { completeName, mentionedIn, piecesOf, typedNameAt } from './mentions.ts'

test.each([
  ['@', 1, { start: 0, name: '' }],
  ['Ask @Ad', 7, { start: 4, name: 'Ad' }],
  ['Ask @Ada Lov', 12, { start: 4, name: 'Ada Lov' }],
  ['(@Zoë', 5, { start: 1, name: 'Zoë' }],
  ['Ask @Ada about it', 5, { start: 4, name: '' }],
] as const)('%j has a name that is typed at %i', (text, caret, expected) => {
  expect(typedNameAt(text, caret)).toEqual(expected)
})

test.each(['ada@example', 'Ask Ada', 'Ask @Ada Lovelace today', '@Ada\n'])('%j has none at its end', (text) => {
  expect(typedNameAt(text, text.length)).toBeUndefined()
})

test('a chosen name takes the place of what was typed, and the caret is behind it', () => {
  const text = 'Ask @Ad today'
  expect(completeName(text, { start: 4, name: 'Ad' }, 'Ada Lovelace')).toEqual({
    text: 'Ask @Ada Lovelace today',
    caret: 18,
  })
})

test('a name that was taken out again is no mention', () => {
  const people = [{ name: 'Ada Li' }, { name: 'Bo Ek' }]
  expect(mentionedIn('@Bo Ek, please', people)).toEqual([{ name: 'Bo Ek' }])
})

test('the longer of two names that begin alike is marked, and letters of patterns are letters', () => {
  const people = [{ name: 'Ada Li' }, { name: 'Ada Lindberg' }, { name: 'A. (B)' }]
  expect(piecesOf('@Ada Lindberg and @Ada Li, @A. (B)', people)).toEqual([
    { text: '@Ada Lindberg', isMention: true },
    { text: ' and ', isMention: false },
    { text: '@Ada Li', isMention: true },
    { text: ', ', isMention: false },
    { text: '@A. (B)', isMention: true },
  ])
})
