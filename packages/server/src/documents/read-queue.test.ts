import { expect, test } from 'vitest'
import { ReadQueue } from './read-queue.ts'

const limits = { processes: 2, queue: 3, perOwner: 4 }

/** Tasks that end when the test releases them, in the order in which they started. */
function works() {
  const begun: { name: string; end: () => void; fail: () => void }[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) })
    })
  return { begun, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a few are read at once, the others in order, and a failure gives its place on', async () => {
  const queue = new ReadQueue(limits)
  const { begun, work } = works()
  const answers = ['a', 'b', 'c', 'd'].map((name) => queue.run(name, work(name)).catch(() => 'failed'))
  await settled()
  expect(begun.map(({ name }) => name)).toEqual(['a', 'b'])
  begun[1]?.fail()
  await settled()
  expect(begun.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  for (let place = 0; place < 4; place++) {
    begun[place]?.end()
    await settled()
  }
  expect(await Promise.all(answers)).toEqual(['a', 'failed', 'c', 'd'])
})

test('more than may wait, or than one owner may have, is refused before it begins', async () => {
  const queue = new ReadQueue(limits)
  const { begun, work } = works()
  const own = Array.from({ length: 4 }, (_, place) => queue.run('one', work(String(place))))
  await expect(queue.run('one', work('more'))).rejects.toMatchObject({ fault: 'owner_limit' })
  own.push(queue.run('two', work('4')))
  await expect(queue.run('three', work('more'))).rejects.toMatchObject({ fault: 'queue_full' })
  for (let place = 0; place < 5; place++) {
    await settled()
    begun[place]?.end()
  }
  await Promise.all(own)
  const again = queue.run('one', async () => 'again')
  expect(await again).toBe('again')
})
