import { expect, test } from 'vitest'
import { parseAddresses } from './parse-addresses.ts'

const emails = (text: string) => parseAddresses(text).map(({ email }) => email)

test('addresses are found by line, comma, semicolon and space, each once', () => {
  expect(emails('a@x.example, b@x.example;c@x.example\nd@x.example e@x.example\nA@X.EXAMPLE,,\n')).toEqual([
    'a@x.example',
    'b@x.example',
    'c@x.example',
    'd@x.example',
    'e@x.example',
  ])
  expect(emails(' \n, ;')).toEqual([])
})

test('names are taken as mail programs write them, else as the address suggests', () => {
  expect(
    parseAddresses(
      '"Lovelace, Ada" <ada@x.example>\nJean Luc Picard <mailto:jl@x.example>, grace.hopper2@navy.example',
    ),
  ).toEqual([
    { email: 'ada@x.example', first_name: 'Ada', last_name: 'Lovelace' },
    { email: 'jl@x.example', first_name: 'Jean', last_name: 'Luc Picard' },
    { email: 'grace.hopper2@navy.example', first_name: 'Grace', last_name: 'Hopper' },
  ])
  expect(parseAddresses('Bo bo@nordform.example')).toEqual([
    { email: 'bo@nordform.example', first_name: 'Bo', last_name: 'Nordform' },
  ])
})

test('what is no address is listed, so that it can be corrected', () => {
  expect(emails('ada@x.example, nonsense, <>, "open')).toEqual(['ada@x.example', 'nonsense', '"open'])
})

test('a text without end is cut off', () => {
  expect(emails('<'.repeat(200_000)).length).toBeLessThanOrEqual(1)
})
