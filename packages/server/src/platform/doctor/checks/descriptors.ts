import { readFile } from 'node:fs/promises'
import { type Check, type Finding, warning } from '../check.ts'

/** Whether the process may have as many connections as the configuration allows. */
export const descriptors: Check = {
  name: 'descriptors',
  title: 'File descriptors',
  async examine({ config, server }) {
    // Of the server where it runs: its service manager may give it others than this shell. Node itself raises the soft limit to the hard one.
    const limits = await readFile(`/proc/${server?.pid ?? 'self'}/limits`, 'utf8').catch(() => '')
    const [, most] = /^Max open files +\S+ +(\S+)/m.exec(limits) ?? []
    if (most === undefined || most === 'unlimited') return []
    return descriptorWords(config.http.connections, Number(most))
  },
}

/** @param connections the most of HTTP */
export function descriptorWords(connections: number, most: number): Finding[] {
  const wanted = connections * 2
  if (most >= wanted) return []
  return [
    warning(
      `The process may open ${most} files and connections, and HTTP_CONNECTIONS=${connections} needs ${wanted}.`,
      `Raise the limit (ulimit -Hn ${wanted}, LimitNOFILE=${wanted} of systemd, --ulimit nofile of containers), or set HTTP_CONNECTIONS to ${Math.floor(most / 2)} or less.`,
    ),
  ]
}
