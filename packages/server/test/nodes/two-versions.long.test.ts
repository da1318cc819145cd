import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test } from 'vitest'
import { type CheckedOutVersion, checkOut } from '../support/checked-out-version.ts'
import { type EarlierVersion, findEarlierVersions } from '../support/earlier-version.ts'
import { TestNodes } from '../support/nodes.ts'
import { seed } from '../support/seed.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { UNLIMITED } from '../support/test-app.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { REFUSED } from './nodes-of-versions.ts'
import { RollingUpgrade } from './rolling-upgrade.ts'

const versions = await findEarlierVersions()

if (versions.promised.length === 0)
  test('nodes of an earlier version and of now serve side by side', ({ skip }) => skip(versions.reason))

for (const version of versions.promised) testUpgradeFrom(version)

test('code with which a migration does not work does not start on its schema, and says so', async ({ skip }) => {
  const { refused, reason } = versions
  if (refused === undefined) return skip(reason)
  const code = await checkOut(refused)
  const nodes = await TestNodes.create(inject('databaseServer'))
  try {
    if (code.lacking.length > 0) skip(lackingOf(code))
    const { process } = await nodes.start('worker', {}, code.main)
    expect(await process.ended(), process.output).toEqual({ code: REFUSED, signal: null })
    expect(process.output).toMatch(/The database is newer than this program.*Start the newer program\./)
  } finally {
    await nodes.end()
    await code.remove()
  }
})

function testUpgradeFrom(version: EarlierVersion): void {
  describe(`nodes of ${nameOf(version)} and of now, under load (seed ${seed})`, () => {
    let upgrade: RollingUpgrade
    let lacking: string | undefined
    let hasFailed = false
    const undo: (() => Promise<void>)[] = []

    beforeAll(async () => {
      const code = await checkOut(version)
      undo.push(code.remove)
      if (code.lacking.length > 0) {
        lacking = lackingOf(code)
        return
      }
      const files = await makeTemporaryFolder('files')
      undo.push(files.remove)
      const receiver = await new WebhookReceiver().start()
      undo.push(() => receiver.stop())
      const nodes = await TestNodes.createEmpty(inject('databaseServer'), {
        ...UNLIMITED,
        ALLOW_PRIVATE_ADDRESSES: 'on',
        PDF_WAIT_MS: '0',
        FILES_URL: join(files.path, 'files'),
      })
      undo.push(() => nodes.end())
      upgrade = new RollingUpgrade(nodes, { ...version, main: code.main }, receiver)
      undo.push(() => upgrade.close())
      await upgrade.begin()
    })

    afterAll(async () => {
      for (const step of undo.toReversed()) await step()
    })

    function check(name: string, work: () => Promise<void>): void {
      test(name, async ({ skip }: TestContext) => {
        if (lacking !== undefined) skip(lacking)
        if (hasFailed) skip('a step before it has failed')
        await work().catch((error: Error) => {
          throw new Error(`${error.message}\n${upgrade.errors.join('\n')}`, { cause: error })
        })
      })
    }

    /** Later steps go on from where it ends. */
    function step(name: string, work: () => Promise<void>): void {
      check(name, async () => {
        hasFailed = true
        await work()
        hasFailed = false
      })
    }

    step('wait for a worker of now, which migrates while the earlier nodes serve', () => upgrade.migrateBeside())

    step('take the sessions of each other, and see the settings that were changed at the other', () =>
      upgrade.passBothWays(),
    )

    step('show what machines send to the other, and raise alarms of it', () => upgrade.passRecords())

    step('do the jobs of each other', () => upgrade.passJobs())

    check(
      'read, change and delete rows of each other, and leave fields that they do not know as they are',
      async () => {
        const { faults, compared } = await upgrade.compareRows()
        expect(faults.join('\n')).toBe('')
        expect(compared).toBeGreaterThan(10)
      },
    )

    check('answer what is read of either', async () => {
      const { faults, answered } = await upgrade.compareReads()
      expect(faults.join('\n')).toBe('')
      expect(answered).toBeGreaterThan(100)
    })

    step('are replaced one after the other', () => upgrade.replace())

    step('are replaced again by earlier nodes, which start on the schema of now', () => upgrade.goBack())

    check('have answered every request', async () => {
      expect((await upgrade.endLoad()).join('\n')).toBe('')
      expect(Object.keys(upgrade.requests).length).toBeGreaterThanOrEqual(3)
    })

    check('have stored every record that they acknowledged, once', async () => {
      expect(await upgrade.verifyRecords()).toBeGreaterThan(1_000)
    })

    check('have raised each alarm once, and sent it once', async () => {
      const { reported, raised, sent } = await upgrade.allAlarms()
      expect(raised).toEqual(reported)
      expect([sent.length, new Set(sent).size]).toEqual([raised.length, raised.length])
    })

    step('are not ready, and do not start, where a migration does not work with their code', () =>
      upgrade.meetNewerSchema(),
    )

    check('have logged no error', async () => expect(upgrade.errors).toEqual([]))
  })
}

function lackingOf({ lacking }: CheckedOutVersion): string {
  return `it needs packages that are not installed here: ${lacking.join(', ')}`
}

function nameOf({ commit, migration }: EarlierVersion): string {
  return `migration ${String(migration).padStart(4, '0')} (${commit.slice(0, 8)})`
}
