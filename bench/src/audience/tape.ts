/** What one viewer was sent: the bytes as they came, and when. */
export interface Chunk {
  /** Unix ms with fractions. */
  at: number
  bytes: Buffer
}

/** What was written to a viewer at once: an event in the frame of the transfer coding. */
export interface Write {
  /** Milliseconds since the tape began. */
  after: number
  bytes: Buffer
}

/** A change of a machine, as it arrived. */
export interface Arrival {
  machineID: string
  /** Time of the machine's newest record, Unix ms. */
  lastSeen: number
  /** Unix ms with fractions. */
  at: number
}

const END_OF_EVENT = '\n\n'
/** Ends a chunk of the chunked transfer coding (RFC 9112, section 7.1). */
const END_OF_CHUNK = '\r\n'

/** Finds the writes again that a tape was made of: each ends with an event. @param from Unix ms, when the tape began */
export function writesOf(tape: readonly Chunk[], from: number): Write[] {
  const whole = Buffer.concat(tape.map(({ bytes }) => bytes))
  const writes: Write[] = []
  let chunk = 0
  let chunkEnd = tape[0]?.bytes.length ?? 0
  for (let start = 0; start < whole.length; ) {
    const end = endOfWrite(whole, start)
    while (end > chunkEnd && chunk < tape.length - 1) {
      chunk += 1
      chunkEnd += tape[chunk]?.bytes.length ?? 0
    }
    writes.push({ after: (tape[chunk]?.at ?? from) - from, bytes: whole.subarray(start, end) })
    start = end
  }
  return writes
}

function endOfWrite(whole: Buffer, start: number): number {
  const found = whole.indexOf(END_OF_EVENT, start)
  if (found < 0) return whole.length
  const end = found + END_OF_EVENT.length
  return whole.toString('latin1', end, end + END_OF_CHUNK.length) === END_OF_CHUNK ? end + END_OF_CHUNK.length : end
}

/** Reads the changes that writes carry. @param from Unix ms, when the tape began */
export function arrivalsOf(writes: readonly Write[], from: number): Arrival[] {
  return writes.flatMap(({ after, bytes }) => {
    const data = /^data: (.*)$/m.exec(bytes.toString())?.[1]
    if (data === undefined) return []
    const { machines } = JSON.parse(data) as { machines: { machineID: string; lastSeen: string }[] }
    return machines.map(({ machineID, lastSeen }) => ({ machineID, lastSeen: Date.parse(lastSeen), at: from + after }))
  })
}
