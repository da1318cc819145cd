import { FaultedProduct, openDatabaseOf, SmallDisk } from '@packhouse/server/testing'

const DISK_MB = 1_500
const FULL = /^The disk of the data folder is full/
const SEED = 20_261_122

/**
 * Fills the disk of a running product again and again while devices publish; every third time the product is killed meanwhile, and its
 * start on the full disk has to be refused in words. Needs root, to mount a small disk.
 * @throws Error where health does not tell it, a start is not refused, or the database differs from the ledger
 */
export async function run(rounds: number): Promise<void> {
  const disk = await SmallDisk.mount(DISK_MB)
  if (disk === undefined) throw new Error('The fault `disk` mounts a small disk, which root alone may do.')
  try {
    const product = await FaultedProduct.start(disk.path, SEED)
    try {
      for (let round = 1; round <= rounds; round += 1) await strike(product, disk, round)
      const acknowledged = await product.verify(() => openDatabaseOf(disk.path))
      console.log(`disk: ${acknowledged} records were acknowledged; each is stored once.`)
    } finally {
      await product.end()
    }
  } finally {
    await disk.unmount()
  }
}

async function strike(product: FaultedProduct, disk: SmallDisk, round: number): Promise<void> {
  await product.underLoad()
  await disk.fill()
  const told = await product.told(FULL)
  const isKilled = round % 3 === 0
  if (isKilled) await assertRefusedStart(product)
  await disk.free()
  if (isKilled) await product.restart()
  const well = await product.well()
  const how = isKilled ? 'killed meanwhile, its start refused' : 'left running'
  console.log(`disk, round ${round}: told after ${told} ms, ${how}, well ${well} ms after there was room`)
}

async function assertRefusedStart(product: FaultedProduct): Promise<void> {
  await product.kill()
  const { end, output } = await product.refusedStart()
  const isInWords = /full\. Nothing is lost\. Make room/.test(output) && !/\n\s+at /.test(output)
  if (end.code === 0 || !isInWords) throw new Error(`A start on a full disk was not refused in words:\n${output}`)
}
