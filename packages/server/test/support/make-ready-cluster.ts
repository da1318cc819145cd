import { rm } from 'node:fs/promises'
import { makeCluster } from './databases.ts'
import { fillDatabase } from './fill-database.ts'
import { copyFolder } from './ready-folder.ts'
import { makeVolatileFolder } from './temporary-folder.ts'

/**
 * Leaves a data folder with a cluster, a migrated database and the sample company in it, in the folder that its argument names. It is made
 * elsewhere, in a place that the user of the database can enter.
 */
const [target = ''] = process.argv.slice(2)
const folder = await makeVolatileFolder('cluster')
try {
  await makeCluster(folder.path, fillDatabase)
  await rm(target, { recursive: true, force: true })
  await copyFolder(folder.path, target)
} finally {
  await folder.remove()
}
