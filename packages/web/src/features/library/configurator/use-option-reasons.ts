import type { Reason, Swap } from '@packhouse/contract/configurator'
import { useEffect, useState } from 'react'
import type { Configured, Solver } from './configuration.ts'

/** Why an option is in its state, and the smallest sets of choices to give up for an excluded one. */
export interface OptionReason {
  reason: Reason
  swaps: readonly Swap[]
}

export type OptionReasons = ReadonlyMap<string, OptionReason>

const none: OptionReasons = new Map()
/** So long a run may take before the page gets its turn, in ms. */
const SLICE_MS = 8

/** The reasons of all options that need one, worked out bit by bit so that no click waits for them. */
export function useOptionReasons(solver: Solver | undefined, configured: Configured | undefined): OptionReasons {
  const [known, setKnown] = useState<{ of: Configured | undefined; reasons: OptionReasons }>({
    of: undefined,
    reasons: none,
  })
  useEffect(() => {
    if (solver === undefined || configured?.states === undefined) return
    const left = [...configured.states.states].filter(([, state]) => state === 'excluded' || state === 'implied')
    const found = new Map<string, OptionReason>()
    let timer = 0
    const goOn = () => {
      const until = performance.now() + SLICE_MS
      while (left.length > 0 && performance.now() < until) {
        const [option, state] = left.shift() as (typeof left)[number]
        const reason = solver.explainChoice(configured.rules, configured.configuration, option)
        if (reason === undefined) continue
        const wanted = { option, taken: true }
        const swaps =
          state === 'excluded' ? solver.findSwaps(configured.rules, configured.configuration, wanted).swaps : []
        found.set(option, { reason, swaps })
      }
      setKnown({ of: configured, reasons: new Map(found) })
      if (left.length > 0) timer = window.setTimeout(goOn)
    }
    timer = window.setTimeout(goOn)
    return () => clearTimeout(timer)
  }, [solver, configured])
  return known.of === configured ? known.reasons : none
}
