import { join } from 'node:path'
import { takePictures } from '../e2e/src/pictures.ts'

/** Takes the pictures of the README and of the guides again: `node_modules/node/bin/node scripts/screenshots.ts [folder]`. */
const docs = join(import.meta.dirname, '../docs')
const folder = process.argv[2]
const folders = folder === undefined ? [join(docs, 'images'), join(docs, 'guide/images')] : [folder, folder]
for (const name of await takePictures(folders[0] ?? docs, folders[1] ?? docs)) console.log(name)
process.exit()
