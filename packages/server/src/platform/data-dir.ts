import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

const TOUCH_MS = 1_000
/** A claim that was not touched for this long is that of a process that was killed, whoever has its number now. */
const ABANDONED_MS = 5_000

/**
 * Claims the data folder for this process, so that a second one does not take the database away from the first.
 * @returns a function that gives it back
 * @throws ConfigError while another living process has it
 */
export async function claimDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be made (${error.code}). Set DATA_DIR to a folder you may write to.`,
    )
  })
  const file = join(dataDir, 'process-id')
  const holder = await holderOf(file)
  if (holder !== undefined) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} is in use by process ${holder}. Stop that one, or set DATA_DIR to another folder.`,
    )
  }
  await writeFile(file, `${process.pid}\n`)
  const timer = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), TOUCH_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await rm(file, { force: true })
  }
}

async function holderOf(file: string): Promise<number | undefined> {
  try {
    const pid = Number(await readFile(file, 'utf8'))
    const { mtimeMs } = await stat(file)
    if (pid === process.pid || Date.now() - mtimeMs > ABANDONED_MS) return undefined
    process.kill(pid, 0)
    return pid
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
