import { describe, expect, it } from 'vitest'
import { createEventParser, type RawEvent } from './event-parser.ts'

function parse(...chunks: string[]): RawEvent[] {
  const parser = createEventParser()
  return chunks.flatMap((chunk) => parser.push(chunk).events)
}

describe('event parser', () => {
  it('reads name, data and id of an event', () => {
    expect(parse('id: 7\nevent: machines\ndata: {"machines":[]}\n\n')).toEqual([
      { event: 'machines', data: '{"machines":[]}', id: '7' },
    ])
  })

  it('reads the same events wherever the stream is cut and however lines end', () => {
    const lines = [': hello', '', 'id: 1', 'event: machines', 'data: a', 'data: b', '', ': still here', 'data:c', '']
    const expected = [
      { event: 'machines', data: 'a\nb', id: '1' },
      { event: 'message', data: 'c', id: '1' },
    ]
    for (const end of ['\n', '\r', '\r\n']) {
      // A trailing line keeps a final CR from waiting for its LF.
      const stream = `${lines.join(end)}${end}:${end}`
      for (let cut = 0; cut <= stream.length; cut++) {
        expect(parse(stream.slice(0, cut), stream.slice(cut))).toEqual(expected)
      }
      expect(parse(...stream)).toEqual(expected)
    }
  })

  it('drops an event that was not ended by a blank line', () => {
    expect(parse('data: half')).toEqual([])
  })

  it('takes comments as a sign of life only', () => {
    expect(parse(': keep-alive\n\n: keep-alive\n\n')).toEqual([])
  })

  it('keeps an id for the events that follow and ignores one with a null character', () => {
    expect(parse('id: 5\ndata: a\n\nid: x\0y\ndata: b\n\n').map((event) => event.id)).toEqual(['5', '5'])
  })

  it('takes off one blank after the colon and no more', () => {
    expect(parse('data:  two\n\n')[0]?.data).toBe(' two')
  })

  it('ignores a byte order mark at the start', () => {
    expect(parse('\uFEFFdata: a\n\n')).toHaveLength(1)
  })

  it('reports how long the server asks to wait, and ignores what is no number', () => {
    expect(createEventParser().push('retry: 2500\n').retry).toBe(2500)
    expect(createEventParser().push('retry: soon\n').retry).toBeUndefined()
  })
})
