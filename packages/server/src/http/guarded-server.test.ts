import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { listen } from '../platform/listen.ts'
import { Refusals } from '../platform/refusals.ts'
import { Connections } from './connections.ts'
import { createGuardedServer } from './guarded-server.ts'

test('connections that are reset before they are read do no harm, and others are answered', async () => {
  const { http } = readConfig({})
  const connections = new Connections(http, new Refusals(), [])
  const server = createGuardedServer((_request, response) => response.end('well'), http, connections, {})
  onTestFinished(() => void server.close().closeAllConnections())
  let unguarded = 0
  server.on('connection', (socket: Socket) => {
    if (socket.listenerCount('error') === 0) unguarded += 1
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  const closed = Array.from({ length: 800 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.resetAndDestroy()).on('error', () => undefined)
    return once(socket, 'close')
  })
  await Promise.all(closed)
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('well')
  expect(unguarded).toBe(0)
})
