import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimDataDir } from '../../src/platform/data-dir.ts'
import { createLog } from '../../src/platform/log.ts'
import { Claimant } from '../support/claimant.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const log = createLog('silent')
const PAIRS = Number(process.env.CLAIM_PAIRS ?? 3)

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

describe('the claim of the data folder', () => {
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
    for (let round = 0; round < 2; round++) {
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

  test('reports its process when it was taken away', async () => {
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
