import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { healthSchema } from '@packhouse/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendRequest } from '../support/http-request.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { endLeftoverPostgres, isAlive, postgresPidOf, ServerProcess } from '../support/server-process.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

/** A number that no user of the system has. */
const SOMEBODY = 54_321

let temporary: TemporaryFolder
let folder: string
const servers: ServerProcess[] = []

beforeEach(async () => {
  temporary = await makeVolatileFolder('of a process')
  folder = temporary.path
})

afterEach(async () => {
  for (const server of servers.splice(0)) if (server.end === undefined) await server.kill()
  await endLeftoverPostgres(folder)
  await temporary.remove()
})

function start(environment: NodeJS.ProcessEnv = {}): ServerProcess {
  const server = new ServerProcess(folder, environment)
  servers.push(server)
  return server
}

/** The shell that waits for the end of the server of a data folder. */
async function watchdogOf(dataDir: string): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-f', `packhouse-watchdog [0-9]+ ${dataDir}/`])
  return Number(stdout.split('\n')[0])
}

async function healthOf(server: ServerProcess) {
  const { httpPort } = await server.ready()
  const answer = await sendRequest(httpPort, '/v1/health')
  return healthSchema.parse(answer.body)
}

describe('the server process', () => {
  test('leaves no PostgreSQL behind when it is killed, not even after its watchdog was', async () => {
    const server = start()
    await server.ready()
    const pid = await postgresPidOf(folder)
    const first = await watchdogOf(folder)
    process.kill(first, 'SIGKILL')
    await until('another watchdog', async () => (await watchdogOf(folder).catch(() => first)) !== first)
    await server.kill()
    await until('the end of PostgreSQL', () => pid !== undefined && !isAlive(pid))
  })

  test.runIf(process.getuid?.() === 0)('started as root runs a database as the user who has it', async () => {
    const first = start()
    await first.ready()
    await first.stop()
    const home = join(folder, 'postgres')
    await promisify(execFile)('chown', ['-R', `${SOMEBODY}:${SOMEBODY}`, home])
    const second = start()
    await until('its health', async () => (await healthOf(second)).status === 'ok')
    const status = await readFile(`/proc/${await postgresPidOf(folder)}/status`, 'utf8')
    expect(status).toMatch(new RegExp(`^Uid:\\t${SOMEBODY}\\t`, 'm'))
    await second.stop()
    const owners = await Promise.all(['', 'cluster', 'cluster/base'].map((path) => stat(join(home, path))))
    expect(owners.map(({ uid }) => uid)).toEqual([SOMEBODY, SOMEBODY, SOMEBODY])
  })

  test.runIf(process.getuid?.() === 0)(
    'started as root in the folder of a user changes nothing and says whose it is',
    async () => {
      await promisify(execFile)('chown', [String(SOMEBODY), folder])
      const before = await stat(folder)
      const server = start()
      expect(await server.ended()).toEqual({ code: 78, signal: null })
      expect(server.output).toContain(
        `belongs to the user with the number ${SOMEBODY}, and Packhouse was started as root.`,
      )
      expect(server.output).not.toMatch(/\bat .*\(/)
      const after = await stat(folder)
      expect([after.uid, after.ctimeMs, await readdir(folder)]).toEqual([SOMEBODY, before.ctimeMs, []])
    },
  )

  test('recovers by itself when its PostgreSQL is killed', async () => {
    const server = start()
    await server.ready()
    const pid = await postgresPidOf(folder)
    if (pid === undefined) throw new Error('PostgreSQL does not run.')
    process.kill(pid, 'SIGKILL')
    await until('another PostgreSQL', async () => {
      const now = await postgresPidOf(folder)
      return now !== undefined && now !== pid
    })
    await until('its health', async () => (await healthOf(server)).status === 'ok')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })

  test(`starts although its very first start was killed at some moment (seed ${seed})`, async () => {
    const first = start()
    await sleep(randomNumbers(seed)() * 2_500)
    await first.kill()
    const second = start()
    await until('its health', async () => (await healthOf(second)).status === 'ok')
    await second.stop()
  })
})
