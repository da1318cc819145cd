import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { environmentNames } from '../../src/platform/config.ts'
import { secretNames } from '../../src/platform/environment.ts'
import { TestApp } from '../support/test-app.ts'

const GUIDE = join(import.meta.dirname, '../../../../docs/operations.md')
let taken: Server | undefined

afterEach(() => {
  taken?.close()
})

async function takePort(): Promise<string> {
  const server = createServer()
  taken = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return address === null || typeof address === 'string' ? '' : String(address.port)
}

async function startWith(environment: NodeJS.ProcessEnv): Promise<void> {
  const app = new TestApp(inject('databaseServer'), { environment })
  try {
    await app.start()
  } finally {
    await app.stop()
  }
}

describe('a start', () => {
  test.each(['PORT', 'MQTT_PORT'])('with a taken %s names the port and the variable', async (variable) => {
    const port = await takePort()
    await expect(startWith({ [variable]: port })).rejects.toThrow(
      `Port ${port} is taken by another program. Stop it, or set ${variable} to a free port.`,
    )
  })

  test.each(['203.0.113.7', 'no-such-host.invalid'])(
    'on the HOST %s, which is not ours, names the variable',
    async (host) => {
      await expect(startWith({ HOST: host })).rejects.toThrow('HOST is not an address of this machine.')
    },
  )

  test('that failed gives its other port free again', async () => {
    const port = await takePort()
    await expect(startWith({ PORT: port })).rejects.toThrow('PORT')
    taken?.close()
    await startWith({ PORT: port })
  })
})

test.each(environmentNames)('one row of the guide to operations explains %s', async (name) => {
  const rows = (await readFile(GUIDE, 'utf8')).match(/^\| `[^|]+\|/gm) ?? []
  expect(rows.filter((row) => row.includes(`\`${name}\``))).toHaveLength(1)
})

test('the guide to operations names every variable that can be in a file', async () => {
  const [, names = ''] = /can name a file instead[\s\S]*?These are ([^.]+)\./.exec(await readFile(GUIDE, 'utf8')) ?? []
  expect([...names.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...secretNames].sort())
})
