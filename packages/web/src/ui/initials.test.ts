import { describe, expect, it } from 'vitest'
import { initials } from './initials.ts'

describe('initials', () => {
  it('takes the first letter of the first and of the last name', () => {
    expect(initials('Jonas', 'Eide')).toBe('JE')
  })

  it('makes capitals of small letters and ignores blanks around a name', () => {
    expect(initials('  zofia', ' łukasz ')).toBe('ZŁ')
  })

  it('shows the one letter there is when a name is missing', () => {
    expect(initials('Maren', '')).toBe('M')
    expect(initials('', 'Holm')).toBe('H')
  })

  it('shows a question mark when both names are missing', () => {
    expect(initials(' ', '')).toBe('?')
  })

  it('does not cut a letter outside the basic plane in half', () => {
    expect(initials('𝒜da', 'Lis')).toBe('𝒜L')
  })

  it('keeps one letter where its capital has two', () => {
    expect(initials('ßeta', 'Lis')).toBe('SL')
  })
})
