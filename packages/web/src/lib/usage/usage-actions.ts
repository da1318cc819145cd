import type { UsageAction } from '@packhouse/contract'

let listener: (action: UsageAction) => void = () => undefined

/** Says who counts actions; until then they are not counted. */
export function onUsageAction(told: typeof listener): void {
  listener = told
}

/** Somebody has done something that is counted by its name. */
export function recordAction(action: UsageAction): void {
  listener(action)
}
