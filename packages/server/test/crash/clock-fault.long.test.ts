import { expect, test } from 'vitest'
import { runClockFault } from '../support/clock-fault.ts'

test('what is acknowledged is stored as a record or a dead letter, with a clock that is behind and under garbage', async () => {
  const lines: string[] = []
  await runClockFault({ records: 4_000, faulty: 5_000, report: (line) => lines.push(line) })
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain('2000 acknowledged')
})
