import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Listens on a free port of the loopback address, as another program would. */
export async function takePort(): Promise<{ port: number; release: () => Promise<void> }> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No free port on the loopback address.')
  const release = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port: address.port, release }
}

/** Systems give connections that go out, and whoever asks for any port, higher ones: with those, somebody else would soon have the port that was free. */
const FIRST = 20_000
const LAST = 32_000

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
