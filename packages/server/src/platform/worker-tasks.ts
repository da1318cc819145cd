import { parentPort } from 'node:worker_threads'
import type { TaskAnswer } from './worker-pool.ts'

/** Serves the tasks of a `WorkerPool` in a worker, one after the other. */
export function serveTasks<Input>(handle: (input: Input) => Promise<unknown>): void {
  const port = parentPort
  if (port === null) throw new Error('This module runs in a worker only.')
  const answer = (answered: TaskAnswer) => port.postMessage(answered)
  port.on('message', (input: Input) => {
    handle(input).then(
      (result) => answer({ result }),
      (error: Error) => answer({ error: error.message }),
    )
  })
  port.postMessage('ready')
}
