import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { oldestCodeOf } from '../../src/platform/migrations.ts'
import { MIGRATIONS, numberOf, ownMigrations } from '../../src/platform/schema-state.ts'
import { git, REPOSITORY } from './git.ts'

const FOLDER = relative(REPOSITORY, MIGRATIONS)

/** Code of a commit whose migrations are the first of those that are there now. */
export interface EarlierVersion {
  commit: string
  /** The number of its newest migration. */
  migration: number
}

export interface EarlierVersions {
  /** The newest that is promised to work with the present schema, and the oldest; none, one or two. */
  promised: EarlierVersion[]
  /** The newest of which the migrations say that it does not work with the present schema. */
  refused: EarlierVersion | undefined
  /** Why none was found, where none was. */
  reason: string
}

interface Migration {
  name: string
  /** What git calls its content. */
  hash: string
}

/**
 * Reads the history of the migrations. Landed migrations never change, so code is of an earlier version where it has the first of the present ones and no
 * other. Of the commits with the same migrations the newest counts.
 */
export async function findEarlierVersions(): Promise<EarlierVersions> {
  const isShallow = await git(['rev-parse', '--is-shallow-repository']).catch(() => undefined)
  if (isShallow === undefined) return { promised: [], refused: undefined, reason: 'there is no git history here' }
  const names = await ownMigrations()
  const found = await versionsBefore(await migrationsHere(names))
  const oldest = await oldestCode(names)
  const working = found.filter(({ migration }) => migration >= oldest)
  return {
    promised: working.filter((_, place) => place === 0 || place === working.length - 1),
    refused: found.find(({ migration }) => migration < oldest),
    reason:
      isShallow === 'true'
        ? 'the history is cut off before the commits with earlier migrations (a shallow clone)'
        : 'the history has no such commit with earlier migrations',
  }
}

async function migrationsHere(names: readonly string[]): Promise<Migration[]> {
  const hashes = (await git(['hash-object', '--', ...names.map((name) => join(FOLDER, name))])).split('\n')
  return names.map((name, place) => ({ name, hash: hashes[place] ?? '' }))
}

/** The newest migration that code must know to work with all that are there now, as the product decides it. */
async function oldestCode(names: readonly string[]): Promise<number> {
  const codes = names.map(async (name) => oldestCodeOf(name, await readFile(join(MIGRATIONS, name), 'utf8')))
  return Math.max(...(await Promise.all(codes)))
}

/** The newest commit with each number of migrations, newest first. */
async function versionsBefore(present: readonly Migration[]): Promise<EarlierVersion[]> {
  // The last commit with given migrations is the parent of one that changes them.
  const changes = await git(['log', '--full-history', '--format=%H %P', 'HEAD', '--', FOLDER])
  const commits = new Set(['HEAD', ...changes.split(/\s+/)].filter((commit) => commit !== ''))
  const sorted = (await git(['rev-list', '--no-walk=sorted', ...commits])).split('\n')
  const found = new Map<number, EarlierVersion>()
  for (const commit of sorted) {
    const own = await migrationsOf(commit)
    const migration = numberOf(own.at(-1)?.name ?? '0')
    if (migration > 0 && isBegin(own, present) && !found.has(migration)) found.set(migration, { commit, migration })
  }
  return [...found.values()].toSorted((one, other) => other.migration - one.migration)
}

/** Whether some migrations are the first of others, and not all of them. */
function isBegin(some: readonly Migration[], all: readonly Migration[]): boolean {
  const isSame = ({ name, hash }: Migration, place: number) => name === all[place]?.name && hash === all[place]?.hash
  return some.length < all.length && some.every(isSame)
}

async function migrationsOf(commit: string): Promise<Migration[]> {
  const lines = (await git(['ls-tree', commit, `${FOLDER}/`])).split('\n')
  return lines.flatMap((line) => {
    const [, hash, path = ''] = /^\d+ blob (\w+)\t(.*)$/.exec(line) ?? []
    return hash !== undefined && path.endsWith('.sql') ? [{ name: relative(FOLDER, path), hash }] : []
  })
}
