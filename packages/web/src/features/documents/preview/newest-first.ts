/**
 * Does one piece of work after the other; of those that come in the meantime only the last. The server renders a few
 * documents of one person at a time, and nobody waits for a draft that was typed over.
 * @param onDone is called with the results that are still wanted
 */
export function newestFirst<Input, Result>(
  work: (input: Input) => Promise<Result>,
  onDone: (result: Result, input: Input) => void,
): (input: Input) => Promise<void> {
  let waiting: { input: Input } | undefined
  let isBusy = false
  return async (input) => {
    waiting = { input }
    if (isBusy) return
    isBusy = true
    try {
      while (waiting !== undefined) {
        const { input: next }: { input: Input } = waiting
        waiting = undefined
        const result = await work(next)
        if (waiting === undefined) onDone(result, next)
      }
    } finally {
      isBusy = false
    }
  }
}
