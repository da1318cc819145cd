import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { writeToReader } from './write-to-reader.ts'

/** Reads one piece at a time, a turn later. */
function slowReader(read: string[]): Writable {
  return new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      setImmediate(() => {
        read.push(String(chunk))
        done()
      })
    },
  })
}

test('a slow reader is waited for as often as needed, and nothing of the waits is left behind', async () => {
  const read: string[] = []
  const reader = slowReader(read)
  const before = reader.eventNames().map((name) => [name, reader.listenerCount(name)])
  const pieces = Array.from({ length: 50 }, (_, n) => `piece ${n}`)
  for (const piece of pieces) await writeToReader(reader, piece)
  expect(read).toEqual(pieces)
  expect(reader.eventNames().map((name) => [name, reader.listenerCount(name)])).toEqual(before)
})

test('one that goes or fails is waited for no longer', async () => {
  const gone = new Writable({ highWaterMark: 1, write: () => undefined })
  const waiting = writeToReader(gone, 'never read')
  gone.destroy()
  await waiting
  await writeToReader(gone, 'not even written')
  const failing = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => done(new Error('away')) })
  failing.on('error', () => undefined)
  await writeToReader(failing, 'lost')
  expect(failing.destroyed).toBe(true)
})
