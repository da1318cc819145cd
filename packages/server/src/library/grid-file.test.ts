import { expect, test } from 'vitest'
import type { TableLine } from '../engine/resource/csv/parse-lines.ts'
import { readGrid } from './grid-file.ts'

const lineOf = (line: number, cells: string[]): TableLine => ({
  ...{ line, cells, isExact: true },
  ...{ numbers: new Set(), unread: new Map() },
})

test('a grid costs what it has cells: each is looked at a few times, however many styles are named above', async () => {
  const STYLES = 2_000
  const ROWS = 50
  let looks = 0
  const counted = (cells: string[]) =>
    new Proxy(cells, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1
        return Reflect.get(target, key)
      },
    })
  const head = lineOf(1, ['model', ...Array.from({ length: STYLES }, (_, index) => `S${index}`)])
  const rows = Array.from({ length: ROWS }, (_, index) => lineOf(index + 2, counted(['', 'x'.repeat(index % 2)])))
  const { faults } = await readGrid([head, ...rows], 20)
  expect(faults.count).toBe(ROWS / 2)
  expect(looks).toBeLessThanOrEqual(ROWS * 2 * 3)
})

test('what is named twice is refused and kept once', async () => {
  const head = lineOf(1, ['model', 'PILLOW', 'DOY', 'pillow'])
  const { styles, machines, faults } = await readGrid(
    [head, lineOf(2, ['VFFS', 'Y']), lineOf(3, ['vffs', 'N']), lineOf(4, ['VFFS', 'N'])],
    20,
  )
  expect(styles.map(({ at }) => at)).toEqual([1, 2])
  expect(machines.map(({ at }) => at)).toEqual([2])
  expect(faults.listed.map(({ path, code }) => [path, code])).toEqual([
    ['rows.1.D', 'duplicate'],
    ['rows.3.A', 'duplicate'],
    ['rows.4.A', 'duplicate'],
  ])
})

test('others get their turn while a large grid is read', async () => {
  const ROWS = 300_000
  const lines = [
    lineOf(1, ['model', 'S']),
    ...Array.from({ length: ROWS }, (_, index) => lineOf(index + 2, [`M${index}`, 'Y'])),
  ]
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  const { machines } = await readGrid(lines, 20)
  expect(machines).toHaveLength(ROWS)
  expect(hadTurn).toBe(true)
})
