import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OrphanWatchData } from './orphan-watch.ts'
import type { RenderTask } from './render-task.ts'
import { TypstCompiler } from './typst-compiler.ts'

/** Renders what its parent sends, one task after the other. A process of its own: only its end ends a compilation. */
const [workspace] = process.argv.slice(2)
if (workspace === undefined || process.send === undefined)
  throw new Error('This module runs as the child of a render pool.')
// A compilation blocks this thread: another one sees that the parent was killed, and ends the process with it.
const workerData: OrphanWatchData = { workspace, parent: process.ppid }
const watch = new Worker(new URL('./orphan-watch.ts', import.meta.url), { workerData })
const compiler = new TypstCompiler(workspace)
const answer = (message: unknown) => process.send?.(message, () => compiler.tidy())

process.on('message', (task: RenderTask) => {
  try {
    answer({ answer: compiler.render(task), memory: process.memoryUsage.rss() })
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error), memory: process.memoryUsage.rss() })
  }
})
process.on('disconnect', () => {
  rmSync(dirname(workspace), { recursive: true, force: true })
  process.exit()
})
watch.once('online', () => process.send?.('ready'))
