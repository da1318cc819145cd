import { type HistoryState, type ReportedState, reportedStates } from '@packhouse/contract'
import { t } from '@packhouse/messages'

/** The label of a machine state. Code compares the state itself, which is the same in every language. */
export function stateLabel(state: HistoryState | ReportedState): string {
  return t(`state.${state}`)
}

/** The label of a state as the machine reports it. A state that is not in PackML is shown as the machine names it. */
export function reportedStateLabel(reported: string): string {
  const known = reportedStates.find((state) => state === reported)
  return known === undefined ? reported : stateLabel(known)
}
