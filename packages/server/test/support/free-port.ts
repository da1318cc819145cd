import { createServer } from 'node:net'

/** A port that was free a moment ago, for a product whose public address must be known before it starts. */
export async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port on the loopback address.')
  return String(address.port)
}
