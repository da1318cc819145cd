import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

/** The Node the project brings along. */
export const pinnedNode = join(repository, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
