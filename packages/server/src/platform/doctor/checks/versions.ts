import { otherMajorOf } from '../../postgres-major.ts'
import { type Check, type Finding, fault } from '../check.ts'

/** The newest major version of which every part runs. */
const NODE_MAJOR = 24

/** Node, and the version that made the embedded database. */
export const versions: Check = {
  name: 'versions',
  title: 'Versions',
  async examine({ config, cluster }) {
    // That of an outside one is part of the check of the database.
    const other = config.databaseUrl === undefined ? await otherMajorOf(cluster) : undefined
    return [...nodeWords(process.versions.node), ...(other === undefined ? [] : [fault(other.what, other.remedy)])]
  },
}

export function nodeWords(version: string): Finding[] {
  if (Number.parseInt(version, 10) >= NODE_MAJOR) return []
  const what = `This is Node ${version}, and ${NODE_MAJOR} or newer is needed.`
  return [fault(what, 'Start with npm, which uses the Node of the project, or install a newer Node.')]
}
