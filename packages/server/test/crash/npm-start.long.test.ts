import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Looks } from '../support/looks.ts'
import { claimantOf, endLeftoverPostgres, isAlive, postgresPidOf } from '../support/server-process.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '../../../..')

describe('npm start', () => {
  let temporary: TemporaryFolder
  let child: ChildProcess
  let output: string

  beforeEach(async () => {
    temporary = await makeVolatileFolder('npm-start')
    output = ''
  })

  afterEach(async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await until('the end of npm start', () => child.exitCode !== null || child.signalCode !== null)
    await endLeftoverPostgres(temporary.path)
    await temporary.remove()
  })

  function start(environment: NodeJS.ProcessEnv): void {
    const env = { PATH: process.env.PATH, PORT: '0', MQTT_PORT: '0', SIMULATOR: 'off', DATA_DIR: temporary.path }
    child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env: { ...env, ...environment } })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
  }

  const readies = () => output.split('Packhouse is ready').length - 1
  const ended = () => until('the end of npm start', () => child.exitCode ?? undefined, Looks.unlimited())

  /** Waits for so many starts of the server, however long they take. */
  async function ready(starts: number): Promise<void> {
    const look = () => {
      if (child.exitCode !== null) throw new Error(`npm start has ended (${child.exitCode}):\n${output}`)
      return readies() === starts
    }
    await until(`start ${starts}`, look, Looks.unlimited())
  }

  async function killServer(): Promise<void> {
    process.kill((await claimantOf(temporary.path)) ?? 0, 'SIGKILL')
  }

  test('starts a server again that was killed, and ends with all of it on a signal', async () => {
    start({})
    await ready(1)
    await killServer()
    await ready(2)
    expect(output).toContain('Packhouse has ended (SIGKILL). It is started again in 1 s.')
    const postgres = await postgresPidOf(temporary.path)
    child.kill('SIGTERM')
    expect(await ended()).toBe(0)
    expect(postgres !== undefined && isAlive(postgres)).toBe(false)
    expect(readies()).toBe(2)
  })

  test('ends on a signal while it waits to start one again', async () => {
    start({})
    await ready(1)
    await killServer()
    await until('the word of the pause', () => output.includes('started again'))
    child.kill('SIGINT')
    expect(await ended()).toBe(0)
    expect(readies()).toBe(1)
  })

  test('does not start one again that was configured wrongly', async () => {
    start({ PORT: 'none' })
    expect(await ended()).toBe(78)
    expect(output.split('Packhouse could not start').length - 1).toBe(1)
  })
})
