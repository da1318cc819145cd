import { execFileSync } from 'node:child_process'
import { RenderPool } from '../../src/documents/render/render-pool.ts'

/** Starts a document that takes longer than anybody waits, and sends the id of the process that renders it. */
// Waiting for the end of its parent keeps it running: a pool alone does not.
process.on('disconnect', () => process.exit())
const pool = new RenderPool({
  processes: 1,
  queue: 2,
  perOwner: 2,
  documentsPerProcess: 10,
  timeoutMs: 600_000,
  memoryBytes: 64 * 1024 ** 3,
})
const task = { data: '{}', madeAt: 0, taggedPages: 1, pages: 1 }
await pool.render({ ...task, sources: { 'main.typ': 'Fine' } }, 'a')
void pool.render({ ...task, sources: { 'main.typ': '#table(columns: 10, ..range(3000000).map(str))' } }, 'a')
const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
const [, pid] = /^\s*(\d+) .*render-child\.ts/m.exec(children) ?? []
process.send?.(Number(pid))
