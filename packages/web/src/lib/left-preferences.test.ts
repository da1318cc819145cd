import { beforeEach, expect, test, vi } from 'vitest'
import { noteLeft, withLeft } from './left-preferences.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('what a page sent as it was left counts on the next one, once', () => {
  noteLeft('ada', { columns: ['name'], order: null })
  expect(withLeft('ada', { columns: [], order: 'name', views: 1 })).toEqual({ columns: ['name'], views: 1 })
  expect(withLeft('ada', { columns: [] })).toEqual({ columns: [] })
})

test('it is nothing to another user, and nothing later', () => {
  noteLeft('ada', { columns: ['name'] })
  expect(withLeft('bob', {})).toEqual({})
  vi.useFakeTimers()
  noteLeft('ada', { columns: ['name'] })
  vi.advanceTimersByTime(10_001)
  expect(withLeft('ada', {})).toEqual({})
  vi.useRealTimers()
})
