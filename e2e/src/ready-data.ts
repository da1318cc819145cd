import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pinnedNode, repository } from './repository.ts'

const run = promisify(execFile)

/** Where ready folders wait for the next run. */
const SHELF = join(repository, 'node_modules/.cache/ready-data')

/** All that decides what a first start writes: one of other sources is never taken. */
const INPUTS = [
  'packages/server/migrations',
  'packages/server/src',
  'packages/contract/src',
  'packages/messages/src',
  'package-lock.json',
  'e2e/src/product.ts',
  'e2e/src/make-ready-data.ts',
]

/** Folders of sources that have changed since are thrown away when nobody can be copying them any more. */
const FORGOTTEN_AFTER_MS = 3_600_000

/**
 * Fills a new folder with what a first start leaves: the cluster with its tables and the sample company, as made by a product
 * without simulator that was stopped in order. A first start takes twice the time of one that finds its data.
 */
export async function copyReadyData(folder: string): Promise<void> {
  await copyFolder(await readyData(), folder)
}

/** The folder that was made of these very sources today, or a new one: the sample company's dates count from the day of its first start. */
export async function readyData(): Promise<string> {
  const today = new Date().toISOString().slice(0, 10)
  const ready = join(SHELF, `${today}-${fingerprint()}`)
  if (await stat(ready).catch(() => undefined)) return ready
  await mkdir(SHELF, { recursive: true })
  const beside = join(SHELF, `unfinished-${randomUUID()}`)
  await run(pinnedNode, ['e2e/src/make-ready-data.ts', beside], { cwd: repository })
  // Two runs may make it at once; the second finds the name taken by an equal one.
  await rename(beside, ready).catch(() => rm(beside, { recursive: true }))
  await forgetOthers(ready)
  return ready
}

async function forgetOthers(ready: string): Promise<void> {
  const others = (await readdir(SHELF)).map((name) => join(SHELF, name)).filter((path) => path !== ready)
  for (const path of others) {
    const made = await stat(path).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > FORGOTTEN_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Of the sources, and of what else makes a folder of use: files of another system or user cannot be taken. */
function fingerprint(): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`)
  for (const path of INPUTS.flatMap((input) => filesBelow(join(repository, input)))) {
    const content = readFileSync(path)
    hash.update(`\n${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
}

/** With the owners: the database of a product of root belongs to another user. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else await run('cp', ['-a', `${from}/.`, to])
}
