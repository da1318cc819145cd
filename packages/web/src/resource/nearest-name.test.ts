import { describe, expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

const names = ['Agrumes du Midi', 'Havkyst Seafood A/S', 'Lumière Surgelés']

describe('nearestName', () => {
  it('finds a name by a word that is nearly right', () => {
    expect(nearestName('havkist', names)).toBe('Havkyst Seafood A/S')
  })

  it('does not mind accents', () => {
    expect(nearestName('lumiere', names)).toBe('Lumière Surgelés')
  })

  it('suggests nothing where nothing is like it', () => {
    expect(nearestName('zzzzzz', names)).toBeUndefined()
    expect(nearestName('ha', names)).toBeUndefined()
  })
})
