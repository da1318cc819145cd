import { describe, expect, it } from 'vitest'
import { compareVersions, mergeVersions, obviousChoices } from './merge-versions.ts'

const names = ['name', 'city', 'notes', 'features']
const base = { name: 'A', city: 'Oslo', notes: null, features: ['x'] }

describe('two versions of a row', () => {
  it('do not differ where both say the same', () => {
    const both = { ...base, city: 'Bergen', features: ['x', 'y'] }
    expect(compareVersions(names, base, both, { ...both, features: ['x', 'y'] })).toEqual([])
  })

  it('are decided by themselves where only one of them has changed a field', () => {
    const differences = compareVersions(names, base, { ...base, name: 'B' }, { ...base, notes: 'new' })
    expect(obviousChoices(differences)).toEqual({ name: 'mine', notes: 'theirs' })
  })

  it('need a choice where both have changed a field', () => {
    const [difference] = compareVersions(names, base, { ...base, city: 'Bergen' }, { ...base, city: 'Molde' })
    expect(difference).toEqual({ name: 'city', mine: 'Bergen', theirs: 'Molde', obvious: undefined })
  })

  it('become one by the choices', () => {
    const differences = compareVersions(
      names,
      base,
      { ...base, name: 'B', city: 'Bergen' },
      { ...base, city: 'Molde', notes: 'new' },
    )
    const merged = mergeVersions(differences, { ...obviousChoices(differences), city: 'theirs' })
    expect(merged).toEqual({ name: 'B', city: 'Molde', notes: 'new' })
  })
})
