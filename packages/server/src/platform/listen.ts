import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net'

/**
 * Listening sockets of a port. In a turn of the event loop Node accepts one connection of each (libuv, from 1.45 on), so that with a
 * single one a new client waits as many turns as there are connections before it. Where the system has no such sharing there is one.
 */
const LISTENERS = process.platform === 'linux' ? 32 : 1
/**
 * Connections that wait to be accepted, of all listening sockets together; the system may allow fewer (`net.core.somaxconn`). Beyond
 * them a client is not heard and tries again after 1, 3 and 7 s: with Node's 511 a burst of a few thousand delayed the health call for seconds.
 */
const BACKLOG = 4_096

export interface Place {
  host: string
  /** 0 for any that is free. */
  port: number
}

/** Opens the first listening socket of a server. */
type Open = (options: ListenOptions) => Promise<unknown>

/**
 * Listens on a port. To close the server closes all its listening sockets.
 * @param open for a server that has a call of its own to listen
 * @returns the port
 * @throws NodeJS.ErrnoException, such as EADDRINUSE
 */
export async function listen(
  server: Server,
  { host, port }: Place,
  open: Open = (options) => opened(server, options),
): Promise<number> {
  const shared = { backlog: Math.ceil(BACKLOG / LISTENERS), reusePort: LISTENERS > 1 }
  // A port that is shared would be shared with another product of the same user as well.
  if (shared.reusePort && port !== 0) await claim({ host, port })
  await open({ host, port, ...shared })
  const own = server.address() as AddressInfo
  const further = Array.from({ length: LISTENERS - 1 }, () => handingTo(server))
  closeWith(server, further)
  for (const one of further) await opened(one, { host: own.address, port: own.port, ...shared })
  return own.port
}

/** A server that accepts connections for another. */
function handingTo(server: Server & { allowHalfOpen?: boolean }): Server {
  const { allowHalfOpen = false } = server
  return createServer({ allowHalfOpen, noDelay: true }, (socket: Socket) => server.emit('connection', socket))
}

function closeWith(server: Server, further: readonly Server[]): void {
  const close = server.close.bind(server)
  server.close = (done) => {
    const closed = Promise.all(further.map((one) => new Promise((resolve) => one.close(resolve))))
    return close((error) => void closed.then(() => done?.(error)))
  }
}

/** @throws NodeJS.ErrnoException where somebody listens on the port */
async function claim(place: Place): Promise<void> {
  const first = createServer()
  await opened(first, place)
  await new Promise((resolve) => first.close(resolve))
}

async function opened(server: Server, options: ListenOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options, resolve))
}
