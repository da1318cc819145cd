import { zstdCompressSync } from 'node:zlib'
import type { ByteWriter, ColumnSource } from 'hyparquet-writer'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import type { Column } from './columns.ts'

const types = { time: 'TIMESTAMP', whole: 'INT64', number: 'DOUBLE', text: 'STRING' } as const

/** Records as an Apache Parquet file, a row group for each portion; only one is held at a time. */
export async function* toParquet(
  columns: Column[],
  portions: AsyncIterable<TelemetryRecord[]>,
): AsyncGenerator<Buffer> {
  // Loaded with the first file: it is large.
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: columns.map((column) => dataOf(column, [])) }),
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    createdBy: 'Packhouse',
  })
  for await (const records of portions) {
    await file.write({ columnData: columns.map((column) => dataOf(column, records)), rowGroupSize: records.length })
    yield drain(writer)
  }
  await file.finish()
  yield drain(writer)
}

function dataOf({ name, kind, read }: Column, records: readonly TelemetryRecord[]): ColumnSource {
  const data = records.map((record) => {
    const value = read(record)
    if (value === null || value === undefined) return null
    if (kind === 'time') return new Date(Number(value))
    if (kind === 'whole') return BigInt(Math.round(Number(value)))
    return kind === 'text' ? String(value) : value
  })
  return { name, data, type: types[kind], nullable: kind !== 'time' }
}

/** What was written since; the places that the file reports go on counting. */
function drain(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes())
  writer.index = 0
  return bytes
}
