import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { clock } from '../clock.ts'
import { type ClaimRecord, claimRecordSchema } from './claim.ts'
import type { SocketRoute } from './socket-route.ts'

const ANSWER_MS = 1_000

/**
 * What is known of a claim: somebody `holds` the folder; a living one that does not hold it, or does not answer, is `unsure`;
 * one that the kernel does not know is `watched` for its heartbeat; the rest is `dead`.
 */
export type Life = 'holds' | 'unsure' | 'watched' | 'dead'

export interface Sighting {
  name: string
  life: Life
  /** Undefined if the file cannot be read or is not one of ours. */
  record: ClaimRecord | undefined
}

/** How a socket answered: with a word, with silence although somebody listens, or not at all. */
type Answer = 'silent' | 'refused' | 'unknown' | (string & {})

/** Looks at the claims of one kind in a folder, and remembers what it saw of those whose heartbeat has to be watched. */
export class Survey {
  readonly #folder: string
  readonly #kind: string
  readonly #boot: string | undefined
  readonly #watchMs: number
  readonly #seen = new Map<string, { beat: string; since: number; alive: boolean }>()

  /** @param watchMs how long a heartbeat must be missing; 0 takes every claim of another kernel for dead */
  constructor(folder: string, kind: string, boot: string | undefined, watchMs: number) {
    this.#folder = folder
    this.#kind = kind
    this.#boot = boot
    this.#watchMs = watchMs
  }

  /** @param own name of the claim of the one who looks */
  async look(route: SocketRoute, own?: string): Promise<Sighting[]> {
    const files = (await readdir(this.#folder)).filter((name) => name.startsWith(`${this.#kind}-`))
    const names = new Set(files.filter((name) => /\.(json|sock)$/.test(name)).map((name) => name.slice(0, -5)))
    if (own !== undefined) names.delete(own)
    return await Promise.all([...names].map((name) => this.#sight(name, route)))
  }

  /** Removes what dead claims have left. Only for the one who holds the folder. */
  async sweep(own: string): Promise<void> {
    const names = (await readdir(this.#folder)).filter(
      (name) => name.startsWith(`${this.#kind}-`) && !name.startsWith(`${own}.`),
    )
    await Promise.allSettled(names.map((name) => rm(join(this.#folder, name), { force: true })))
  }

  async #sight(name: string, route: SocketRoute): Promise<Sighting> {
    const file = join(this.#folder, `${name}.json`)
    const answer = await ask(join(route.path, `${name}.sock`))
    const record = parse(await readFile(file, 'utf8').catch(() => ''))
    if (answer === 'holding') return { name, record, life: 'holds' }
    if (answer !== 'refused' && answer !== 'unknown') return { name, record, life: 'unsure' }
    const ours = record?.boot !== undefined && record.boot === this.#boot
    if (answer === 'refused' && ours) return { name, record, life: 'dead' }
    return { name, record, life: await this.#watch(file) }
  }

  /** Compares no clocks: a heartbeat is a change of the file's time under our eyes, whatever that time is. */
  async #watch(file: string): Promise<Life> {
    const beat = await stat(file, { bigint: true }).then(
      ({ mtimeNs }) => String(mtimeNs),
      () => undefined,
    )
    if (beat === undefined || this.#watchMs === 0) return 'dead'
    const seen = this.#seen.get(file)
    if (seen === undefined || seen.beat !== beat) {
      this.#seen.set(file, { beat, since: clock.monotonic(), alive: seen !== undefined })
      return seen === undefined ? 'watched' : 'holds'
    }
    if (clock.monotonic() - seen.since >= this.#watchMs) return 'dead'
    return seen.alive ? 'holds' : 'watched'
  }
}

function parse(text: string): ClaimRecord | undefined {
  try {
    return claimRecordSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function ask(path: string): Promise<Answer> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(path)
    const settle = (answer: Answer) => {
      resolve(answer)
      socket.destroy()
    }
    socket.setTimeout(ANSWER_MS, () => settle('silent'))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.length > 100) settle('silent')
    })
    socket.once('end', () => settle(text || 'silent'))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') settle('refused')
      // EAGAIN and ECONNRESET are the answers of a socket that somebody holds.
      else settle(code === 'EAGAIN' || code === 'ECONNRESET' || code === 'EPIPE' ? 'silent' : 'unknown')
    })
  })
}
