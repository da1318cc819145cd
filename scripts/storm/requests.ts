import { type Ask, ask, attackersAddress, type Flood, type Target } from './target.ts'

const WORKERS = 32
/** Limits of one address are not to be what bounds a flood. */
const ADDRESSES = 8
/** The first address of request floods: those before are taken by crowds. */
const FIRST_ADDRESS = 20

export interface Sent extends Ask {
  /** Below the address of the product. */
  path: string
}

/** What a flood sends, one for each turn. */
export type Next = (turn: number) => Sent

let floodCount = 0

/**
 * A flood of requests, each on a new connection, from addresses that no other flood has.
 * @param prepare what to know before the flood begins
 */
export function requests(prepare: (target: Target) => Next | Promise<Next>): Flood {
  const first = FIRST_ADDRESS + floodCount++ * ADDRESSES
  return async (target, until) => {
    const next = await prepare(target)
    const statuses = new Map<string, number>()
    let turn = 0
    const work = Array.from({ length: WORKERS }, async (_, worker) => {
      const from = attackersAddress(target.url, first + (worker % ADDRESSES))
      while (Date.now() < until) {
        const { path, ...sent } = next(turn++)
        const outcome = await ask(`${target.url}${path}`, {
          ...sent,
          from,
          timeoutMs: until - Date.now() + 1_000,
        }).then(
          ({ status }) => String(status),
          (error: NodeJS.ErrnoException) => error.code ?? 'no answer',
        )
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
      }
    })
    await Promise.all(work)
    return [...statuses].map(([outcome, count]) => `${count} x ${outcome}`).join(', ')
  }
}

/** A body as JSON, with its headers. */
export function json(body: string | object): Pick<Ask, 'method' | 'headers' | 'body'> {
  return posted(typeof body === 'string' ? body : JSON.stringify(body), 'application/json')
}

export function posted(
  body: string | Buffer,
  type: string,
  headers: Record<string, string> = {},
): Pick<Ask, 'method' | 'headers' | 'body'> {
  const length = String(Buffer.byteLength(body))
  return { method: 'POST', headers: { 'content-type': type, 'content-length': length, ...headers }, body }
}
