import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, loadavg, release, type as systemType, totalmem } from 'node:os'
import { dirname, join } from 'node:path'

/** What somebody has to know to compare figures: versions, machine and seed. */
export interface Facts {
  at: string
  cores: number
  processor: string
  memoryGiB: number
  system: string
  seed: number
  /** Of the sources; absent without git, and in runs that were stored before it was noted. */
  commit?: string
  /** How often this machine parses a record of ten values in a millisecond: what runs on machines of different speed have in common to compare by. */
  parsesPerMs?: number
  /** Mean number of runnable processes in the minute before: above 0, others were at work too. */
  loadBefore: number
  versions: Record<string, string>
}

/** The packages on the path of a record. */
const PACKAGES = ['fastify', 'pg', 'pg-copy-streams', 'zod']

/** To be asked before the bench makes load itself. */
export function loadBefore(): number {
  return loadavg()[0] ?? 0
}

export function gatherFacts(seed: number, postgres: string, load: number): Facts {
  const processors = cpus()
  return {
    at: new Date().toISOString(),
    cores: processors.length,
    processor: processors[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${systemType()} ${release()}`,
    seed,
    ...commitOf(import.meta.dirname),
    parsesPerMs: parsesPerMs(),
    loadBefore: load,
    versions: {
      node: process.versions.node,
      postgres,
      ...Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
    },
  }
}

/** Of a working copy with changes, the commit with a plus behind it. */
function commitOf(cwd: string): { commit?: string } {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+'
    return { commit: `${git('rev-parse', '--short=12', 'HEAD')}${changed}` }
  } catch {
    return {}
  }
}

const PARSES = 20_000
const RECORD = JSON.stringify({
  machineState: 'Running',
  totalCycles: 123_456,
  machineData: Object.fromEntries(Array.from({ length: 8 }, (_, tag) => [`tag${tag}`, 20.5 + tag])),
})

/** The best of five turns: what others do on the machine can only make a turn slower. */
function parsesPerMs(): number {
  const turns = Array.from({ length: 5 }, () => {
    const start = performance.now()
    for (let count = 0; count < PARSES; count++) JSON.parse(RECORD)
    return PARSES / (performance.now() - start)
  })
  return Math.round(Math.max(...turns))
}

/** They are the server's dependencies, so they are looked up from there; not all export their package.json. */
function versionOf(name: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve('@packhouse/server'))
  for (let folder = dirname(require.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
    const found = readName(join(folder, 'package.json'))
    if (found?.name === name) return found.version
  }
  return 'unknown'
}

function readName(file: string): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
