import { join } from 'node:path'
import { takePictures } from '../e2e/src/pictures.ts'

/** Takes the pictures of the README again: `node_modules/node/bin/node scripts/screenshots.ts [folder]`. */
const folder = process.argv[2] ?? join(import.meta.dirname, '../docs/images')
for (const name of await takePictures(folder)) console.log(name)
process.exit()
