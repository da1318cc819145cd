/** A question to another process of the bench, and its answer. */
export interface Question {
  id: number
  name: string
  input: unknown
}

export interface Answer {
  id: number
  result?: unknown
  error?: string
}

type Handler = (input: never) => unknown

/** Answers the questions of the process that started this one; ends when that one is gone. */
export function serve(handlers: Record<string, Handler>): void {
  process.on('message', (question: Question) => {
    void answer(handlers, question).then((reply) => process.send?.(reply))
  })
  process.on('disconnect', () => process.exit(1))
}

async function answer(handlers: Record<string, Handler>, { id, name, input }: Question): Promise<Answer> {
  try {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`There is no ${name} here.`)
    return { id, result: await handler(input as never) }
  } catch (error) {
    return { id, error: (error as Error).stack ?? String(error) }
  }
}
