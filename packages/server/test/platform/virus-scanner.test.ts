import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClamdAddress, VirusScanner } from '../../src/platform/file-check/virus-scanner.ts'
import { EVIL, FakeClamd } from '../support/fake-clamd.ts'
import { until } from '../support/until.ts'

let clamd: FakeClamd
let words: string[]

beforeEach(async () => {
  clamd = await new FakeClamd().start()
  words = []
})
afterEach(() => clamd.stop())

function scannerAt(address: ClamdAddress = { host: '127.0.0.1', port: clamd.port }, patienceMs?: number): VirusScanner {
  const log = pino({}, { write: (line: string) => void words.push((JSON.parse(line) as { msg: string }).msg) })
  return new VirusScanner(address, log, patienceMs)
}

const away = { reason: { fault: 'scanner_away' } }

test('a file is sent whole in its parts, and what is found has a name', async () => {
  const scanner = scannerAt()
  const large = Buffer.alloc(3_000_000, 'a')
  await scanner.scan(Readable.from([large.subarray(0, 70_000), large.subarray(70_000)]))
  expect(clamd.scanned[0]?.equals(large)).toBe(true)
  const evil = scanner.scan(Readable.from([Buffer.from('some '), Buffer.from(EVIL)]))
  await expect(evil).rejects.toMatchObject({ reason: { fault: 'virus', name: 'Test.Evil-1' } })
  expect(words).toEqual([])
  await until('no fault', async () => (await scanner.findFault()) === undefined)
})

test('it is asked over a socket of files too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-clamd-'))
  const other = new FakeClamd()
  try {
    const path = join(folder, 'clamd.sock')
    await other.start(path)
    await scannerAt({ path }).scan(Readable.from([Buffer.from('a')]))
    expect(other.scanned).toEqual([Buffer.from('a')])
  } finally {
    await other.stop()
    await rm(folder, { recursive: true })
  }
})

test('one that answers anything else, or has not read to the end, lets nothing through', async () => {
  const scanner = scannerAt()
  for (const answer of ['INSTREAM size limit exceeded. ERROR', 'stream: OK or so', 'a'.repeat(5_000)]) {
    clamd.answers.push(answer)
    await expect(scanner.scan(Readable.from([Buffer.from('a')]))).rejects.toMatchObject(away)
  }
  await scanner.scan(Readable.from([Buffer.from('a')]))
  expect(words).toEqual([
    'The virus scanner cannot scan; files are refused',
    'The virus scanner does not answer; files are refused',
    'The virus scanner answers again',
  ])
})

test.each(['INSTREAM size limit exceeded. ERROR', 'stream: Everything FOUND'])(
  'one that refuses even a harmless file is reported: %s',
  async (answer) => {
    expect(await scannerAt().findFault()).toBeUndefined()
    clamd.answers.push(answer)
    expect(await scannerAt().findFault()).toMatch(/^The virus scanner refuses even a harmless file/)
  },
)

test('one that is away or silent lets nothing through, and is reported', async () => {
  const silent = scannerAt(undefined, 20)
  clamd.answers.push('')
  await expect(silent.scan(Readable.from([Buffer.from('a')]))).rejects.toMatchObject(away)
  const scanner = scannerAt()
  await clamd.stop()
  await expect(scanner.scan(Readable.from([Buffer.from('a')]))).rejects.toMatchObject(away)
  expect(await scanner.findFault()).toBe('The virus scanner does not answer; files are refused.')
})
