import { expect, test } from 'vitest'
import { LineWriter } from '../../../platform/workbooks/line-writer.ts'
import { parseLines } from './parse-lines.ts'

test('while a large table is read, others get their turn', async () => {
  const writer = new LineWriter(10_000_000)
  const cells = Array.from({ length: 50 }, (_, place) => `cell ${place}`)
  for (let line = 1; line <= 40_000; line += 1) writer.add([line, [1], cells])
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const lines = await parseLines(writer.end(), 'csv')
  isOver = true
  const last = { line: 40_000, cells, isExact: true, numbers: new Set([1]), unread: new Map() }
  expect([lines.length, lines[39_999]]).toEqual([40_000, last])
  expect(turns).toBeGreaterThan(1)
})
