import { describe, expect, it } from 'vitest'
import { conditionOf, isEnd, partsWithin, readSpan, withCondition, writeSpan } from './spec-conditions.ts'

describe('the conditions of a list', () => {
  it('are read, changed and taken away by the key of their field', () => {
    const conditions = ['filmWidth:200..', 'head:auger|scoop']
    expect(conditionOf(conditions, 'head')).toBe('auger|scoop')
    expect(conditionOf(conditions, 'film')).toBe('')
    expect(withCondition(conditions, 'head', 'auger')).toEqual(['filmWidth:200..', 'head:auger'])
    expect(withCondition(conditions, 'filmWidth', '')).toEqual(['head:auger|scoop'])
  })
})

describe('a span', () => {
  it('comes back as it was written, with a point for a comma', () => {
    expect(writeSpan({ from: '1,5', to: '' })).toBe('1.5..')
    expect(readSpan('1.5..')).toEqual({ from: '1.5', to: '' })
    expect(readSpan('200')).toEqual({ from: '200', to: '200' })
    expect(writeSpan({ from: ' ', to: '' })).toBe('')
  })

  it('has numbers for ends, or nothing', () => {
    expect(['', '3', '-3', '1,5', '1.5'].map(isEnd)).toEqual([true, true, true, true, true])
    expect(['x', '1.5.2', '1..2'].map(isEnd)).toEqual([false, false, false])
  })

  it('meets the parts of a histogram between its ends', () => {
    const histogram = { from: 0, to: 40, counts: [1, 0, 2, 0] }
    expect(partsWithin(histogram, { from: '', to: '' })).toEqual([true, true, true, true])
    expect(partsWithin(histogram, { from: '12', to: '25' })).toEqual([false, true, true, false])
    expect(partsWithin(histogram, { from: '39', to: '' })).toEqual([false, false, false, true])
  })
})
