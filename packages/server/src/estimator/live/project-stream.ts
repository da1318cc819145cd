import { randomUUID } from 'node:crypto'
import type { ProjectEvent } from '@packhouse/contract'
import { sql } from 'kysely'
import { type OpenStream, OpenStreams } from '../../engine/open-streams.ts'
import type { Principal } from '../../engine/principal.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { DatabaseSignals } from '../../platform/database-signals.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import { type LockRow, readLock, statusOf } from '../lock/project-locks.ts'
import { type Pending, PendingEvents } from './pending-events.ts'
import { ProjectPresence } from './project-presence.ts'

/** Changes of one moment go out together. */
const FLUSH_MS = 50
const RETRY_MS = 1_000
/** A reader that is this far behind is sent away; it comes back and is told everything. */
const BACKLOG_LIMIT = 256 * 1024

interface Viewer extends OpenStream {
  id: string
  projectId: string
  principal: Principal
}

/** What is told of a project at one moment. */
interface Known {
  rowVersion: number
  lock: LockRow | undefined
  people: ProjectEvent['people']
}

/** Tells everybody who has a project open who edits it, what has changed and who else has it open. */
export class ProjectStream {
  readonly #database: Database
  readonly #issues: IssueLog
  readonly #presence: ProjectPresence
  readonly #viewers = new OpenStreams<Viewer>((viewer) => this.#presence.leave(viewer.id))
  readonly #pending = new PendingEvents<Viewer>()
  /** By project: when a lock that nobody renews ends. */
  readonly #expiries = new Map<string, Timer>()
  #flushTimer: Timer | undefined
  #flushing: Promise<void> | undefined

  constructor(database: Database, signals: DatabaseSignals, log: Log) {
    this.#database = database
    this.#issues = new IssueLog(log, 'Events of projects are sent again')
    this.#presence = new ProjectPresence(database.system)
    signals.on('project', {
      heard: (payload) => {
        const [projectId = '', what = ''] = payload.split(' ')
        this.#hear(projectId, what)
      },
      missed: () => this.#tellAll(),
    })
  }

  start(): void {
    this.#viewers.start()
    this.#presence.start()
  }

  async stop(): Promise<void> {
    this.#flushTimer?.stop()
    for (const timer of this.#expiries.values()) timer.stop()
    this.#expiries.clear()
    this.#viewers.stop()
    await this.#flushing
    await this.#presence.stop()
  }

  /** Adds a stream of somebody who may read the project. */
  open(viewer: Omit<Viewer, 'id'>): void {
    const entered = { ...viewer, id: randomUUID() }
    this.#viewers.add(entered)
    this.#pending.greet(entered.projectId, entered)
    this.#flushLater(0)
    const { id, projectId, principal } = entered
    // Neither a key nor somebody whose product is viewed by another sits in front of the project.
    if (principal.sessionId === undefined || principal.viewer !== undefined) return
    this.#presence.enter({ id, projectId, userId: principal.userId }).catch(() => undefined)
  }

  /** @param what `lock`, `people` or the table of what has changed */
  #hear(projectId: string, what: string): void {
    if (this.#viewersOf(projectId).length === 0) return
    this.#pending.add(projectId, what)
    this.#flushLater(FLUSH_MS)
  }

  #tellAll(): void {
    for (const { projectId } of this.#viewers) this.#pending.addAll(projectId)
    this.#flushLater(0)
  }

  #viewersOf(projectId: string): Viewer[] {
    return [...this.#viewers].filter((viewer) => viewer.projectId === projectId)
  }

  #flushLater(afterMs: number): void {
    if (this.#pending.isEmpty || this.#flushing !== undefined) return
    this.#flushTimer ??= clock.timeout(afterMs, () => {
      this.#flushTimer = undefined
      this.#flushing = this.#flush().finally(() => {
        this.#flushing = undefined
        this.#flushLater(FLUSH_MS)
      })
    })
  }

  /** One project after the other, so that what is written last was read last. */
  async #flush(): Promise<void> {
    const taken = this.#pending.take()
    try {
      for (const [projectId, pending] of taken) await this.#tell(projectId, pending)
      this.#issues.end()
    } catch (error) {
      this.#issues.meet('Events of projects cannot be sent', { error: String(error) })
      this.#pending.putBack(taken.map(([projectId]) => projectId))
      await clock.sleep(RETRY_MS, { ref: false })
    }
  }

  async #tell(projectId: string, pending: Pending<Viewer>): Promise<void> {
    const known = await this.#read(projectId)
    for (const viewer of this.#viewersOf(projectId)) {
      if (known === undefined || viewer.response.writableLength > BACKLOG_LIMIT) this.#viewers.dismiss(viewer)
      else viewer.response.write(encode(known, viewer, pending))
    }
    this.#watchExpiry(projectId, known?.lock)
  }

  /** @returns undefined if the project is gone */
  async #read(projectId: string): Promise<Known | undefined> {
    return await this.#database.inScope('all', async (db) => {
      const { rows } = await sql<{ rowVersion: number }>`
        SELECT row_version AS "rowVersion" FROM project WHERE id = ${projectId} AND deleted_at IS NULL
      `.execute(db)
      const [project] = rows
      if (project === undefined) return undefined
      return { ...project, lock: await readLock(db, projectId), people: await this.#presence.peopleOf(projectId) }
    })
  }

  /** A lock ends without any statement when nobody renews it. */
  #watchExpiry(projectId: string, lock: LockRow | undefined): void {
    this.#expiries.get(projectId)?.stop()
    this.#expiries.delete(projectId)
    if (!lock?.isHeld || this.#viewersOf(projectId).length === 0) return
    const timer = clock.timeout(lock.endsInMs + FLUSH_MS, () => this.#hear(projectId, 'lock'))
    this.#expiries.set(projectId, timer)
  }
}

function encode({ rowVersion, lock, people }: Known, viewer: Viewer, pending: Pending<Viewer>): string {
  const isNew = pending.newcomers.has(viewer)
  const kinds = isNew || pending.kinds === null ? null : [...pending.kinds]
  const events: ProjectEvent[] = []
  if (isNew || pending.lock) events.push({ lock: statusOf(viewer.principal, lock) })
  if (kinds === null || kinds.length > 0) events.push({ changed: { rowVersion, kinds } })
  if (isNew || pending.people) events.push({ people })
  return events.map((event) => `event: ${Object.keys(event)[0]}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}
