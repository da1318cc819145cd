import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { endAndIgnoreRest } from './ignore-rest.ts'
import { joinedBodies } from './joined-body.ts'

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'

interface Body {
  pieces: number[]
  bytes: number
}

/** @returns a server that reads bodies, what it has read of each, and how many connections it ended */
async function reading() {
  const bodies: Body[] = []
  const counts = { ended: 0 }
  const refuse = (socket: IncomingMessage['socket']) => {
    if (!socket.destroyed) counts.ended += 1
    endAndIgnoreRest(socket)
  }
  const server = createServer({ IncomingMessage: joinedBodies(refuse) }, (request, response) => {
    const body: Body = { pieces: [], bytes: 0 }
    bodies.push(body)
    request.on('data', ({ length }: Buffer) => {
      body.pieces.push(length)
      body.bytes += length
    })
    request.on('end', () => response.end(`${body.bytes};`)).on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const send = (sent: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    socket.end(sent)
    return socket
  }
  return { bodies, counts, send }
}

const chunks = (count: number, chunk: string) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(count)

test('chunks that come in one packet are one piece beside the first, and nothing of the body is lost', async () => {
  const { bodies, send } = await reading()
  const answer = await text(send(`${HEAD}${chunks(2_000, 'x')}0\r\n\r\n`))
  expect(answer).toContain('2000;')
  // A body in two packets or three, whatever the system makes of it.
  expect(bodies[0]?.pieces.length).toBeLessThan(20)
})

test('a long body of short chunks is read whole', async () => {
  const { bodies, counts, send } = await reading()
  const answer = await text(send(`${HEAD}${chunks(20_000, 'x'.repeat(24))}0\r\n\r\n`))
  expect(answer).toContain('480000;')
  expect(counts.ended).toBe(0)
  expect(bodies[0]?.bytes).toBe(480_000)
})

test('a body of hardly anything but chunks ends its connection once, and the next ones are answered', async () => {
  const { bodies, counts, send } = await reading()
  for (let round = 0; round < 3; round++) {
    const socket = send(`${HEAD}${chunks(50_000, ' ')}`).resume()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(counts.ended).toBe(round + 1)
    expect(await text(send(`${HEAD}${chunks(3, 'abc')}0\r\n\r\n`))).toContain('9;')
  }
  expect(Math.max(...bodies.map(({ bytes }) => bytes))).toBeLessThan(4_096)
})

test('bodies of requests that follow each other in one packet stay apart', async () => {
  const { bodies, send } = await reading()
  send(`${HEAD}${chunks(5, 'a')}0\r\n\r\n${HEAD}${chunks(7, 'bb')}0\r\n\r\n`).resume()
  while (bodies.length < 2 || bodies[1]?.bytes !== 14) await new Promise((resolve) => setImmediate(resolve))
  expect(bodies.map(({ bytes }) => bytes)).toEqual([5, 14])
})
