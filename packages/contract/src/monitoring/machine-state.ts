import { z } from 'zod'

/** Groups of machine states that people think in (OMAC PackML groups; Faulted covers Aborting and Aborted). */
export const stateGroups = ['Running', 'Idle', 'Stopped', 'Faulted'] as const
export const machineStateSchema = z.enum(stateGroups)
export type MachineState = z.infer<typeof machineStateSchema>

/** The states of a packaging machine by ISA-TR88.00.02, and the group in which people think of each. */
const groups = {
  Clearing: 'Stopped',
  Stopped: 'Stopped',
  Stopping: 'Stopped',
  Starting: 'Idle',
  Idle: 'Idle',
  Resetting: 'Idle',
  Suspending: 'Idle',
  Suspended: 'Idle',
  Unsuspending: 'Idle',
  Holding: 'Idle',
  Held: 'Idle',
  Unholding: 'Idle',
  Completing: 'Idle',
  Complete: 'Idle',
  Execute: 'Running',
  Aborting: 'Faulted',
  Aborted: 'Faulted',
} as const satisfies Record<string, MachineState>

export type PackmlState = keyof typeof groups

export const packmlStates = Object.keys(groups) as readonly PackmlState[]

/** A state as a machine may report it: by PackML, or by the group alone. */
export type ReportedState = MachineState | PackmlState

/** Every state name that a machine may report. Sealed records store the index in this list: append, never reorder. */
export const reportedStates: readonly [ReportedState, ...ReportedState[]] = ['Running', 'Faulted', ...packmlStates]

/** The group of a state. */
export function stateGroup(state: ReportedState): MachineState {
  return state === 'Running' || state === 'Faulted' ? state : groups[state]
}
