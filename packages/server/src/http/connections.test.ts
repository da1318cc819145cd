import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { Refusals } from '../platform/refusals.ts'
import { Connections } from './connections.ts'

function socketFrom(remoteAddress: string): Socket {
  const destroy = function (this: { destroyed: boolean }) {
    this.destroyed = true
  }
  return Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy }) as unknown as Socket
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a new connection is read in the next turn, however many of another address came before it; one that has ended is not', async () => {
  const connections = new Connections(readConfig({}).http, new Refusals(), [])
  const read: string[] = []
  const accept = (address: string) => {
    const socket = socketFrom(address)
    connections.accept(socket, () => read.push(address))
    return socket
  }
  const flood = Array.from({ length: 200 }, () => accept('127.0.0.2'))
  accept('127.0.0.1')
  await turn()
  expect(read.filter((address) => address === '127.0.0.1')).toHaveLength(1)
  expect(read.length).toBeLessThan(10)
  for (const socket of flood) Object.assign(socket, { destroyed: true })
  const before = read.length
  for (let count = 0; count < 200; count++) await turn()
  expect(read).toHaveLength(before)
})

test('a connection whose turn comes when the server is closing is ended and not read', async () => {
  const connections = new Connections(readConfig({}).http, new Refusals(), [])
  const read: Socket[] = []
  const socket = socketFrom('127.0.0.1')
  connections.accept(socket, () => read.push(socket))
  connections.stop()
  await turn()
  expect([socket.destroyed, read.length]).toEqual([true, 0])
})
