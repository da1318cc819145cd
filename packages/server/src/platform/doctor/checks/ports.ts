import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Check, type Finding, fault } from '../check.ts'
import type { Installation } from '../installation.ts'

/** Whether the ports are free, or who has them. */
export const ports: Check = {
  name: 'ports',
  title: 'Ports',
  async examine(installation) {
    const { config } = installation
    const wanted = [
      { variable: 'PORT', port: config.port },
      ...(config.roles.has('ingest') ? [{ variable: 'MQTT_PORT', port: config.mqttPort }] : []),
      ...(config.mqttTls === undefined || !config.roles.has('ingest')
        ? []
        : [{ variable: 'MQTTS_PORT', port: config.mqttTls.port }]),
      // 0 takes a free one.
    ].filter(({ port }) => port !== 0)
    const findings = wanted.map(async (one, index) => {
      const twin = wanted.slice(0, index).find(({ port }) => port === one.port)
      if (twin !== undefined) {
        const what = `${twin.variable} and ${one.variable} are both ${one.port}.`
        return [fault(what, `Set ${one.variable} to another port.`)]
      }
      return await examinePort(one, installation)
    })
    return (await Promise.all(findings)).flat()
  },
}

async function examinePort(
  { variable, port }: { variable: string; port: number },
  { config: { host }, server }: Installation,
): Promise<Finding[]> {
  const code = await listenOnce(host, port)
  if (code === undefined) return []
  if (code === 'EADDRINUSE') {
    const holder = await holderOf(port)
    const isOurs = server !== undefined && (holder === undefined || holder.pid === server.pid)
    if (isOurs) return []
    const who = holder === undefined ? 'another program' : `process ${holder.pid} (${holder.command})`
    return [fault(`Port ${port} (${variable}) is taken by ${who}.`, `Stop it, or set ${variable} to a free port.`)]
  }
  if (code === 'EACCES') {
    const what = `Port ${port} (${variable}) may not be opened by this user.`
    return [fault(what, `Set ${variable} to a port above 1023, or let the user open lower ones.`)]
  }
  return [
    fault(`${host} (HOST) is not an address of this machine (${code}).`, 'Set HOST to one that is, such as 127.0.0.1.'),
  ]
}

/** @returns the code of the error; undefined if the port is free */
async function listenOnce(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  const code = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => resolve(undefined))
  })
  if (code === undefined) await new Promise((resolve) => server.close(resolve))
  return code
}

/** Who listens on a port, where the system tells (Linux, and processes that this user may see). */
async function holderOf(port: number): Promise<{ pid: number; command: string } | undefined> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')))
  const sockets = new Set(tables.flatMap((table) => listeningSockets(table, port)))
  if (sockets.size === 0) return undefined
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue
    for (const descriptor of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')
      if (!sockets.has(target)) continue
      const command = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
      return { pid: Number(pid), command }
    }
  }
  return undefined
}

const LISTENING = '0A'

/** The sockets that listen on a port, as links of descriptors name them. @param table as in /proc/net/tcp */
function listeningSockets(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return table.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/)
    return fields[1]?.endsWith(`:${hex}`) && fields[3] === LISTENING ? [`socket:[${fields[9]}]`] : []
  })
}
