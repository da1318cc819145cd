import { expect, test } from 'vitest'
import { machineEntry } from '../../../test/support/machine-entry.ts'
import { LiveStore } from '../live-store.ts'
import { OwnPresence } from './own-presence.ts'
import { PresenceBoard } from './presence-board.ts'

const NODE = '019ac2d4-0000-7000-8000-000000000001'

function storeOf(...keys: number[]): LiveStore {
  const live = new LiveStore()
  for (const key of keys) live.register(machineEntry(key, `M-${key}`))
  return live
}

test('a machine that is connected to one node is connected at the others, with what is wrong with its connections', () => {
  const [here, there] = [storeOf(1, 2), storeOf(1, 2)]
  const [own, board] = [new OwnPresence(here), new PresenceBoard(there)]
  let now = 0
  const tell = (after: number) => {
    now += after
    const presence = own.next(now)
    if (presence !== undefined) board.take(NODE, presence, now)
    return presence !== undefined
  }
  const shown = () => there.machines().map(({ isConnected, sourceIssues }) => [isConnected, [...sourceIssues.values()]])
  const [one, other] = [here.byKey(1), here.byKey(2)]
  if (one === undefined || other === undefined) throw new Error('They are registered.')

  one.connections += 1
  here.showIssues(other, 'plc', ['A node is missing.'])
  tell(1_000)
  expect(shown()).toEqual([
    [true, []],
    [false, [['A node is missing.']]],
  ])
  expect(tell(1_000)).toBe(false)
  // What is shown of another node is not told as one's own.
  expect(new OwnPresence(there).next(now)?.machines).toEqual([])

  one.connections -= 1
  here.showIssues(other, 'plc', [])
  tell(1_000)
  expect(shown()).toEqual([
    [false, []],
    [false, []],
  ])

  one.connections += 1
  tell(1_000)
  expect(shown()[0]).toEqual([true, []])
  // The node is gone without a word.
  board.review(now + 60_000)
  expect(shown()[0]).toEqual([false, []])
})
