import { expect, test } from 'vitest'
import { machineEntry } from '../../../test/support/machine-entry.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { toTrialRule } from './draft-rule.ts'
import { RuleTrial } from './rule-trial.ts'

const START = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const machine = machineEntry(1, 'M-1')

/** Records of one machine at seconds after the start. @param arrivesLate how much later each was received */
function records(readings: Record<number, Partial<TelemetryRecord>>, arrivesLate = 0): TelemetryRecord[] {
  return Object.entries(readings).map(([seconds, fields]) => {
    const at = START + Number(seconds) * 1_000
    return { machineKey: 1, at, receivedAt: at + arrivesLate, ...fields }
  })
}

function trialOf(draft: Parameters<typeof toTrialRule>[0], given: TelemetryRecord[]) {
  const trial = new RuleTrial(toTrialRule(draft, undefined), machine, { from: START, to: START + DAY_MS }, 24)
  trial.take(given)
  trial.end()
  const seconds = (at: number | null) => at && (at - START) / 1_000
  return {
    trial,
    alarms: trial.alarms.map(({ startedAt, raisedAt, clearedAt }) => [startedAt, raisedAt, clearedAt].map(seconds)),
  }
}

test('a limit with delays fires when the live judge would have, and the chart has the least and the greatest of each part', () => {
  const hot = { kind: 'value', tag: 'temperature', comparison: 'above', limit: '40' } as const
  const given = records({
    0: { temperature: 20 },
    10: { temperature: 50 },
    15: { temperature: 30 },
    100: { temperature: 60 },
    200: { temperature: 20 },
    4000: { temperature: 45 },
  })
  const { trial, alarms } = trialOf({ ...hot, onDelaySeconds: 30 }, given)
  expect(alarms).toEqual([
    [100, 130, 200],
    [4_000, 4_030, null],
  ])
  expect(trial.records).toBe(6)
  expect(trial.points.slice(0, 3)).toEqual([[20, 60], [45, 45], null])
  expect(trialOf({ ...hot, deadband: 15 }, given).alarms).toEqual([
    [10, 10, 200],
    [4_000, 4_000, null],
  ])
})

test('silence is found between two records and at the end, however late they arrived', () => {
  const given = records({ 0: { temperature: 1 }, 100: { temperature: 1 }, 1000: { temperature: 1 } }, 3_600_000)
  expect(trialOf({ kind: 'silence', silenceSeconds: 300 }, given).alarms).toEqual([
    [400, 400, 1_000],
    [1_300, 1_300, null],
  ])
})

test('a rule that could not be stored is not tested', () => {
  expect(() => toTrialRule({ kind: 'value', tag: 'x', comparison: 'above', limit: 'warm' }, undefined)).toThrow('limit')
  expect(() => toTrialRule({ kind: 'state' }, undefined)).toThrow('states')
})
