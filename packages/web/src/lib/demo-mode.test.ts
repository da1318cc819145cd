import { describe, expect, it } from 'vitest'
import { demoParameter, isDemoMode, setDemoMode, withoutDemoParameter } from './demo-mode.ts'

describe('demo parameter', () => {
  it.each(['?demo=true', '?demo=1', '?a=b&demo=1'])('%s switches the demo on', (search) => {
    expect(demoParameter(search)).toBe(true)
  })

  it.each(['?demo=false', '?demo=0', '?demo=', '?demo', '?demo=TRUE', '?demo=yes'])('%s switches it off', (search) => {
    expect(demoParameter(search)).toBe(false)
  })

  it.each(['', '?', '?demos=1', '?a=demo'])('"%s" asks for nothing', (search) => {
    expect(demoParameter(search)).toBeUndefined()
  })

  it('is removed and everything else stays as it was written', () => {
    expect(withoutDemoParameter('?demo=1')).toBe('')
    expect(withoutDemoParameter('?a=%20b&demo=true&c=d+e')).toBe('?a=%20b&c=d+e')
    expect(withoutDemoParameter('?demo=1&demo=0&demos=x')).toBe('?demos=x')
    expect(withoutDemoParameter('')).toBe('')
  })
})

describe('demo mode', () => {
  it('is kept as true or false under the specified key', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    expect(isDemoMode(storage)).toBe(false)
    setDemoMode(true, storage)
    expect([...kept]).toEqual([['cmms-demo-mode', 'true']])
    expect(isDemoMode(storage)).toBe(true)
    setDemoMode(false, storage)
    expect(kept.get('cmms-demo-mode')).toBe('false')
    expect(isDemoMode(storage)).toBe(false)
  })
})
