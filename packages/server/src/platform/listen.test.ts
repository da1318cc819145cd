import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

const host = '127.0.0.1'
const sharing = test.runIf(process.platform === 'linux')

function open(onConnection: (socket: Socket) => void = () => undefined): Server {
  const server = createServer(onConnection)
  onTestFinished(() => void server.close())
  return server
}

function connected(port: number): Socket {
  const socket = connect(port, host).on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket.resume()
}

sharing('of connections that wait together several are accepted in a turn of the event loop', async () => {
  const most = 128
  let [accepted, turns] = [0, 0]
  const port = await listen(
    open((socket) => {
      accepted += 1
      socket.destroy()
    }),
    { host, port: 0 },
  )
  for (let index = 0; index < most; index++) connected(port)
  while (accepted < most) {
    await new Promise((resolve) => setImmediate(resolve))
    if (accepted > 0) turns += 1
  }
  expect(turns).toBeLessThan(most / 2)
})

test('a port that somebody listens on is not shared', async () => {
  const port = await listen(open(), { host, port: 0 })
  await expect(listen(open(), { host, port })).rejects.toThrow('EADDRINUSE')
})

test('a server that is closed is reached by nobody, and is closed when its connections have ended', async () => {
  const server = open((socket) => socket.resume())
  const port = await listen(server, { host, port: 0 })
  // Enough to be on further listening sockets as well.
  const sockets = Array.from({ length: 64 }, () => connected(port))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      isClosed = true
      resolve()
    })
  })
  const [refused] = (await once(connect(port, host), 'error')) as [NodeJS.ErrnoException]
  expect(refused.code).toBe('ECONNREFUSED')
  expect(isClosed).toBe(false)
  for (const socket of sockets) socket.destroy()
  await closed
})

test('the port that is asked for is the one that is listened on', async () => {
  const first = open()
  const port = await listen(first, { host, port: 0 })
  await new Promise((resolve) => first.close(resolve))
  const second = open()
  expect(await listen(second, { host, port })).toBe(port)
  expect((second.address() as AddressInfo).port).toBe(port)
})
