import { serveTasks } from '../worker-tasks.ts'
import type { LevelName } from './line-facts.ts'
import { packSegment } from './pack-segment.ts'
import { type LogPage, type PageRequest, readPage } from './read-page.ts'
import { type BlockHits, mayMatch, type SearchQuery, searchBlock } from './search-block.ts'
import { seekTime } from './seek-time.ts'
import { SegmentReader } from './segment-reader.ts'

interface OfSegment {
  folder: string
  name: string
}

export type LogTask = OfSegment &
  (
    | { kind: 'pack' }
    | { kind: 'summary' }
    | { kind: 'page'; request: PageRequest }
    | { kind: 'seek'; at: number }
    | { kind: 'search'; query: SearchQuery; limit: number; before: number | undefined }
    | { kind: 'block'; index: number }
  )

/** What is known of a segment. */
export interface SegmentSummary {
  bytes: number
  lines: number
  /** Unix ms; 0 where it has no lines. */
  from: number
  to: number
  levels: Partial<Record<LevelName, number>>
  parts: Record<string, number>
  minutes: [minute: number, lines: number, issues: number][]
}

/** What a step of a search has found: in one block, after those that can have no hit. */
export interface SearchStep extends BlockHits {
  /** Bytes that are dealt with, unpacked. */
  bytes: number
  /** The next step looks at what lies before this block; undefined where the segment is done. */
  before: number | undefined
}

export interface TaskResults {
  summary: SegmentSummary
  page: LogPage
  seek: { offset: number }
  search: SearchStep
  /** The bytes of a block; undefined after the last one. */
  block: Uint8Array | undefined
}

serveTasks<LogTask>(async (task) => {
  if (task.kind === 'pack') return await packSegment(task.folder, task.name)
  const reader = await SegmentReader.open(task.folder, task.name)
  if (reader === undefined) return undefined
  try {
    if (task.kind === 'summary') return summaryOf(reader)
    if (task.kind === 'page') return await readPage(reader, task.request)
    if (task.kind === 'seek') return { offset: await seekTime(reader, task.at) }
    if (task.kind === 'search') return await searchStep(reader, task.query, task.limit, task.before)
    const block = reader.blocks[task.index]
    return block === undefined ? undefined : await reader.read(block)
  } finally {
    await reader.close()
  }
})

async function searchStep(
  reader: SegmentReader,
  query: SearchQuery,
  limit: number,
  before = reader.blocks.length,
): Promise<SearchStep> {
  let bytes = 0
  for (let index = before - 1; index >= 0; index--) {
    const block = reader.blocks[index]
    bytes += block?.bytes ?? 0
    if (block !== undefined && !mayMatch(block, query)) continue
    const hits = await searchBlock(reader, index, query, limit)
    return { ...hits, bytes, before: index === 0 ? undefined : index }
  }
  return { entries: [], count: 0, bytes, before: undefined }
}

function summaryOf({ blocks, bytes }: SegmentReader): SegmentSummary {
  const summary: SegmentSummary = { bytes, lines: 0, from: 0, to: 0, levels: {}, parts: {}, minutes: [] }
  const minutes = new Map<number, [number, number, number]>()
  for (const block of blocks) {
    summary.lines += block.lines
    summary.from = summary.from === 0 ? block.from : Math.min(summary.from, block.from || summary.from)
    summary.to = Math.max(summary.to, block.to)
    addCounts(summary.levels, block.levels)
    addCounts(summary.parts, block.parts)
    for (const [minute, lines, issues] of block.minutes) {
      const known = minutes.get(minute)
      minutes.set(minute, [minute, lines + (known?.[1] ?? 0), issues + (known?.[2] ?? 0)])
    }
  }
  return { ...summary, minutes: [...minutes.values()].sort((a, b) => a[0] - b[0]) }
}

function addCounts(to: Record<string, number>, counts: Record<string, number>): void {
  for (const [name, count] of Object.entries(counts)) to[name] = (to[name] ?? 0) + count
}
