import { FaultedProduct, openDatabaseOf, SmallDisk } from '@packhouse/server/testing'
import type { FaultPart, PartOptions, PartResult } from './part.ts'

const DISK_MB = 1_500
const FULL = /^The disk of the data folder is full/

/**
 * Fills the disk of a running product again and again while devices publish; every third time the product is killed in the meantime, and its
 * start on the full disk has to be refused in words. Needs root, to mount a small disk.
 */
export const disk: FaultPart = {
  name: 'disk',
  about: 'a full disk while devices publish, every third time with a kill and a refused start; root only',
  rounds: 30,
  run: runDisk,
}

/** @throws Error where health does not report it, a start is not refused, or the database differs from the ledger */
async function runDisk({ rounds, seed, report }: PartOptions): Promise<PartResult> {
  const small = await SmallDisk.mount(DISK_MB)
  if (small === undefined) throw new Error('The fault `disk` mounts a small disk, which root alone may do.')
  try {
    const product = await FaultedProduct.start(small.path, seed)
    try {
      for (let round = 1; round <= rounds; round += 1) report(await strike(product, small, round))
      const acknowledged = await product.verify(() => openDatabaseOf(small.path))
      return { passed: true, summary: `${acknowledged} records acknowledged, each stored once` }
    } finally {
      await product.end()
    }
  } finally {
    await small.unmount()
  }
}

async function strike(product: FaultedProduct, disk: SmallDisk, round: number): Promise<string> {
  await product.underLoad()
  await disk.fill()
  const logged = await product.untilLogged(FULL)
  const isKilled = round % 3 === 0
  if (isKilled) await assertRefusedStart(product)
  await disk.free()
  if (isKilled) await product.restart()
  const well = await product.well()
  const how = isKilled ? 'killed in the meantime, its start refused' : 'left running'
  return `round ${round}: logged after ${logged} ms, ${how}, well ${well} ms after there was room`
}

async function assertRefusedStart(product: FaultedProduct): Promise<void> {
  await product.kill()
  const { end, output } = await product.refusedStart()
  const isInWords = /full\. Nothing is lost\. Make room/.test(output) && !/\n\s+at /.test(output)
  if (end.code === 0 || !isInWords) throw new Error(`A start on a full disk was not refused in words:\n${output}`)
}
