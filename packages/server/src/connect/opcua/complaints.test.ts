import { expect, test } from 'vitest'
import { freshState } from '../supervisor/connection-states.ts'
import { Complaints } from './complaints.ts'

test('what is wrong is counted once, shown while it lasts, and not hidden behind what is over', () => {
  const state = { ...freshState }
  const shown: (readonly string[])[] = []
  const complaints = new Complaints(state, (words) => shown.push(words))
  complaints.set('unmonitored', '5 nodes are refused.')
  complaints.set('unmonitored', '5 nodes are refused.')
  complaints.set('values', 'A value is bad.')
  expect(state).toMatchObject({ errorCount: 2, lastError: 'A value is bad.' })
  complaints.set('values', undefined)
  expect(state).toMatchObject({ errorCount: 2, lastError: '5 nodes are refused.' })
  complaints.set('unmonitored', undefined)
  expect(state.lastError).toBe('5 nodes are refused.')
  expect(shown).toEqual([
    ['5 nodes are refused.'],
    ['5 nodes are refused.', 'A value is bad.'],
    ['5 nodes are refused.'],
    [],
  ])
})
