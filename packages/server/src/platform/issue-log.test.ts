import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { useMovableClock } from '../../test/support/movable-clock.ts'
import { IssueLog, isFullDisk } from './issue-log.ts'

const clock = useMovableClock('stopped')
let lines: string[]
let issues: IssueLog

beforeEach(() => {
  lines = []
  const collector = new Writable({
    write: (line, _encoding, done) => {
      lines.push(JSON.parse(String(line)).msg)
      done()
    },
  })
  issues = new IssueLog(pino({ level: 'warn' }, collector), 'over')
})

async function meetFor(seconds: number, words: string): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    issues.meet(words)
    await clock.move(1_000)
  }
}

test('an issue that lasts is logged once, again after a minute, and once when it is over', async () => {
  await meetFor(59, 'away')
  expect(lines).toEqual(['away'])
  await meetFor(3, 'away')
  issues.end()
  issues.end()
  expect(lines).toEqual(['away', 'away', 'over'])
})

test('one that comes and goes is logged no more often', async () => {
  for (let second = 0; second < 50; second += 1) {
    issues.meet('away')
    issues.end()
    await clock.move(1_000)
  }
  expect(lines).toEqual(['away', 'over'])
})

test('another issue is logged at once, and two that take turns once each', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    await meetFor(2, 'away')
    await meetFor(2, 'full')
  }
  issues.end()
  expect(lines).toEqual(['away', 'full', 'over'])
})

test.each([
  'could not extend file "base/1/2": No space left on device',
  'could not extend file "base/1/2": wrote only 4096 of 8192 bytes at block 7',
  'ENOSPC: no space left on device, write',
  'EDQUOT: disk quota exceeded, write',
])('a full disk is left to what watches the disks: %s', (error) => {
  expect(isFullDisk(error)).toBe(true)
  issues.meet('away', { error })
  issues.end()
  expect([isFullDisk('connection terminated'), ...lines]).toEqual([false])
})

test('all is well without a word', () => {
  issues.end()
  expect(lines).toEqual([])
})

test('a full disk is left to what watches the disks', () => {
  issues.meet('Calls could not be counted', { error: 'could not extend file "base/1/2": No space left on device' })
  issues.meet('Calls could not be counted', { error: 'Connection terminated' })
  expect(lines).toEqual(['Calls could not be counted'])
})
