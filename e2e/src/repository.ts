import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

/** Where Node keeps what it has compiled of the product, as `npm start` has it. */
export const compileCache = join(repository, 'node_modules/.cache/node')

/** The Node the project brings along. */
export const pinnedNode = join(repository, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
