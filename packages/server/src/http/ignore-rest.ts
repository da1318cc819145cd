import type { Socket } from 'node:net'

/** Events of Node's parser, by the names of the constants under which it keeps their listeners. */
const EVENTS = ['kOnMessageBegin', 'kOnHeaders', 'kOnHeadersComplete', 'kOnBody', 'kOnMessageComplete']

type Parser = Record<number, unknown> & { constructor: Record<string, number> }

/**
 * Ends a connection, and reads no further what has come of it. Node reads a packet to its end whatever became of the connection: thousands of requests
 * in one would be made and thrown away, which takes a tenth of a second for 64 kB. Node has no call for this: where a later version keeps its listeners elsewhere,
 * nothing is lost but the time.
 */
export function endAndIgnoreRest(socket: Socket & { parser?: Parser | null }): void {
  const { parser } = socket
  socket.destroy()
  if (!parser) return
  const places = EVENTS.flatMap((name) => parser.constructor[name] ?? [])
  const listeners = places.map((place) => [place, parser[place]] as const)
  for (const place of places) parser[place] = undefined
  // The packet has been read by then, and the parser goes to another connection.
  process.nextTick(() => {
    for (const [place, listener] of listeners) parser[place] = listener
  })
}
