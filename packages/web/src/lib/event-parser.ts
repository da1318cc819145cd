/** One server-sent event as it came over the line. */
export interface RawEvent {
  event: string
  data: string
  id: string
}

export interface ParsedChunk {
  events: RawEvent[]
  /** Milliseconds the server asks to wait before reconnecting, where this chunk said so. */
  retry?: number
}

/**
 * Reads an event stream piece by piece, as the HTML standard describes it (9.2.6): lines end in CR, LF or CRLF, pieces
 * may be cut anywhere, comments are dropped, an event counts from the blank line that ends it.
 */
export function createEventParser(): { push(chunk: string): ParsedChunk } {
  let rest = ''
  let isStart = true
  let data: string[] = []
  let name = ''
  let id = ''

  function readLine(line: string, parsed: ParsedChunk): void {
    if (line === '') {
      if (data.length > 0) parsed.events.push({ event: name || 'message', data: data.join('\n'), id })
      data = []
      name = ''
      return
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') name = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) parsed.retry = Number(value)
  }

  return {
    push(chunk) {
      const parsed: ParsedChunk = { events: [] }
      rest += isStart ? chunk.replace(/^\uFEFF/, '') : chunk
      if (chunk !== '') isStart = false
      // A CR at the very end may be the first half of a CRLF: it waits for the next piece.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) readLine(line, parsed)
      return parsed
    },
  }
}
