import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { recordStateText, type TelemetryRecord, toMicroseconds } from '../telemetry/index.ts'
import { RECORD_COLUMNS } from './telemetry-sql.ts'

/**
 * Records by COPY in PostgreSQL's binary format (documentation of COPY, "Binary Format"; values as their types' receive
 * functions read them): numbers and times go over as they are and are not formatted and parsed on the way.
 */

const COPY = `COPY record (${RECORD_COLUMNS}) FROM STDIN (FORMAT binary)`
const FIELDS = 12
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

const CHUNK_BYTES = 256 * 1024
/** All of a row but its machine data, with room to spare. */
const ROW_BYTES = 256
/** As records mostly are with their machine data, taken generously. */
const USUAL_ROW_BYTES = 1024
/** UTF-8 takes at most three bytes for one unit of a JavaScript string. */
const BYTES_PER_UNIT = 3
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_US = Date.UTC(2000, 0, 1) * 1000
const TWO_TO_32 = 2 ** 32
const JSONB_VERSION = 1

/** Begins the transaction and copies the records in, in one go. */
export async function beginAndCopy(client: pg.ClientBase, records: readonly TelemetryRecord[]): Promise<void> {
  await copy(client, `BEGIN; ${COPY}`, records)
}

/** Copies records in, within the transaction of the client. */
export async function copyRecords(client: pg.ClientBase, records: readonly TelemetryRecord[]): Promise<void> {
  await copy(client, COPY, records)
}

async function copy(client: pg.ClientBase, statement: string, records: readonly TelemetryRecord[]): Promise<void> {
  const stream = client.query(copyFrom(statement))
  const done = new Promise<void>((resolve, reject) => stream.once('finish', resolve).once('error', reject))
  const writer = new RowWriter((chunk) => stream.write(chunk), records.length)
  stream.write(HEADER)
  for (const record of records) writer.add(record)
  writer.flush()
  stream.end(TRAILER)
  await done
}

/**
 * Encodes rows into chunks and hands each on when it is full. Chunks are no larger than what is to come: hundreds of small
 * batches a second would otherwise have the garbage collector run all the time.
 */
class RowWriter {
  readonly #send: (chunk: Buffer) => void
  readonly #chunkBytes: number
  #bytes = Buffer.alloc(0)
  #end = 0

  constructor(send: (chunk: Buffer) => void, rows: number) {
    this.#send = send
    this.#chunkBytes = Math.min(CHUNK_BYTES, rows * USUAL_ROW_BYTES)
  }

  add(record: TelemetryRecord): void {
    const data = record.machineData === undefined ? undefined : JSON.stringify(record.machineData)
    this.#reserve(ROW_BYTES + BYTES_PER_UNIT * (data?.length ?? 0))
    this.#end = this.#bytes.writeInt16BE(FIELDS, this.#end)
    this.#length(4)
    this.#end = this.#bytes.writeInt32BE(record.machineKey, this.#end)
    this.#time(record.at)
    this.#time(record.receivedAt)
    this.#counter(record.totalCycles)
    this.#counter(record.totalRejects)
    this.#double(record.cyclesPerMin)
    this.#text(recordStateText(record))
    this.#double(record.temperature)
    this.#double(record.humidity)
    this.#double(record.latitude)
    this.#double(record.longitude)
    this.#jsonb(data)
  }

  /** The chunk goes on as it is, so the next one needs its own buffer. */
  flush(): void {
    if (this.#end > 0) this.#send(this.#bytes.subarray(0, this.#end))
    this.#bytes = this.#bytes.subarray(this.#end)
    this.#end = 0
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    this.flush()
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(bytes, this.#chunkBytes))
  }

  /** Length of the value that follows; -1 is null. */
  #length(bytes: number): void {
    this.#end = this.#bytes.writeInt32BE(bytes, this.#end)
  }

  #time(at: number): void {
    this.#bigint(toMicroseconds(at) - EPOCH_US)
  }

  #counter(value: number | undefined): void {
    if (value === undefined) this.#length(-1)
    else this.#bigint(value)
  }

  #bigint(value: number): void {
    const high = Math.floor(value / TWO_TO_32)
    this.#length(8)
    this.#end = this.#bytes.writeInt32BE(high, this.#end)
    this.#end = this.#bytes.writeUInt32BE(value - high * TWO_TO_32, this.#end)
  }

  /** That there is no value is stored as NaN: NULL says that it was not reported. */
  #double(value: number | null | undefined): void {
    if (value === undefined) {
      this.#length(-1)
      return
    }
    this.#length(8)
    this.#end = this.#bytes.writeDoubleBE(value ?? Number.NaN, this.#end)
  }

  #text(value: string | undefined): void {
    if (value === undefined) this.#length(-1)
    else this.#writeText(value, 0)
  }

  #jsonb(json: string | undefined): void {
    if (json === undefined) this.#length(-1)
    else this.#writeText(json, JSONB_VERSION)
  }

  /** @param version written before the text where the type has one; 0 for none */
  #writeText(value: string, version: number): void {
    const prefix = version === 0 ? 0 : 1
    const start = this.#end + 4
    if (prefix > 0) this.#bytes[start] = version
    const bytes = prefix + this.#bytes.write(value, start + prefix, 'utf8')
    this.#length(bytes)
    this.#end = start + bytes
  }
}
