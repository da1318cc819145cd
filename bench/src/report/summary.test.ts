import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atLeast, atMost, finding } from './finding.ts'
import { lastRun, type StoredRun, storeRun, toStored } from './stored-run.ts'
import { compareRuns, summaryOf } from './summary.ts'

interface Figures {
  ratio: number[]
  ms: number[]
  plain: number[]
}

function runOf(at: string, { ratio, ms, plain }: Figures, quick = false): StoredRun {
  const facts = { at, cores: 2, processor: 'p', memoryGiB: 8, system: 's', seed: 1, loadBefore: 0, versions: {} }
  const findings = [
    finding('rows / the call', '', ratio, atLeast(20)),
    finding(`p99 of all ${ms.length * 37} samples`, 'ms', ms, atMost(100)),
    finding('a ratio without a direction', '', plain),
    finding('never measured', 'ms', []),
  ]
  const rows = [toStored({ row: 4, title: 't', findings, notes: [] })]
  return { facts, rounds: 3, machines: 50, quick, rows }
}

const before = runOf('2026-11-25T02:00:00.000Z', { ratio: [20, 21, 22], ms: [90, 91, 99], plain: [1] })

test('A loss of more than a tenth is marked, whichever way is better, and whether chance could explain it', () => {
  const now = runOf('2026-11-26T02:00:00.000Z', { ratio: [17, 18, 19], ms: [95, 105, 120, 121], plain: [9] })
  expect(compareRuns(now, before).map(({ verdict }) => verdict)).toEqual(['lost', 'lost within range', 'not compared'])
  const summary = summaryOf(now, before)
  expect(summary).toMatch(/rows \/ the call +18 +17 to 19 +>= 20 MISSED +21 +-14 % +<< LOST/)
  expect(summary).toContain('1 lost more than 10 %, 1 more with ranges that meet; 0 gained; 2 targets missed')
})

test('Only a loss of more than a tenth is marked: no gain, and nothing that the last run did not measure', () => {
  const now = runOf('2026-11-26T02:00:00.000Z', { ratio: [30], ms: [95], plain: [1] })
  expect(compareRuns(now, before).map(({ verdict }) => verdict)).toEqual(['gained', 'same', 'not compared'])
  expect(compareRuns(now, undefined).map(({ verdict }) => verdict)).toEqual(['new', 'new', 'new'])
  expect(summaryOf({ ...now, rows: [{ row: 9, findings: [], failure: 'no disk' }] }, before)).toContain(
    'Row 9 FAILED: no disk',
  )
})

test('The table says how fast the machine is beside that of the last run', () => {
  const at = (run: StoredRun, parsesPerMs: number) => ({ ...run, facts: { ...run.facts, parsesPerMs } })
  expect(summaryOf(at(before, 150), at(before, 300))).toContain('This machine is 0.50 times as fast')
  expect(summaryOf(at(before, 150), before)).toContain('How fast that machine was is not known.')
})

test('A run is compared with the newest stored one of its kind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runs-'))
  try {
    expect(await lastRun(folder, { quick: false, cores: 2 })).toBeUndefined()
    const figures = { ratio: [20], ms: [1], plain: [1] }
    for (const at of ['2026-11-26T02:00:00.000Z', '2026-11-24T02:00:00.000Z'])
      await storeRun(folder, runOf(at, figures))
    await storeRun(folder, runOf('2026-11-27T02:00:00.000Z', figures, true))
    expect((await lastRun(folder, { quick: false, cores: 2 }))?.facts.at).toBe('2026-11-26T02:00:00.000Z')
    expect(await lastRun(folder, { quick: false, cores: 64 })).toBeUndefined()
  } finally {
    await rm(folder, { recursive: true })
  }
})
