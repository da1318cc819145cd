import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAndIgnoreRest } from './ignore-rest.ts'

const MOST = 9
const asked = new Map<Socket, number>()
const server = createServer(({ socket }, response) => {
  const count = (asked.get(socket) ?? 0) + 1
  asked.set(socket, count)
  if (count === MOST) endAndIgnoreRest(socket)
  else response.end('x')
})

beforeAll(async () => await once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

test('what follows in the packet of a connection that is ended is not looked at, and the next connection is answered', async () => {
  const { port } = server.address() as AddressInfo
  for (let round = 0; round < 20; round++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000))
    await once(socket, 'close')
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    answer.resume()
  }
  expect([...asked.values()].toSorted((a, b) => b - a)).toEqual([...Array(20).fill(MOST), ...Array(20).fill(1)])
})
