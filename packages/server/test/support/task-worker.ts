import { getHeapStatistics } from 'node:v8'
import { serveTasks } from '../../src/platform/worker-tasks.ts'

/** What the tests of the pool let a worker do. */
export type TestTask = { does: 'echo'; word: string } | { does: 'fail' | 'hold' | 'spin' | 'grow' | 'heap' | 'exit' }

const memory: number[][] = []

const acts = {
  echo: async (task: TestTask) => ('word' in task ? task.word : ''),
  fail: () => Promise.reject(new Error('It went wrong.')),
  hold: () => new Promise(() => undefined),
  spin: () => {
    for (;;);
  },
  grow: () => {
    for (;;) memory.push(Array.from({ length: 100_000 }, (_, n) => n * 1.5))
  },
  /** How large its heap may become, in MiB. */
  heap: async () => getHeapStatistics().heap_size_limit / 1024 ** 2,
  exit: () => process.exit(3),
}

serveTasks((task: TestTask): Promise<unknown> => acts[task.does](task))
