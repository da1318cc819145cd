import { describe, expect, test } from 'vitest'
import { readJsonAddress, valueAt, writeJsonAddress } from './json-address.ts'

describe('an address', () => {
  test.each([
    ['t1', ['t1']],
    ['plc.t1', ['plc', 't1']],
    ['values[3].v', ['values', 3, 'v']],
    ['[0].x', [0, 'x']],
    ['["plc.a"].t1', ['plc.a', 't1']],
    ['a["b\\"c"][2][3]', ['a', 'b"c', 2, 3]],
    ['state text.°C', ['state text', '°C']],
  ])('%s is read, and written as it was', (text, path) => {
    expect(readJsonAddress(text)).toEqual(path)
    expect(writeJsonAddress(path)).toBe(text)
  })

  test.each(['', '.', 'a.', '.a', 'a..b', 'a[', 'a[]', 'a[x]', 'a[-1]', 'a]', 'a"b', '[""]', '["\\x"]', 'a[1234567]'])(
    '%j is invalid',
    (text) => {
      expect(readJsonAddress(text)).toBeUndefined()
    },
  )
})

describe('the value at a path', () => {
  const json = { plc: { t1: 4, 'a.b': null }, list: [{ v: false }], text: 'abc' }

  test.each([
    [['plc', 't1'], 4],
    [['plc', 'a.b'], null],
    [['list', 0, 'v'], false],
  ])('%j is found', (path, value) => {
    expect(valueAt(json, path)).toBe(value)
  })

  test.each([
    [['plc', 't2']],
    [['plc', 't1', 'x']],
    [['list', 1]],
    [['list', 'length']],
    [['list', '0']],
    [['text', 0]],
    [['text', 'length']],
    [['constructor']],
    [['__proto__', 'toString']],
    [['plc', 0]],
  ])('%j is not there', (path) => {
    expect(valueAt(json, path)).toBeUndefined()
  })
})
