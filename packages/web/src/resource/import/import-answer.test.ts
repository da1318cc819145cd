import type { ImportProgress } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { BrokenAnswer, readImportAnswer } from './import-answer.ts'

const report = { dryRun: true, total: 1, created: 1, updated: 0, unchanged: 0, failed: 0, lines: [] }
const problem = {
  type: 'about:blank',
  title: 'Not valid.',
  status: 400,
  code: 'invalid_request',
  detail: 'Línea 2 – ungültig',
}

function bytesOf(...values: object[]): Uint8Array {
  return new TextEncoder().encode(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(bytes: Uint8Array, size = 4096) {
  const seen: ImportProgress[] = []
  const answer = await readImportAnswer(inChunks(bytes, size), (progress) => seen.push(progress)).catch(
    (error: unknown) => error,
  )
  return { answer, seen }
}

describe('the answer to an import', () => {
  it('tells how far it is, then gives the report', async () => {
    const { answer, seen } = await read(bytesOf({ done: 0, total: 900 }, { done: 500, total: 900 }, report))
    expect(seen).toEqual([
      { done: 0, total: 900 },
      { done: 500, total: 900 },
    ])
    expect(answer).toEqual(report)
  })

  it.each([1, 2, 3, 7, 64])('is the same in chunks of %i bytes, which cut lines and letters', async (size) => {
    const { answer, seen } = await read(bytesOf({ done: 1, total: 2 }, problem), size)
    expect(seen).toEqual([{ done: 1, total: 2 }])
    expect(answer).toBeInstanceOf(ApiError)
    expect((answer as ApiError).message).toBe('Línea 2 – ungültig')
    expect((answer as ApiError).status).toBe(400)
  })

  it('needs no line feed after its last line', async () => {
    const bytes = bytesOf(report)
    expect((await read(bytes.subarray(0, bytes.length - 1))).answer).toEqual(report)
  })

  it('is broken where it ends without a result', async () => {
    expect((await read(bytesOf({ done: 500, total: 900 }))).answer).toBeInstanceOf(BrokenAnswer)
    expect((await read(new Uint8Array())).answer).toBeInstanceOf(BrokenAnswer)
  })

  it('is broken where its last line was cut off', async () => {
    const bytes = bytesOf({ done: 500, total: 900 }, report)
    const { answer, seen } = await read(bytes.subarray(0, bytes.length - 20))
    expect(answer).toBeInstanceOf(BrokenAnswer)
    expect(seen).toHaveLength(1)
  })

  it('is broken where the connection breaks, and stopped where the reader stops it', async () => {
    const failing = (error: Error) =>
      readImportAnswer(
        (async function* () {
          yield bytesOf({ done: 1, total: 2 })
          throw error
        })(),
        () => undefined,
      )
    await expect(failing(new TypeError('network error'))).rejects.toBeInstanceOf(BrokenAnswer)
    await expect(failing(new DOMException('stopped', 'AbortError'))).rejects.toMatchObject({ name: 'AbortError' })
  })
})
