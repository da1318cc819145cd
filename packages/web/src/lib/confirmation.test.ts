import { afterEach, describe, expect, it } from 'vitest'
import { askToConfirm, onConfirmationNeeded } from './confirmation.ts'

describe('a confirmation', () => {
  let stop: () => void = () => undefined
  afterEach(() => stop())

  it('is asked for once by all who wait for it, and anew by the next', async () => {
    const answers: ((confirmed: boolean) => void)[] = []
    stop = onConfirmationNeeded(() => new Promise((resolve) => answers.push(resolve)))
    const waiting = [askToConfirm(), askToConfirm()]
    answers[0]?.(true)
    expect(await Promise.all(waiting)).toEqual([true, true])
    const next = askToConfirm()
    answers[1]?.(false)
    expect(await next).toBe(false)
    expect(answers).toHaveLength(2)
  })

  it('is not given where no screen can ask', async () => {
    onConfirmationNeeded(() => Promise.resolve(true))()
    expect(await askToConfirm()).toBe(false)
  })
})
