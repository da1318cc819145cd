import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Systems give connections that go out, and whoever asks for any port, higher ones: with those, somebody else would soon have the port that was free. */
const FIRST = 20_000
const LAST = 32_000

/** A port that was free a moment ago, for a product whose public address must be known before it starts. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return String(port)
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
