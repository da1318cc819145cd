import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordPayloadSchema } from '@packhouse/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceKey, eventually, startBroker, type TestBroker } from './testing/test-broker.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const example = fileURLToPath(new URL('../examples/vffs-2215-restart.csv', import.meta.url))
const exampleMap = ['--map', 'Time=lastSeen', '--map', 'Machine=machineID', '--map', 'Total cycles=totalCycles']

let broker: TestBroker
let folder: string
let started: ChildProcess[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
})
afterAll(async () => await rm(folder, { recursive: true }))
beforeEach(async () => {
  broker = await startBroker()
  started = []
})
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  await broker.stop()
})

interface Run {
  child: ChildProcess
  output: () => string
  ended: Promise<{ code: number | null; signal: string | null }>
}

/** Starts the command as its own process, with an IPC channel. Nothing answers at the address of the API. */
function start(args: string[], password = deviceKey): Run {
  const passwords = { SAMPLE_DEVICE_PASSWORD: password, SAMPLE_PASSWORD: 'password of people' }
  const env = { ...process.env, ...passwords, MQTT_URL: broker.url, API_URL: 'http://127.0.0.1:9' }
  const child = fork(main, args, { env, execArgv: [], silent: true })
  started.push(child)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  return { child, output: () => output, ended }
}

async function run(args: string[], password?: string): Promise<{ code: number | null; output: string }> {
  const { ended, output } = start(args, password)
  const { code } = await ended
  return { code, output: output() }
}

describe('the command', () => {
  test('prints its usage', async () => {
    const { code, output } = await run(['--help'], '')
    expect(code).toBe(0)
    expect(output).toContain('--replay <file>')
  })

  test.each([
    [['--what'], '--what'],
    [['--replay', 'none.csv', '--map', 'Time=lastSeen', '--machine', 'A'], 'none.csv'],
    [['--replay', example, '--map', 'Zeit=lastSeen', '--machine', 'A'], 'Zeit'],
  ])('ends with exit code 2 for %j', async (args, named) => {
    const { code, output } = await run(args)
    expect(output).toContain(named)
    expect(code).toBe(2)
    expect(broker.received).toEqual([])
  })

  test('ends with exit code 2 without a password', async () => {
    const { code, output } = await run([], '')
    expect(output).toContain('SAMPLE_DEVICE_PASSWORD')
    expect(code).toBe(2)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'disconnects and ends with exit code 0 on %s, though nothing is acknowledged any more',
    async (signal) => {
      const { child, ended, output } = start([])
      await eventually(() => broker.received.length > 40)
      expect(output()).toContain('going live without backfill')
      broker.behaviour.acknowledges = false
      child.kill(signal)
      expect(await ended).toEqual({ code: 0, signal: null })
      await eventually(() => broker.clientIds().length === 0)
    },
  )

  test('ends when the parent that started it goes away', { tags: ['long'] }, async () => {
    const { child } = start([])
    await eventually(() => broker.received.length > 0)
    // Not `close`, which Node does not emit after a disconnect.
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    expect(await exited).toBe(0)
  })

  test('ends while the broker is away', async () => {
    await broker.stop()
    const { child, ended, output } = start([])
    await eventually(() => output().includes('does not take records'))
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, signal: null })
    broker = await startBroker()
  })
})

describe('a replay', () => {
  test('publishes every row with the times of the recording, reports bad ones and ends', async () => {
    const file = join(folder, 'recording.csv')
    await writeFile(file, 'at,temp\n2026-11-05T06:00:00Z,20\n2026-11-05T06:00:01Z,warm\n2026-11-05T06:00:02Z,21\n')
    const map = ['--map', 'at=lastSeen', '--map', 'temp=temperature']
    const { code, output } = await run(['--replay', file, ...map, '--machine', 'TRS-0310', '--keep-times'])
    expect(output).toContain('line 3: temperature: "warm" is not a number; skipped')
    expect(output).toContain('replayed 2 records, skipped 1 rows')
    expect(code).toBe(0)
    expect(broker.received.map(({ topic }) => topic)).toEqual(Array(2).fill('packhouse/TRS-0310/record'))
    const records = broker.received.map(({ payload }) => recordPayloadSchema.parse(JSON.parse(payload)))
    expect(records).toEqual([
      { machineID: 'TRS-0310', lastSeen: '2026-11-05T06:00:00.000Z', temperature: 20 },
      { machineID: 'TRS-0310', lastSeen: '2026-11-05T06:00:02.000Z', temperature: 21 },
    ])
  })

  test('shifts the times of the recording to now and preserves their spacing', async () => {
    const from = Date.now()
    const { code } = await run(['--replay', example, ...exampleMap, '--speed', '200'])
    expect(code).toBe(0)
    const times = broker.received.map(({ payload }) => Date.parse(JSON.parse(payload).lastSeen))
    expect(times).toHaveLength(60)
    expect(times[0]).toBeGreaterThanOrEqual(from)
    expect((times[59] ?? 0) - (times[0] ?? 0)).toBe((59 * 5_000) / 200)
    expect(Date.now()).toBeGreaterThanOrEqual(times[59] ?? 0)
  })

  test('gives up where the broker takes no records', { tags: ['long'] }, async () => {
    const { ended, output } = start(['--replay', example, ...exampleMap, '--keep-times'], 'wrong-password')
    expect((await ended).code).toBe(1)
    expect(output()).toContain('Bad username or password')
  })
})
