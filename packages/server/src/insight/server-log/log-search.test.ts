import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packSegment } from '../../platform/logs/pack-segment.ts'
import { LogReading } from './log-reading.ts'
import { searchFiles } from './log-search.ts'

const FILES = 5

/** Counts what is read for a search. */
class CountedReading extends LogReading {
  steps = 0

  override step: LogReading['step'] = (task, owner) => {
    this.steps++
    return super.step(task, owner)
  }
}

async function readingOf(lines: number, words = 'wanted'): Promise<CountedReading> {
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-search-'))
  const line = (n: number) => `${JSON.stringify({ level: 30, time: 1_800_000_000_000 + n, msg: `${words} ${n}` })}\n`
  const text = Array.from({ length: lines }, (_, n) => line(n)).join('')
  for (let number = 1; number <= FILES; number++)
    await writeFile(join(folder, `packhouse-2026-11-2${number}-001.log`), text)
  const reading = new CountedReading(folder)
  onTestFinished(async () => {
    await reading.stop()
    await rm(folder, { recursive: true })
  })
  return reading
}

test('whoever stops asking has cancelled the search: no further file is read', async () => {
  const reading = await readingOf(10)
  for await (const { entries } of searchFiles(reading, { text: 'wanted', isRegExp: false }, 'somebody')) {
    expect(entries).toHaveLength(10)
    break
  }
  expect(reading.steps).toBe(1)
})

test('a search goes through all files, the newest first, and ends with the thousandth hit', async () => {
  const reading = await readingOf(300)
  const ends: unknown[] = []
  const files: (string | undefined)[] = []
  for await (const { ended, entries } of searchFiles(reading, { text: 'wanted', isRegExp: false }, 'somebody')) {
    ends.push(ended)
    files.push(entries[0]?.file)
  }
  expect(ends).toEqual([null, null, null, null, 'hits'])
  expect(files.slice(0, 2)).toEqual(['packhouse-2026-11-25-001.log', 'packhouse-2026-11-24-001.log'])
  expect(reading.steps).toBe(4)
})

test.each([
  ['MÜLLER-LINIE', 'müller'],
  ['линия', 'ЛИНИЯ'],
  ['ΓΡΑΜΜΉ', 'γραμμή'],
])('a line with %s is found by %s in plain files and in packed ones', async (words, text) => {
  const reading = await readingOf(3, words)
  const files = await reading.files()
  for (const { name } of files.slice(1)) await packSegment(reading.folder, name)
  let count = 0
  for await (const step of searchFiles(reading, { text, isRegExp: false }, 'somebody')) count = step.count
  expect(count).toBe(3 * FILES)
})
