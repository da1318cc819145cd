import { describe, expect, it } from 'vitest'
import { lockBarState } from './lock-bar-state.ts'

type Known = Parameters<typeof lockBarState>[0]

const ME = 'me'
const reader = { userId: ME, dismissed: undefined, kept: 0 }
const at = '2026-11-23T13:06:00Z'
const henrik = { userId: 'other', name: 'Henrik Aas', since: at, expiresAt: at }
const myself = { ...henrik, userId: ME, name: 'Mine' }
const reading: Known = {
  state: 'reading',
  token: undefined,
  editor: null,
  activeAt: undefined,
  asked: null,
  takenFrom: undefined,
  lostTo: null,
  confirmedAt: Date.parse(at),
  people: [],
}

describe('the lock bar', () => {
  it.each<[string, Partial<Known>, string, RegExp, string]>([
    ['a free project', {}, 'quiet', /Nobody edits/, 'begin'],
    ['mine', { state: 'mine', editor: myself }, 'quiet', /You are editing/, 'end'],
    ['one taken over', { state: 'mine', takenFrom: 'Henrik Aas' }, 'warn', /took over from Henrik Aas/, 'end'],
    ['theirs', { state: 'theirs', editor: henrik }, 'warn', /Henrik Aas has been editing since/, 'ask,takeOver'],
    ['mine in another window', { state: 'theirs', editor: myself }, 'warn', /in another window/, 'continueHere'],
    ['an unsure connection', { state: 'unsure', token: '7' }, 'warn', /Connection unsure/, ''],
    ['an expired lock', { state: 'lost' }, 'bad', /no connection since/, 'beginAgain'],
    [
      'a lost one',
      { state: 'lost', lostTo: henrik, editor: henrik },
      'bad',
      /Henrik Aas has taken over/,
      'ask,takeOver',
    ],
    ['a lost one that is free by now', { state: 'lost', lostTo: henrik }, 'bad', /Henrik Aas has taken/, 'beginAgain'],
    [
      'one that went to another window',
      { state: 'lost', lostTo: myself, editor: myself },
      'bad',
      /another window/,
      'continueHere',
    ],
  ])('says whose %s is and what can be done', (_, known, tone, title, acts) => {
    const state = lockBarState({ ...reading, ...known }, reader)
    expect([state.tone, state.acts.join()]).toEqual([tone, acts])
    expect(state.title).toMatch(title)
  })

  it('says who asks until that is answered', () => {
    const asked = { userId: 'other', name: 'Henrik Aas', at }
    const mine: Known = { ...reading, state: 'mine', token: '7', editor: myself, asked }
    expect(lockBarState(mine, reader)).toMatchObject({ tone: 'info', acts: ['handOver', 'keep'] })
    expect(lockBarState(mine, { ...reader, dismissed: at }).tone).toBe('quiet')
  })

  it('says to who has asked that they wait, and how much is kept of what was lost', () => {
    const asked = { userId: ME, name: 'Mine', at }
    expect(lockBarState({ ...reading, state: 'theirs', editor: henrik, asked }, reader).more).toMatch(/You have asked/)
    expect(lockBarState({ ...reading, state: 'lost' }, { ...reader, kept: 3 }).more).toMatch(/Your 3 changes are kept/)
  })
})
