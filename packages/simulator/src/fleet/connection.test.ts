import { type SampleMachine, sampleFleet } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { FLAKY_AWAY_MS, FLAKY_SPAN_MS, isConnected } from './connection.ts'

const START = Date.UTC(2026, 10, 16)
const DAY_MS = 24 * 3_600_000
const seconds = Array.from({ length: DAY_MS / 1000 }, (_, index) => START + index * 1000)

function machineThatIs(behaviour: SampleMachine['behaviour']): SampleMachine {
  const found = sampleFleet.find((machine) => machine.behaviour === behaviour)
  if (found === undefined) throw new Error(`no machine is ${behaviour}`)
  return found
}

/** How long each absence takes, ms. */
function absences(machine: SampleMachine): number[] {
  const found: number[] = []
  let away = 0
  for (const at of seconds) {
    if (!isConnected(machine, at, 1)) away += 1000
    else if (away > 0) {
      found.push(away)
      away = 0
    }
  }
  return found
}

describe('the connection', () => {
  test('of a steady machine is always there', () => {
    expect(seconds.every((at) => isConnected(machineThatIs('steady'), at, 1))).toBe(true)
  })

  test('of the silent machine is never there', () => {
    expect(seconds.some((at) => isConnected(machineThatIs('silent'), at, 1))).toBe(false)
  })

  test('of the flaky machine is away for six minutes, once in every span', () => {
    const found = absences(machineThatIs('flaky'))
    // The day begins and ends within a span.
    expect(Math.abs(found.length - DAY_MS / FLAKY_SPAN_MS)).toBeLessThan(1.5)
    const whole = found.slice(1, -1)
    expect(whole.every((ms) => Math.abs(ms - FLAKY_AWAY_MS) <= 1000)).toBe(true)
  })

  test('of the flaky machine is away at other times with another seed', () => {
    const machine = machineThatIs('flaky')
    expect(seconds.some((at) => isConnected(machine, at, 1) !== isConnected(machine, at, 2))).toBe(true)
  })
})
