import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { CopyFrames } from './copy-frames.ts'

/** The socket of a connection, and what the driver reads of it. */
function connectionWith() {
  const read: Buffer[] = []
  const stream = new EventEmitter() as EventEmitter & { destroy: (error: Error) => void }
  const destroyed: Error[] = []
  stream.destroy = (error) => destroyed.push(error)
  const driver = (bytes: Buffer) => read.push(bytes)
  stream.on('data', driver)
  const connection = { stream, query: () => undefined } as unknown as pg.Connection
  return { connection, stream, driver, destroyed, readByDriver: () => Buffer.concat(read).toString() }
}

function frame(code: string, content: string): Buffer {
  const bytes = Buffer.alloc(5 + content.length)
  bytes.write(code)
  bytes.writeUInt32BE(4 + content.length, 1)
  bytes.write(content, 5)
  return bytes
}

function textOf(view: DataView, from: number, to: number): string {
  return Buffer.from(view.buffer, view.byteOffset + from, to - from).toString()
}

const answer = Buffer.concat([
  frame('H', 'begins'),
  ...['one', 'two', '', 'a longer one'].map((row) => frame('d', row)),
  frame('N', 'a notice'),
  frame('d', 'last'),
  frame('c', ''),
])
const forDriver = Buffer.concat([frame('H', 'begins'), frame('N', 'a notice'), frame('c', '')]).toString()

describe('what COPY sends', () => {
  test('is read whole however it is cut, and everything else reaches the driver', () => {
    for (let size = 1; size <= answer.length; size++) {
      const { connection, stream, readByDriver } = connectionWith()
      const rows: string[] = []
      new CopyFrames('COPY', (...place) => rows.push(textOf(...place))).submit(connection)
      for (let at = 0; at < answer.length; at += size) stream.emit('data', answer.subarray(at, at + size))
      expect(rows, `in pieces of ${size}`).toEqual(['one', 'two', '', 'a longer one', 'last'])
      expect(readByDriver()).toBe(forDriver)
    }
  })

  test('ends when the connection is ready, which reads for the driver again', async () => {
    const { connection, stream, driver, readByDriver } = connectionWith()
    const frames = new CopyFrames('COPY', () => undefined)
    // The driver reports what it has read, as pg does.
    stream.off('data', driver).on('data', (bytes: Buffer) => {
      driver(bytes)
      if (bytes.subarray(0, 1).toString() === 'Z') frames.handleReadyForQuery()
    })
    frames.submit(connection)
    stream.emit('data', Buffer.concat([answer, frame('Z', 'I'), frame('d', 'of another')]))
    await frames.done
    stream.emit('data', frame('d', 'of one more'))
    expect(readByDriver().slice(forDriver.length)).toBe(
      Buffer.concat([frame('Z', 'I'), frame('d', 'of another'), frame('d', 'of one more')]).toString(),
    )
  })

  test('fails as PostgreSQL reports it, or with whoever reads it', async () => {
    const refused = connectionWith()
    const frames = new CopyFrames('COPY', () => undefined)
    frames.submit(refused.connection)
    frames.handleError(new Error('no such table'))
    await expect(frames.done).rejects.toThrow('no such table')
    expect(refused.stream.listeners('data')).toEqual([refused.driver])

    const unread = connectionWith()
    const reader = new CopyFrames('COPY', () => {
      throw new Error('not to be read')
    })
    reader.submit(unread.connection)
    unread.stream.emit('data', answer)
    expect(unread.destroyed.map(({ message }) => message)).toEqual(['not to be read'])
  })
})
