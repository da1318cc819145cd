import { chmod, chown, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimDataDir } from '../../src/platform/data-dir.ts'
import { lockFolder } from '../../src/platform/folder-lock/folder-lock.ts'
import { createLog } from '../../src/platform/log.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const log = createLog('silent')
/** Longer than the touches of the tests, so that a file that is touched is never taken for dead. */
const WATCH_MS = 1_000
const TOUCH_MS = 50
const AHEAD = new Date('2090-01-01')

let temporary: TemporaryFolder
let folder: string

beforeEach(async () => {
  temporary = await makeVolatileFolder('found-claims')
  folder = join(temporary.path, 'data')
})

afterEach(async () => {
  await temporary.remove()
})

/** Touches a file as its living holder would, until the function that it gives is called. */
function keepTouching(file: string): () => void {
  let n = 0
  const timer = setInterval(() => void utimes(file, new Date(), new Date(1_000_000 + n++ * 1000)), TOUCH_MS)
  return () => clearInterval(timer)
}

async function claimInFolder(text: string): Promise<string> {
  const file = join(folder, 'claims', 'server-0123456789ab.json')
  await mkdir(join(folder, 'claims'), { recursive: true })
  await writeFile(file, text)
  return file
}

const unread = { boot: 'another boot', host: 'elsewhere', space: 'elsewhere', pid: 7 }

describe('the claim of a process that the kernel here knows nothing of', () => {
  test.each([
    ['with the number 0', JSON.stringify({ ...unread, pid: 0 })],
    ['with a living number of somebody else', JSON.stringify({ ...unread, pid: 1 })],
    ['with a number below 0', JSON.stringify({ ...unread, pid: -1 })],
    ['of another boot', JSON.stringify(unread)],
    ['of this boot whose socket was removed', JSON.stringify({ ...unread, boot: undefined })],
    ['with garbage in it', '\0\0{"pid":'],
    ['with nothing in it', ''],
  ])('%s is taken over when it shows no life, whatever its date and mode', async (_, text) => {
    const file = await claimInFolder(text)
    await utimes(file, AHEAD, AHEAD)
    await chmod(file, 0o444)
    const lock = await lockFolder({ folder: join(folder, 'claims'), kind: 'server', watchMs: WATCH_MS })
    await expect(stat(file)).rejects.toThrow('ENOENT')
    await lock.release()
  })

  test('is not taken while it shows life', async () => {
    const stop = keepTouching(await claimInFolder(JSON.stringify(unread)))
    await expect(claimDataDir(folder, { log })).rejects.toThrow(
      `DATA_DIR ${folder} is in use by process 7 of another container or host (elsewhere). Stop that one, or set`,
    )
    stop()
  })
})

describe('the claim of an earlier version', () => {
  test('counts for nothing unless somebody touches it: 0, garbage, a date ahead, the number of another one', async () => {
    const texts = ['0\n', 'garbage', '', `${process.ppid}\n`, '-1\n']
    const claims = texts.map(async (text, n) => {
      const dataDir = join(folder, String(n))
      const file = join(dataDir, 'process-id')
      await mkdir(dataDir, { recursive: true })
      await writeFile(file, text, { mode: 0o444 })
      await utimes(file, AHEAD, AHEAD)
      const lock = await claimDataDir(dataDir, { log })
      await expect(stat(file)).rejects.toThrow('ENOENT')
      await lock.release()
    })
    await Promise.all(claims)
  })

  test('is not taken while its process touches it', async () => {
    await mkdir(folder, { recursive: true })
    const file = join(folder, 'process-id')
    await writeFile(file, '4711\n')
    const stop = keepTouching(file)
    await expect(claimDataDir(folder, { log })).rejects.toThrow(
      `DATA_DIR ${folder} is in use by process 4711 of an earlier version.`,
    )
    stop()
    expect(await readdir(join(folder, 'claims'))).toEqual([])
  })
})

const SOMEBODY = 54_321

describe.runIf(process.getuid?.() === 0)('a start as root in the folder of somebody else', () => {
  test.each(['in an empty folder', 'with secrets in it'])('is refused and changes nothing, %s', async (what) => {
    await mkdir(folder)
    if (what !== 'in an empty folder') {
      await writeFile(join(folder, 'secrets.json'), '{}')
      await chown(join(folder, 'secrets.json'), SOMEBODY, SOMEBODY)
    }
    await chown(folder, SOMEBODY, SOMEBODY)
    const state = async () => {
      const { uid, gid, mode, mtimeMs, ctimeMs } = await stat(folder)
      return { uid, gid, mode, mtimeMs, ctimeMs, names: await readdir(folder) }
    }
    const before = await state()
    await expect(claimDataDir(folder, { log })).rejects.toThrow(
      `DATA_DIR ${folder} belongs to the user with the number ${SOMEBODY}, and Packhouse was started as root. Start it as that user`,
    )
    expect(await state()).toEqual(before)
  })
})
