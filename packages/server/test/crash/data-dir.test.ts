import { chmod, chown, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimDataDir } from '../../src/platform/data-dir.ts'
import { lockFolder } from '../../src/platform/folder-lock/folder-lock.ts'
import { createLog } from '../../src/platform/log.ts'
import { Claimant } from '../support/claimant.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const log = createLog('silent')
const PAIRS = Number(process.env.CLAIM_PAIRS ?? 8)
/** Longer than the touches of the tests, so that a file that is touched is never taken for dead. */
const WATCH_MS = 1_000
const TOUCH_MS = 50
const AHEAD = new Date('2090-01-01')

let temporary: TemporaryFolder
let folder: string
const claimants: Claimant[] = []

beforeEach(async () => {
  temporary = await makeVolatileFolder('claims')
  folder = join(temporary.path, 'data')
})

afterEach(async () => {
  for (const claimant of claimants.splice(0)) await claimant.kill()
  await temporary.remove()
})

function claimant(patienceMs?: number, dataDir = folder): Claimant {
  const made = new Claimant(dataDir, patienceMs)
  claimants.push(made)
  return made
}

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

describe('the claim of the data folder', { timeout: 120_000 }, () => {
  test(`of two starts in the same instant one has it and the other one is refused, ${PAIRS} times`, async () => {
    for (let pair = 0; pair < PAIRS; pair++) {
      const both = [claimant(), claimant()]
      await Promise.all(both.map((one) => one.ready()))
      for (const one of both) one.go()
      const outcomes = await Promise.all(both.map((one) => one.outcome()))
      expect(outcomes.filter(({ claimed }) => claimed)).toHaveLength(1)
      const winner = both[outcomes.findIndex(({ claimed }) => claimed)]
      expect(outcomes.find(({ claimed }) => !claimed)?.words).toBe(
        `DATA_DIR ${folder} is in use by process ${winner?.pid}. Stop that one, or set DATA_DIR to another folder.`,
      )
      await Promise.all(both.map((one) => one.kill()))
    }
  })

  test('is free when its process was killed, and nothing of it is left after the next one', async () => {
    for (let round = 0; round < 5; round++) {
      const one = claimant()
      expect(await one.claim()).toEqual({ claimed: true })
      await one.kill()
    }
    const lock = await claimDataDir(folder, { log })
    expect(await readdir(join(folder, 'claims'))).toHaveLength(2)
    await lock.release()
    expect(await readdir(join(folder, 'claims'))).toEqual([])
  })

  test('is free when its process ended by itself and gave nothing back', async () => {
    const one = claimant()
    await one.claim()
    await one.end()
    expect((await readdir(join(folder, 'claims'))).toSorted()).toEqual([
      expect.stringMatching(/^server-\w+\.json$/),
      expect.stringMatching(/^server-\w+\.sock$/),
    ])
    expect(await claimant(300).claim()).toEqual({ claimed: true })
  })

  test('is not taken from a process that does not answer, and is when that one has ended', async () => {
    const silent = claimant()
    await silent.claim()
    silent.halt()
    expect(await claimant(300).claim()).toEqual({
      claimed: false,
      words: `DATA_DIR ${folder} is in use by process ${silent.pid}, which does not answer. Stop that one, or set DATA_DIR to another folder.`,
    })
    const patient = claimant()
    await patient.ready()
    patient.go()
    await silent.kill()
    expect(await patient.outcome()).toEqual({ claimed: true })
  })

  test('is waited for while it is being given up', async () => {
    const first = await claimDataDir(folder, { log })
    first.leave()
    const second = claimant()
    await second.ready()
    second.go()
    await first.release()
    expect(await second.outcome()).toEqual({ claimed: true })
  })

  test('works in a folder too deep for the address of a socket', async () => {
    const deep = join(folder, 'a'.repeat(100), 'b'.repeat(100))
    const first = await claimDataDir(deep, { log })
    expect((await readdir(join(deep, 'claims'))).some((name) => name.endsWith('.sock'))).toBe(true)
    expect((await claimant(300, deep).claim()).words).toContain(`is in use by process ${process.pid}.`)
    await first.release()
    const next = claimant(300, deep)
    expect(await next.claim()).toEqual({ claimed: true })
    await next.kill()
    expect(await claimant(300, deep).claim()).toEqual({ claimed: true })
  })

  test('tells its process when it was taken away', async () => {
    let lost = false
    const lock = await claimDataDir(folder, {
      log,
      onLost: () => {
        lost = true
      },
    })
    await rm(join(folder, 'claims'), { recursive: true })
    await until('word of the loss', () => lost)
    await lock.release()
  })

  test.each(['/proc/nope/deeper', '/dev/null/folder'])('is refused in words at %s', async (impossible) => {
    await expect(claimDataDir(impossible, { log })).rejects.toThrow(
      new RegExp(`^DATA_DIR ${impossible} cannot be written \\(E[A-Z]+\\)\\. Set DATA_DIR to a folder`),
    )
  })
})

const unread = { boot: 'another boot', host: 'elsewhere', space: 'elsewhere', pid: 7 }

describe('the claim of a process that the kernel here knows nothing of', { timeout: 60_000 }, () => {
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

describe('the claim of an earlier version', { timeout: 60_000 }, () => {
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
