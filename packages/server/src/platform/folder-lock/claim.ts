import { randomBytes } from 'node:crypto'
import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { clock } from '../clock.ts'
import type { SocketRoute } from './socket-route.ts'

/** What a claim answers to anyone who asks at its socket. */
export type ClaimState = 'claiming' | 'holding' | 'leaving'

/** What a claim says of itself in its file. The kernel's word on its socket counts, not the number. */
export const claimRecordSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  space: z.string(),
  boot: z.string().optional(),
})

export type ClaimRecord = z.infer<typeof claimRecordSchema>

/** A listening socket in the folder, which the kernel ends with its process, and a file that says whose it is. */
export class Claim {
  readonly name: string
  readonly #folder: string
  readonly #record: ClaimRecord
  #server: Server | undefined
  state: ClaimState = 'claiming'

  /** @param kind what is claimed, a word */
  constructor(folder: string, kind: string, record: ClaimRecord) {
    this.#folder = folder
    this.#record = record
    this.name = `${kind}-${randomBytes(6).toString('hex')}`
  }

  /**
   * Listens first and is then seen: anyone who finds the file can ask. Where the file system takes no sockets the heartbeat
   * has to do.
   * @throws NodeJS.ErrnoException where the folder takes no files
   */
  async announce(route: SocketRoute): Promise<void> {
    this.#server = await listen(join(route.path, `${this.name}.bind`), () => this.state)
    // Node removes the name it was given when the process ends. The socket has to stay, for the kernel to refuse at it: only
    // that distinguishes the end of a process from the loss of a file.
    if (this.#server !== undefined) await rename(this.#file('bind'), this.#file('sock'))
    const file = this.#file('json')
    await writeFile(`${file}.new`, `${JSON.stringify(this.#record)}\n`, { flag: 'wx' })
    await rename(`${file}.new`, file)
  }

  /** Whether others still see it. */
  async isIntact(): Promise<boolean> {
    const files = this.#server === undefined ? ['json'] : ['json', 'sock']
    const found = await Promise.all(files.map((kind) => isThere(this.#file(kind))))
    return !found.includes(false)
  }

  /** Shows hosts whose kernel cannot ask this one that the claim is alive. */
  async beat(): Promise<void> {
    const now = new Date(clock.now())
    await utimes(this.#file('json'), now, now)
  }

  /** Descriptor of the socket: a process that inherits it holds the claim until it ends. */
  get descriptor(): number | undefined {
    const handle: unknown = this.#server === undefined ? undefined : Reflect.get(this.#server, '_handle')
    const descriptor: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
    return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : undefined
  }

  async withdraw(): Promise<void> {
    for (const kind of ['json', 'json.new', 'bind']) await rm(this.#file(kind), { force: true })
    const server = this.#server
    this.#server = undefined
    if (server !== undefined) await new Promise((resolve) => server.close(resolve))
    await rm(this.#file('sock'), { force: true })
  }

  #file(kind: string): string {
    return join(this.#folder, `${this.name}.${kind}`)
  }
}

/** @returns undefined if the file system, or the platform, has no sockets in folders */
async function listen(path: string, state: () => ClaimState): Promise<Server | undefined> {
  if (process.platform === 'win32') return undefined
  const server = createServer((socket) => socket.on('error', () => undefined).end(state()))
  const failed = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(true)).listen(path, () => resolve(false))
  })
  if (failed) return undefined
  server.on('error', () => undefined)
  return server.unref()
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
