import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refusalOf } from './postgres-output.ts'
import type { Quarters } from './postgres-quarters.ts'

export const USER = 'packhouse'
export const DATABASE = 'packhouse'
/** Start of the names of clusters that are being made. */
const UNFINISHED = 'unfinished-'

/**
 * Makes a cluster with an empty database in it: beside, and renamed when it is whole, so that a first start that is killed leaves
 * nothing that looks like a cluster.
 * @throws ConfigError where somebody has to do something about it first
 */
export async function makeCluster(quarters: Quarters, password: string): Promise<void> {
  await removeUnfinished(quarters)
  const unfinished = join(quarters.home, `${UNFINISHED}${randomUUID()}`)
  const passwordFile = join(quarters.home, 'initial-password')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  await quarters.hand(passwordFile)
  try {
    await run(quarters, 'initdb', [
      `--pgdata=${unfinished}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-sync',
    ])
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
  // Created through single-user mode, so that no client can connect to a cluster that is only half created.
  await run(quarters, 'postgres', ['--single', '-D', unfinished, 'postgres'], `CREATE DATABASE ${DATABASE};\n`)
  await rename(unfinished, quarters.cluster)
}

/** What killed first starts have left behind; the `initdb` of the last one may still be at it, so this may not succeed. */
async function removeUnfinished({ home }: Quarters): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(UNFINISHED))
  await Promise.allSettled(names.map((name) => rm(join(home, name), { recursive: true, force: true })))
}

async function run(quarters: Quarters, name: string, args: string[], input = ''): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(join(quarters.bin, name), args, { ...quarters.identity, cwd: quarters.home })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(refusalOf(output, quarters.home) ?? new Error(`${name} failed (${code}):\n${output}`))
    })
    child.stdin.end(input)
  })
}
