import { expect, test } from 'vitest'
import { OwnerTurns } from './owner-turns.ts'

const tasks = (...owners: string[]) => owners.map((owner, number) => ({ owner, number }))

test('many tasks of one person hold up the one of another no longer than one task', () => {
  const turns = new OwnerTurns()
  const waiting = tasks('ann', 'ann', 'ann', 'ben')
  const order = Array.from({ length: 4 }, () => turns.take(waiting)?.number)
  expect(order).toEqual([0, 3, 1, 2])
})

test('one person has no more tasks under way than their share, however long nobody else comes', () => {
  const turns = new OwnerTurns(1)
  const waiting = tasks('ann', 'ann', 'ann')
  const first = turns.take(waiting)
  expect(turns.take(waiting)).toBeUndefined()
  waiting.push({ owner: 'ben', number: 3 })
  expect(turns.take(waiting)?.owner).toBe('ben')
  if (first !== undefined) turns.end(first)
  expect(turns.take(waiting)?.number).toBe(1)
})
