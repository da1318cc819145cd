import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { seed } from '../seed.ts'
import { Historian } from './historian.ts'
import { Product } from './product.ts'
import { BEGIN, Session, sessionPlan } from './session.ts'

/** Sets the clocks on. */
function setClock(now: number): void {
  if (now > Date.now()) vi.advanceTimersByTime(now - Date.now())
}

const sorted = (csv: string) => csv.split('\n').sort().join('\n')

/** Plays so many random sessions of edge nodes, and compares what is stored with what a perfect historian would hold. */
export async function checkSessions(numRuns: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: BEGIN })
  try {
    await fc.assert(
      fc.asyncProperty(sessionPlan, async (plan) => {
        vi.setSystemTime(BEGIN)
        const session = new Session(plan)
        const product = new Product(session.machineNodes, setClock)
        await product.play(session.events)
        const [stored, held] = [await product.view(), new Historian(session.machineNodes, session.events).view()]
        // The order within a millisecond is that of the numbers where the product was restarted in between.
        if (session.restarts > 0)
          for (const one of [...Object.values(stored), ...Object.values(held)]) one.csv = sorted(one.csv)
        // To compare texts is faster; what is shown of a difference is that of the values.
        if (JSON.stringify(stored) !== JSON.stringify(held)) expect(stored).toEqual(held)
        expect(product.unsettled).toBe(0)
      }),
      { seed, numRuns },
    )
  } finally {
    vi.useRealTimers()
  }
}
