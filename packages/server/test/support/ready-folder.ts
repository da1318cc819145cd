import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const repository = join(import.meta.dirname, '../../../..')

/** Where ready folders wait for the next run. */
const SHELF = join(repository, 'node_modules/.cache')

/** All that decides what the product writes on its first start: a folder of other sources is never taken. */
const SOURCES = [
  'packages/server/migrations',
  'packages/server/src',
  'packages/contract/src',
  'packages/messages/src',
  'package-lock.json',
]

/** Folders of sources that have changed since are thrown away when nobody can be copying them any more. */
const FORGOTTEN_AFTER_MS = 3_600_000

export interface ReadyFolderOptions {
  /** Its name on the shelf. */
  name: string
  /** The script that fills the folder that its only argument names, from the root of the repository. */
  script: string
  /** What decides its content beside the sources of the product and the script, from the root of the repository. */
  inputs: readonly string[]
}

/**
 * A folder to copy, with what takes long to make: the one that was made of these very sources today, or a new one. The dates
 * of the sample company count from the day on which it was made.
 */
export async function readyFolder({ name, script, inputs }: ReadyFolderOptions): Promise<string> {
  const shelf = join(SHELF, name)
  const today = new Date().toISOString().slice(0, 10)
  const ready = join(shelf, `${today}-${fingerprint([...SOURCES, script, ...inputs])}`)
  if (await stat(ready).catch(() => undefined)) return ready
  await mkdir(shelf, { recursive: true })
  const beside = join(shelf, `unfinished-${randomUUID()}`)
  await run(process.execPath, [script, beside], { cwd: repository })
  // Two runs may make it at once; the second finds the name taken by an equal one.
  await rename(beside, ready).catch(() => rm(beside, { recursive: true }))
  await forgetOthers(shelf, ready)
  return ready
}

async function forgetOthers(shelf: string, ready: string): Promise<void> {
  const others = (await readdir(shelf)).map((name) => join(shelf, name)).filter((path) => path !== ready)
  for (const path of others) {
    const made = await stat(path).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > FORGOTTEN_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Of the inputs, and of what else makes a folder of use: files of another system or user cannot be taken. */
function fingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`)
  for (const path of inputs.flatMap((input) => filesBelow(join(repository, input)))) {
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
