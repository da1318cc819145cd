import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

describe('the query of an address', () => {
  it.each(['', '?filter=running', '?a=1&b=true&c=', '?q=a%20b%2Bc%26d'])('%j stays as it was written', (search) => {
    expect(stringifySearch(parseSearch(search))).toBe(search)
  })

  it('is text, whatever it looks like', () => {
    expect(parseSearch('?a=1&b=true&c=null')).toEqual({ a: '1', b: 'true', c: 'null' })
  })

  it('leaves out what is undefined or null', () => {
    expect(stringifySearch({ a: undefined, b: null, c: 'x' })).toBe('?c=x')
  })
})
