import { expect, test } from 'vitest'
import { readForm } from './form.ts'

test('a form is read as browsers send it', () => {
  expect([...readForm('RelayState=a+b&SAMLResponse=%2B%2F%3D&empty=', 32)]).toEqual([
    ['RelayState', 'a b'],
    ['SAMLResponse', '+/='],
    ['empty', ''],
  ])
  expect([...readForm('', 32)]).toEqual([])
})

test.each(['a&', '&', 'a=b&'])('a form with more fields than any is refused before it is read: %s', (field) => {
  expect(() => readForm(field.repeat(100_000), 32)).toThrow('A form has at most 32 fields.')
  expect(() => readForm(field.repeat(31), 32)).not.toThrow()
})
