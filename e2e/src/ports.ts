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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { port, release } = await takePort()
  await release()
  return port
}
