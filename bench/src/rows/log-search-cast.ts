import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogOutput, LogFiles, LogReading, searchFiles } from '@packhouse/server'
import { createRandom, type Random } from '../driver/random.ts'
import { findProgram } from '../process/find-program.ts'

const SEGMENT_BYTES = 64 * 1024 * 1024
const FIRST_MS = Date.UTC(2026, 10, 1)
const LINE_MS = 100
const CHUNK_LINES = 10_000
/** Stands in three lines of all. */
export const RARE = 'quicksilver-7391'
const ROUTES = [
  '/v1/ignition/machines/me',
  '/v1/auth/me',
  '/v1/customers/:id',
  '/v1/estimator/projects',
  '/v1/pdf/generate',
]
const PARTS = ['http', 'ingest', 'estimator', 'pdf', 'auth']
const SAMPLE_MS = 5

/** What one search has taken. */
export interface SearchTimes {
  firstMs: number
  allMs: number
  /** Growth of the process while it ran, resident. */
  memoryMb: number
  hits: number
}

/** A folder of the server log, filled as in life and packed by the product itself. */
export class LogSearchCast {
  readonly #plain: string
  readonly #reading: LogReading
  readonly bytes: number
  readonly packedBytes: number

  private constructor(plain: string, reading: LogReading, bytes: number, packedBytes: number) {
    this.#plain = plain
    this.#reading = reading
    this.bytes = bytes
    this.packedBytes = packedBytes
  }

  /** @param folder for its files @param lines in all */
  static async start(folder: string, { lines, seed }: { lines: number; seed: number }): Promise<LogSearchCast> {
    const logs = join(folder, 'logs')
    const plain = join(folder, 'plain')
    const bytes = await writeSegments([logs, plain], lines, createRandom(seed))
    const limits = { segmentBytes: SEGMENT_BYTES, bytes: Number.MAX_SAFE_INTEGER, days: 100_000, areExported: false }
    const files = new LogFiles(createLogOutput('fatal'), { dataDir: folder, logFiles: limits })
    await files.tidy()
    await files.stop()
    const reading = new LogReading(logs)
    const packedBytes = (await reading.files()).reduce((sum, file) => sum + file.bytes, 0)
    return new LogSearchCast(plain, reading, bytes, packedBytes)
  }

  async search(text: string, isRegExp: boolean): Promise<SearchTimes> {
    const idle = process.memoryUsage.rss()
    let most = idle
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, SAMPLE_MS)
    const start = performance.now()
    let firstMs = Number.NaN
    let hits = 0
    for await (const { entries } of searchFiles(this.#reading, { text, isRegExp }, 'bench')) {
      if (entries.length > 0 && hits === 0) firstMs = performance.now() - start
      hits += entries.length
    }
    clearInterval(timer)
    return { firstMs, allMs: performance.now() - start, memoryMb: (most - idle) / 2 ** 20, hits }
  }

  /** The same by ripgrep over the plain files. @returns ms; undefined if there is no such program */
  async searchPlain(text: string): Promise<number | undefined> {
    const program = await findProgram('rg')
    if (program === undefined) return undefined
    const start = performance.now()
    await once(spawn(program, ['--ignore-case', '--fixed-strings', text, this.#plain], { stdio: 'ignore' }), 'exit')
    return performance.now() - start
  }

  async stop(): Promise<void> {
    await this.#reading.stop()
    await rm(this.#plain, { recursive: true })
  }
}

/** @returns bytes of all lines */
async function writeSegments(folders: readonly string[], lines: number, random: Random): Promise<number> {
  for (const folder of folders) await mkdir(folder, { recursive: true })
  let all = 0
  for (let number = 1, line = 0; line < lines; number++) {
    const name = `packhouse-2026-11-01-${String(number).padStart(3, '0')}.log`
    const files = await Promise.all(folders.map((folder) => open(join(folder, name), 'w')))
    let bytes = 0
    while (bytes < SEGMENT_BYTES && line < lines) {
      const end = Math.min(line + CHUNK_LINES, lines)
      let text = ''
      for (; line < end; line++) text += lineOf(line, lines, random)
      for (const file of files) await file.write(text)
      bytes += Buffer.byteLength(text)
    }
    for (const file of files) await file.close()
    all += bytes
  }
  return all
}

function lineOf(line: number, lines: number, random: Random): string {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const hex = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const isRare = line % Math.ceil(lines / 3) === Math.floor(lines / 6)
  const route = pick(ROUTES)
  const status = random() < 0.02 ? 404 : 200
  return `${JSON.stringify({
    level: status === 404 ? 40 : 30,
    time: FIRST_MS + line * LINE_MS,
    part: pick(PARTS),
    request_id: `${hex()}${hex()}`,
    trace_id: `${hex()}${hex()}${hex()}${hex()}`,
    route,
    status,
    duration_ms: Math.round(random() * 900) / 10,
    msg: `GET ${route} ${status}${isRare ? ` ${RARE}` : ''}`,
  })}\n`
}
