import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createGate } from './packet-gate.ts'

const LIMIT = 1000

/** A packet of some type with a body of so many bytes, its length encoded as MQTT 3.1.1 section 2.2.3 says. */
function packet(bytes: number, body = bytes): Buffer {
  const length: number[] = []
  for (let rest = bytes; ; rest = Math.floor(rest / 128)) {
    length.push(rest < 128 ? rest : (rest % 128) + 128)
    if (rest < 128) break
  }
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(body, 0xff)])
}

function verdict(stream: Buffer, borders: number[] = []): boolean {
  const gate = createGate(LIMIT)
  const places = [0, ...borders.map((border) => border % (stream.length + 1)), stream.length].toSorted((a, b) => a - b)
  return places.slice(1).every((end, i) => gate(stream.subarray(places[i] ?? 0, end)))
}

describe('the gate before the packets', () => {
  test('lets packets up to the limit pass', () => {
    expect(verdict(Buffer.concat([packet(0), packet(1), packet(127), packet(128), packet(LIMIT), packet(2)]))).toBe(
      true,
    )
  })

  test('stops a packet beyond the limit as soon as it is announced', () => {
    for (const bytes of [LIMIT + 1, 200_000_000, 268_435_455]) expect(verdict(packet(bytes, 0))).toBe(false)
  })

  test('stops a length of more than four bytes', () => {
    expect(verdict(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x00]))).toBe(false)
  })

  test('does not take the bytes of a body for a header', () => {
    expect(verdict(Buffer.concat([packet(500), packet(500)]))).toBe(true)
  })

  test('finds an oversized packet behind any number of right ones', () => {
    expect(verdict(Buffer.concat([packet(10), packet(0), packet(300), packet(LIMIT + 1, 0)]))).toBe(false)
  })

  test('gives the same verdict however the bytes are cut into chunks', () => {
    const streams = fc
      .array(fc.oneof(fc.nat(LIMIT), fc.nat(300), fc.constantFrom(0, 127, 128, LIMIT, LIMIT + 1, 100_000)), {
        maxLength: 8,
      })
      .map((sizes) => ({
        fits: sizes.every((size) => size <= LIMIT),
        stream: Buffer.concat(sizes.map((size) => packet(size, Math.min(size, LIMIT)))),
      }))
    fc.assert(
      fc.property(streams, fc.array(fc.nat(), { maxLength: 20 }), ({ fits, stream }, borders) => {
        expect(verdict(stream, borders)).toBe(fits)
        const bytes = Array.from({ length: stream.length }, (_, i) => i)
        expect(verdict(stream, bytes)).toBe(fits)
      }),
      { numRuns: 200 },
    )
  })

  test('gives for any bytes the same verdict in one chunk as in many', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(), { maxLength: 10 }), (bytes, borders) => {
        expect(verdict(Buffer.from(bytes), borders)).toBe(verdict(Buffer.from(bytes)))
      }),
    )
  })
})
