import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endLeftoverPostgres, type ProcessEnd, postgresPidOf, ServerProcess } from '../support/server-process.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

let folder: TemporaryFolder
const servers: ServerProcess[] = []

beforeEach(async () => {
  folder = await makeVolatileFolder('refusals')
})

afterEach(async () => {
  for (const server of servers.splice(0)) if (server.end === undefined) await server.kill()
  await endLeftoverPostgres(folder.path)
  await folder.remove()
})

function start(environment: NodeJS.ProcessEnv = {}): ServerProcess {
  const server = new ServerProcess(folder.path, environment)
  servers.push(server)
  return server
}

/** How a start with a faulty configuration ends. */
let configurationEnd: Promise<ProcessEnd> | undefined

/** The output of a start that is refused as a fault of the configuration is: with its code, in words, without a stack. */
async function refused(environment: NodeJS.ProcessEnv = {}): Promise<string> {
  configurationEnd ??= start({ PORT: 'no port' }).ended()
  const server = start(environment)
  expect(await server.ended()).toEqual(await configurationEnd)
  expect(server.output).toMatch(/^Packhouse could not start\.\n/)
  expect(server.output).not.toMatch(/\n\s+at /)
  return server.output
}

describe('a start that an operator has to mend', () => {
  test('ends with the code of a faulty configuration, in words', async () => {
    expect(await refused({ DATA_DIR: '/proc/nope' })).toContain('DATA_DIR /proc/nope cannot be made')
    expect(await refused({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).toContain('nothing listens at 127.0.0.1:1')
  })

  test('says which file is wrong when the secrets are not those of the database, or gone, and starts with the right ones', {
    tags: ['long'],
  }, async () => {
    const first = start()
    await first.ready()
    await first.stop()
    const file = join(folder.path, 'secrets.json')
    const secrets = await readFile(file, 'utf8')
    await writeFile(file, JSON.stringify({ database: 'of another one', tokens: 'of another one' }))
    expect(await refused()).toContain(`The password in ${file} is not that of the database beside it.`)
    expect(await postgresPidOf(folder.path)).toBeUndefined()
    await rm(file)
    expect(await refused()).toContain(`${file} is missing`)
    await writeFile(file, secrets)
    const last = start()
    await last.ready()
    expect(await last.stop()).toEqual({ code: 0, signal: null })
  })
})
