import { describe, expect, test } from 'vitest'
import { machineEntry } from '../../../test/support/machine-entry.ts'
import { mergeLatest } from '../../telemetry/record.ts'
import { hintOf, type MachineChange } from '../live-feed.ts'
import { LiveStore } from '../live-store.ts'
import { decodeMessage, encodeMessages } from './feed-message.ts'
import { joinChange } from './join-changes.ts'
import { VersionedLive } from './versioned-live.ts'

const NOW = Math.floor(Date.now() / 60_000) * 60_000
const LATER = 1_000_000

/** The change of one record, which counts as many cycles as its version. */
function changeTo(version: number): MachineChange {
  const record = { machineKey: 1, at: NOW + version, receivedAt: NOW, totalCycles: version }
  const minute = { at: NOW, records: 1, cycles: version, rejects: version, runningMs: 0, knownMs: 0 }
  return {
    ...hintOf(1, version),
    since: version - 1,
    latest: mergeLatest(undefined, record, machineEntry(1, 'M-1')),
    added: [minute],
  }
}

async function start({ isRegistered = true, stored = 0 } = {}) {
  const live = new LiveStore()
  const register = async () => void live.register(machineEntry(1, 'M-1'))
  if (isRegistered) await register()
  const reads: number[][] = []
  const state = { version: stored }
  const versioned = new VersionedLive(
    {
      live,
      refreshMachines: register,
      stored: {
        restore: async () => new Map(stored === 0 ? [] : [[1, stored]]),
        versions: async () => new Map([[1, state.version]]),
        read: async (keys) => {
          reads.push([...keys])
          return keys.map((key) => {
            const sum = (state.version * (state.version + 1)) / 2
            const reread = [{ at: NOW, records: 1, cycles: sum, rejects: sum, runningMs: 0, knownMs: 0 }]
            return {
              ...changeTo(state.version),
              ...hintOf(key, state.version),
              latest: changeTo(state.version).latest,
              reread,
            }
          })
        },
      },
    },
    () => undefined,
  )
  await versioned.restore()
  const shown = () => {
    const machine = live.byKey(1)
    return { newest: machine?.values?.totalCycles, cycles: machine?.ring.entries(NOW)[0]?.cycles }
  }
  return { live, versioned, reads, state, shown }
}

describe('changes of a machine from several nodes', () => {
  test('are applied once and in order, however they come', async () => {
    const { versioned, shown, reads } = await start()
    for (const version of [1, 3, 1, 2, 3, 5, 4, 5]) versioned.take([changeTo(version)])
    expect(shown()).toEqual({ newest: 5, cycles: 15 })
    await versioned.settle(performance.now() + LATER)
    expect(reads).toEqual([])
  })

  test('of which one is lost are read from the database, after a moment', async () => {
    const { versioned, shown, reads, state } = await start()
    versioned.take([changeTo(1), changeTo(3)])
    expect(shown()).toEqual({ newest: 1, cycles: 1 })
    await versioned.settle()
    expect(reads).toEqual([])
    state.version = 3
    await versioned.settle(performance.now() + LATER)
    expect(reads).toEqual([[1]])
    expect(shown()).toEqual({ newest: 3, cycles: 6 })
    versioned.take([changeTo(3), changeTo(4)])
    expect(shown()).toEqual({ newest: 4, cycles: 10 })
  })

  test('that nobody told of are found by their version', async () => {
    const { versioned, shown, state } = await start({ stored: 2 })
    state.version = 4
    await versioned.compare()
    await versioned.settle(performance.now() + LATER)
    expect(shown()).toEqual({ newest: 4, cycles: 10 })
  })

  test('wait until the machine is registered here', async () => {
    const { versioned, shown } = await start({ isRegistered: false })
    versioned.take([changeTo(1)])
    await versioned.settle(performance.now() + LATER)
    versioned.take([changeTo(2)])
    expect(shown().newest).toBe(2)
  })
})

test('changes that follow one another travel as one, and are the same on the other side', () => {
  const joined = [1, 2, 4].reduce<MachineChange[]>((waiting, version) => joinChange(waiting, changeTo(version)), [])
  expect(joined.map(({ since, version }) => [since, version])).toEqual([
    [0, 2],
    [3, 4],
  ])
  expect(joined[0]?.added).toEqual([{ at: NOW, records: 2, cycles: 3, rejects: 3, runningMs: 0, knownMs: 0 }])
  const presence = { round: 1, isLast: true, machines: [{ machineKey: 1, isConnected: true, issues: [] }] }
  const messages = encodeMessages(joined, presence).map(decodeMessage)
  expect(messages).toEqual([
    { changes: [], presence },
    { changes: joined, presence: undefined },
  ])
})
