import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFolder } from '@packhouse/server/testing/ready-folder'
import { startProduct } from './product.ts'
import { volatileFolder } from './temporary-folder.ts'

/**
 * Leaves in the folder that its argument names what a first start writes. It starts elsewhere, in a place that the user of the
 * database can enter: from one that is closed to it the product moves the cluster out and leaves a link, which copies would share.
 */
const [target = ''] = process.argv.slice(2)
const dataDir = await volatileFolder()
const product = await startProduct({ dataDir, environment: { SIMULATOR: 'off' } })
const code = await product.stop()
if (code !== 0) throw new Error(`The product that makes the ready data ended with ${code}:\n${product.output()}`)
// What the start that made it has logged is not of the products that begin with it.
await rm(join(dataDir, 'logs'), { recursive: true, force: true })
await rm(target, { recursive: true, force: true })
await mkdir(target)
await copyFolder(dataDir, target)
await rm(dataDir, { recursive: true })
