import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { clock } from '../clock.ts'
import { Claim, type ClaimRecord } from './claim.ts'
import { whereabouts } from './kernel.ts'
import { type SocketRoute, socketRouteTo } from './socket-route.ts'
import { type Sighting, Survey } from './survey.ts'

const BEAT_MS = 1_000
/** Pause between two looks; at random, so that two starts do not withdraw before each other for ever. */
const PAUSE_MS = { least: 20, most: 120 }
/** Longer than a heartbeat, and than a PostgreSQL takes to end after its server. */
export const WATCH_MS = 15_000
/** How long a claim is waited for that is being given up, or whose process does not answer. */
export const PATIENCE_MS = 30_000

/** Somebody else has the folder. */
export class FolderHeld extends Error {
  /** Who, as far as its claim says. */
  readonly holder: ClaimRecord | undefined
  /** Whether its number is one of ours: not that of another container or host. */
  readonly isNear: boolean
  /** Whether it answers. */
  readonly answers: boolean

  constructor(sighting: Sighting, space: string) {
    super(`The folder is held by ${sighting.name}.`)
    this.holder = sighting.record
    this.isNear = sighting.record?.space === space
    this.answers = sighting.life === 'holds'
  }
}

export interface LockOptions {
  /** Made where it is not there; holds the claims alone. */
  folder: string
  /** What is claimed, a word. */
  kind: string
  watchMs?: number
  patienceMs?: number
  /** Hears once that the lock has to wait for somebody who does not hold the folder for certain. */
  onWait?: (sighting: Sighting) => void
  /** Hears that the claim was taken away: another host has taken this one for dead, or somebody removed files. */
  onLost?: () => void
}

export interface FolderLock {
  /** A process that inherits this descriptor holds the lock until it ends. Undefined if there are no sockets. */
  descriptor: number | undefined
  /** Lets others know that waiting is worthwhile. */
  leave: () => void
  release: () => Promise<void>
}

/**
 * Locks a folder against every other process that looks at it: other containers with process numbers of their own, and
 * other hosts. Announces itself, then looks: of two that do so at once at least one sees the other, and anyone who sees a
 * living one withdraws. Who lives is the kernel's word, which knows of the end of a process however it ended.
 * @throws FolderHeld while somebody else has it, NodeJS.ErrnoException where the folder takes no files
 */
export async function lockFolder(options: LockOptions): Promise<FolderLock> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const route = await socketRouteTo(options.folder)
  try {
    return keep(await claimByTurns(options, route), options.onLost)
  } finally {
    await route.remove()
  }
}

async function claimByTurns(options: LockOptions, route: SocketRoute): Promise<Claim> {
  const { folder, kind, watchMs = WATCH_MS, patienceMs = PATIENCE_MS, onWait } = options
  const here = await whereabouts()
  const survey = new Survey(folder, kind, here.boot, watchMs)
  const patience = clock.monotonic() + patienceMs
  for (let waits = 0; ; waits++) {
    let rivals = await alive(survey.look(route))
    if (rivals.length === 0) {
      const claim = new Claim(folder, kind, { pid: process.pid, ...here })
      rivals = await tryClaim(claim, survey, route)
      if (claim.state === 'holding') return claim
    }
    const holder = rivals.find(({ life }) => life === 'holds') ?? rivals.find(({ life }) => life === 'unsure')
    if (holder?.life === 'holds' || (holder !== undefined && clock.monotonic() >= patience))
      throw new FolderHeld(holder, here.space)
    if (waits === 3 && rivals[0] !== undefined) onWait?.(rivals[0])
    await clock.sleep(randomInt(PAUSE_MS.least, PAUSE_MS.most))
  }
}

/** Leaves the claim holding, or withdrawn. @returns the living ones beside it */
async function tryClaim(claim: Claim, survey: Survey, route: SocketRoute): Promise<Sighting[]> {
  try {
    await claim.announce(route)
    const rivals = await alive(survey.look(route, claim.name))
    // Anyone who held the folder a moment ago may have removed the files of a claim that was still being made.
    if (rivals.length === 0 && (await claim.isIntact())) {
      claim.state = 'holding'
      await survey.sweep(claim.name)
      return []
    }
    await claim.withdraw()
    return rivals
  } catch (error) {
    await claim.withdraw().catch(() => undefined)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function alive(sightings: Promise<Sighting[]>): Promise<Sighting[]> {
  return (await sightings).filter(({ life }) => life !== 'dead')
}

function keep(claim: Claim, onLost: (() => void) | undefined): FolderLock {
  const timer = clock.every(BEAT_MS, async () => {
    // A disk that refuses for a while loses nothing; a file that is gone reports that somebody else may be there.
    await claim.beat().catch(() => undefined)
    if (claim.state !== 'holding' || (await claim.isIntact())) return
    timer.stop()
    if (claim.state === 'holding') onLost?.()
  })
  timer.unref()
  return {
    descriptor: claim.descriptor,
    leave: () => {
      claim.state = 'leaving'
    },
    release: async () => {
      claim.state = 'leaving'
      timer.stop()
      await claim.withdraw()
    },
  }
}
