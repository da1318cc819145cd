import type pg from 'pg'
import { startOf } from '../telemetry/index.ts'
import type { StoredReadingNames } from './reading-names.ts'
import { underSealLock } from './seal-lock.ts'
import { type BlockSpan, blocksFrom, putBlock, takeBlocks } from './stored-blocks.ts'

const DAY_MS = 86_400_000
/** Blocks are not joined beyond it, so that neither a late record nor a reader has much to unpack. */
const RECORDS_MOST = 10_000

/**
 * Joins a machine's blocks of each past day into as few as there can be: what is long over is seldom written and read over
 * long times, and both what every row costs and what every column begins with is paid once.
 * Hours of different customers stay apart, since a block with an hour of another customer is not shown (decision 0161).
 * @param from Unix ms, start of a day; @param to likewise, exclusive
 * @returns how many blocks there are less
 */
export async function mergeBlocks(
  client: pg.ClientBase,
  names: StoredReadingNames,
  machineKey: number,
  [from, to]: readonly [number, number],
): Promise<number> {
  if (packed(await blocksFrom(client, machineKey, [from, to]), []).length === 0) return 0
  return await underSealLock(client, machineKey, async () => {
    const changes = await changesOfOwner(client, machineKey)
    const packs = packed(await blocksFrom(client, machineKey, [from, to]), changes)
    for (const pack of packs) {
      const records = await takeBlocks(client, names, machineKey, pack)
      const [first, last] = [pack[0], pack.at(-1)]
      if (first && last) await putBlock(client, names, machineKey, { from: first.from, to: last.to }, records)
    }
    return packs.reduce((sum, { length }) => sum + length - 1, 0)
  })
}

/** When the machine has become a customer's, or has ended to be one's, Unix ms. */
async function changesOfOwner(client: pg.ClientBase, machineKey: number): Promise<number[]> {
  const { rows } = await client.query<{ at: Date }>(
    `SELECT unnest(ARRAY[since, until]) AS at FROM machine_ownership WHERE machine_key = $1 AND until IS NOT NULL
     UNION SELECT since FROM machine_ownership WHERE machine_key = $1 AND until IS NULL AND since > '-infinity'`,
    [machineKey],
  )
  return rows.map(({ at }) => Number(at))
}

/** Which blocks can become one each: neighbours of a day, in order, as long as they are not too large together and no change lies between them. */
function packed(blocks: readonly BlockSpan[], changes: readonly number[]): BlockSpan[][] {
  const packs: BlockSpan[][] = []
  let records = 0
  for (const block of blocks) {
    const pack = packs.at(-1)
    const first = pack?.[0]
    const sameDay = first !== undefined && startOf(first.from, DAY_MS) === startOf(block.from, DAY_MS)
    const sameOwner = first !== undefined && !changes.some((at) => at > first.from && at < block.to)
    if (pack !== undefined && sameDay && sameOwner && records + block.records <= RECORDS_MOST) {
      pack.push(block)
      records += block.records
    } else {
      packs.push([block])
      records = block.records
    }
  }
  return packs.filter(({ length }) => length > 1)
}
