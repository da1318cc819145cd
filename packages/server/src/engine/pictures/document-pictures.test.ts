import { expect, test } from 'vitest'
import { ProblemError } from '../problem-error.ts'
import { drawForDocument } from './document-pictures.ts'
import type { DrawnImages } from './drawn-images.ts'

const MEGABYTE = 1024 * 1024
const files = ['a', 'b', 'c', 'd'].map((id) => ({ id, contentType: 'image/jpeg' }))

/** Draws pictures of a size. @param faults by the id of a file */
function drawing(size: number, faults: Readonly<Record<string, Error>> = {}): Pick<DrawnImages, 'get'> {
  return {
    async get({ id }) {
      const fault = faults[id]
      if (fault !== undefined) throw fault
      return Buffer.alloc(size)
    },
  }
}

test('a document has the first pictures, as long as they are no more bytes than a mail takes', async () => {
  const drawn = await drawForDocument(drawing(6 * MEGABYTE), files, 'jpeg')
  expect(drawn.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a picture that cannot be drawn is left out, and no picture is taken for one', async () => {
  const damaged = new ProblemError('invalid_request', 'Damaged')
  const all = [...files.slice(0, 2), { id: 'text', contentType: 'text/plain' }, { id: 'c', contentType: 'image/png' }]
  const drawn = await drawForDocument(drawing(1, { a: damaged }), all, 'jpeg')
  expect(drawn.map(({ id }) => id)).toEqual(['b', 'c'])
})

test('where too many pictures wait the document is refused rather than made without them', async () => {
  const busy = new ProblemError('unavailable', 'Busy', undefined, { retryAfter: 2 })
  await expect(drawForDocument(drawing(1, { b: busy }), files, 'jpeg')).rejects.toBe(busy)
})
