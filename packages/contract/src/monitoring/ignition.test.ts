import { describe, expect, test } from 'vitest'
import { machineHistory, myMachines } from './ignition.ts'

describe('the query of a list', () => {
  test('has no history and three hours where nothing is asked for', () => {
    expect(myMachines.query?.parse({})).toEqual({ includeHistory: false, hours: 3 })
    expect(myMachines.query?.parse({ includeHistory: 'true', hours: '1' })).toEqual({ includeHistory: true, hours: 1 })
  })

  test.each([
    { includeHistory: true },
    { includeHistory: '' },
    { hours: '0' },
    { hours: '4' },
    { hours: 3 },
    { hours: ['3'] },
    { page: '1' },
  ])('may not be %j', (query) => {
    expect(myMachines.query?.safeParse(query).success).toBe(false)
  })
})

describe('the query of a history', () => {
  test('asks for six hours of cycle counts where nothing is asked for', () => {
    expect(machineHistory.query?.parse({})).toEqual({ tag: 'CycleCount', hours: 6, points: 0 })
  })

  test.each([{ hours: '168' }, { hours: '1', tag: 'State' }])('may be %j', (query) => {
    expect(machineHistory.query?.safeParse(query).success).toBe(true)
  })

  test.each([
    { tag: '' },
    { tag: 'x'.repeat(129) },
    { hours: '169' },
    { hours: '-1' },
    { hours: '1e2' },
    { hours: '' },
  ])('may not be %j', (query) => {
    expect(machineHistory.query?.safeParse(query).success).toBe(false)
  })
})
