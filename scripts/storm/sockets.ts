import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** So many connections are opened at once, which makes 1,000 a second. */
const BATCH = 50
const PAUSE_MS = 50

export interface CrowdOptions {
  host: string
  port: number
  from: string | undefined
  size: number
  /** After so long a connection is given up and replaced: one that reads nothing does not learn that it was ended. */
  lifetimeMs?: number
  /** What each does with its connection. */
  act: (socket: Socket) => void
}

/** Holds so many connections open until the end: each that is ended is replaced. @returns how many were opened and ended */
export async function holdCrowd(options: CrowdOptions, until: number): Promise<{ opened: number; ended: number }> {
  const open = new Set<Socket>()
  const counts = { opened: 0, ended: 0 }
  while (Date.now() < until) {
    const missing = Math.min(BATCH, options.size - open.size)
    for (let index = 0; index < missing; index++) add(options, open, counts)
    await sleep(PAUSE_MS)
  }
  for (const socket of open) socket.destroy()
  return counts
}

function add(
  { host, port, from, act, lifetimeMs }: CrowdOptions,
  open: Set<Socket>,
  counts: { opened: number; ended: number },
): void {
  const socket = connect({ host, port, ...(from === undefined ? {} : { localAddress: from }) })
  open.add(socket)
  socket.once('connect', () => {
    counts.opened++
    // Only who reads learns of the end; those who are not to read pause again.
    socket.resume()
    act(socket)
    if (lifetimeMs !== undefined) setTimeout(() => socket.destroy(), lifetimeMs).unref()
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    open.delete(socket)
    counts.ended++
  })
}
