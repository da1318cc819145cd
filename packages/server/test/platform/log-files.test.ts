import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog, type Log } from '../../src/platform/log.ts'
import { LogFiles } from '../../src/platform/logs/log-files.ts'
import { LEVELS, LogOutput } from '../../src/platform/logs/log-output.ts'
import { readPage } from '../../src/platform/logs/read-page.ts'
import { SegmentReader } from '../../src/platform/logs/segment-reader.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const SEGMENT_BYTES = 20_000
const MANY_BYTES = 100_000_000

let folder: TemporaryFolder
let output: LogOutput
let log: Log
let files: LogFiles

async function start(limits: { days?: number; bytes?: number } = {}): Promise<void> {
  const logFiles = { segmentBytes: SEGMENT_BYTES, days: 30, bytes: MANY_BYTES, areExported: false, ...limits }
  output = new LogOutput(() => undefined, LEVELS.error)
  log = createLog('info', output)
  files = new LogFiles(output, { dataDir: folder.path, logFiles })
  await files.start()
}

beforeEach(async () => {
  // No day ends while a test runs but where it says so.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 5, 15, 12) })
  folder = await makeVolatileFolder('log-files')
  await start()
})

afterEach(async () => {
  vi.useRealTimers()
  await files.stop()
  await folder.remove()
})

function writeLines(from: number, count: number): void {
  for (let n = from; n < from + count; n++) log.info({ n }, 'A line of the test')
}

/** The numbers of all lines, file by file and page by page, as readers get them. */
async function everyNumber(): Promise<unknown[]> {
  await files.flush()
  const numbers: unknown[] = []
  for (const name of await names()) {
    const reader = await SegmentReader.open(files.folder, name)
    if (reader === undefined) throw new Error(`${name} cannot be opened.`)
    for (let offset = 0; offset < reader.bytes; ) {
      const page = await readPage(reader, { offset, direction: 'newer', limit: 70 })
      numbers.push(...page.entries.map(({ fields }) => fields.n))
      offset = page.to
    }
    await reader.close()
  }
  return numbers
}

/** The files, each once, whether packed or not. */
async function names(): Promise<string[]> {
  const entries = await readdir(files.folder)
  return [...new Set(entries.map((name) => /^packhouse-[\d-]+\.log/.exec(name)?.[0]))]
    .filter((name) => name !== undefined)
    .sort()
}

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('a file ends when it is full; what is finished is packed, and every line is read once and in order', async () => {
  writeLines(0, 1_000)
  await files.flush()
  await files.tidy()
  const found = await readdir(files.folder)
  const packed = found.filter((name) => name.endsWith('.log.zst'))
  expect(packed.length).toBeGreaterThan(2)
  expect(found.filter((name) => name.endsWith('.log'))).toEqual([files.current])
  expect(found.filter((name) => name.endsWith('.index'))).toHaveLength(packed.length)
  expect(await everyNumber()).toEqual(numbersUpTo(1_000))
})

test('lines that come while files are packed are lost by nobody', async () => {
  writeLines(0, 600)
  await files.flush()
  const packing = files.tidy()
  for (let from = 600; from < 1_200; from += 50) {
    writeLines(from, 50)
    await files.flush()
  }
  await packing
  expect(await everyNumber()).toEqual(numbersUpTo(1_200))
})

test('a new day begins a new file, and days that are over are removed', async () => {
  await files.stop()
  await start({ days: 2 })
  const days = ['2031-01-01', '2031-01-02', '2031-01-03', '2031-01-04']
  for (const [place, day] of days.entries()) {
    vi.setSystemTime(`${day}T12:00:00Z`)
    writeLines(place * 10, 10)
    await files.flush()
  }
  await files.tidy()
  expect((await names()).filter((name) => name.includes('2031'))).toEqual(
    days.slice(1).map((day) => `packhouse-${day}-001.log`),
  )
})

test('the oldest files go where all together are too large, the one that is written never', async () => {
  await files.stop()
  await start({ bytes: SEGMENT_BYTES })
  writeLines(0, 3_000)
  await files.flush()
  await files.tidy()
  const numbers = await everyNumber()
  expect(numbers.length).toBeLessThan(3_000)
  expect(numbers).toEqual(numbersUpTo(3_000).slice(-numbers.length))
  expect((await names()).at(-1)).toBe(files.current)
})

test('what a packing has left that was interrupted is removed, and the file is packed again', async () => {
  writeLines(0, 400)
  await files.flush()
  await files.stop()
  const [first = ''] = await names()
  await Promise.all(
    [`${first}.zst.new`, first.replace('.log', '.index.new'), 'packhouse-2020-01-01-001.index'].map((name) =>
      writeFile(join(files.folder, name), 'half'),
    ),
  )
  await start()
  await files.tidy()
  const found = await readdir(files.folder)
  expect(found.filter((name) => name.endsWith('.new') || name.includes('2020'))).toEqual([])
  expect(await everyNumber()).toEqual(numbersUpTo(400))
})

test('a line that was cut off with its process is one line, and the next one stands by itself', async () => {
  writeLines(0, 3)
  await files.flush()
  await files.stop()
  const { current } = files
  await writeFile(join(files.folder, current), '{"level":30,"time":1,"n":3,"msg":"cut', { flag: 'a' })
  await start()
  expect(files.current).toBe(current)
  writeLines(4, 1)
  expect(await everyNumber()).toEqual([0, 1, 2, undefined, 4])
})
