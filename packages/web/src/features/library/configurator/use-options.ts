import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Configured, compileContent, configure, type Solver } from './configuration.ts'
import { revisionQuery, solverQuery } from './queries.ts'
import type { OwnChoices } from './use-configurator-address.ts'
import { type OptionReasons, useOptionReasons } from './use-option-reasons.ts'

export interface OptionsState {
  solver: Solver | undefined
  configured: Configured | undefined
  /** The number of the revision of the rules that it follows. */
  revision: number | undefined
  reasons: OptionReasons
  error: Error | null
  isPending: boolean
  retry: () => void
  /** Undefined where there is nothing to take back. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  /** Goes to other choices in one step that can be taken back. */
  go: (next: OwnChoices) => void
}

export interface OptionsQuestion {
  machineId: string | undefined
  styleId: string
  own: OwnChoices | undefined
  /** Options that the job needs of the machine. */
  needed: readonly string[]
  onChange: (choices: OwnChoices) => void
}

/** The options of one machine: their states after the own choices, the reasons, and steps back and forth. */
export function useOptions({ machineId, styleId, own, needed, onChange }: OptionsQuestion): OptionsState {
  const solver = useQuery({ ...solverQuery, enabled: machineId !== undefined })
  const revision = useQuery(revisionQuery(machineId))
  const content = revision.data?.content
  const compiled = useCompiled(solver.data, content, styleId)
  const neededKey = needed.join()
  const configured = useMemo(
    () =>
      solver.data === undefined || content === undefined || compiled.rules === undefined
        ? undefined
        : configure(solver.data, content, compiled.rules, own, neededKey === '' ? [] : neededKey.split(',')),
    [solver.data, content, compiled.rules, own, neededKey],
  )
  const steps = useSteps(machineId, configured?.configuration, onChange)
  return {
    solver: solver.data,
    configured,
    revision: revision.data?.number,
    reasons: useOptionReasons(solver.data, configured),
    error: solver.error ?? revision.error ?? compiled.error,
    isPending: machineId !== undefined && configured === undefined,
    retry: () => void revision.refetch(),
    ...steps,
  }
}

function useCompiled(solver: Solver | undefined, content: Configured['content'] | undefined, styleId: string) {
  return useMemo(() => {
    if (solver === undefined || content === undefined) return { rules: undefined, error: null }
    try {
      return { rules: compileContent(solver, content, styleId), error: null }
    } catch (error) {
      if (error instanceof solver.RuleModelError) return { rules: undefined, error }
      throw error
    }
  }, [solver, content, styleId])
}

interface Steps {
  machineId: string | undefined
  past: readonly OwnChoices[]
  future: readonly OwnChoices[]
}

/** Undo and redo of clicks, of the machine that is shown. */
function useSteps(machineId: string | undefined, now: OwnChoices | undefined, onChange: (choices: OwnChoices) => void) {
  const [all, setAll] = useState<Steps>({ machineId, past: [], future: [] })
  const { past, future } = all.machineId === machineId ? all : { past: [], future: [] }
  const before = past.at(-1)
  const after = future.at(-1)
  const move = (to: OwnChoices, steps: Omit<Steps, 'machineId'>) => {
    setAll({ machineId, ...steps })
    onChange(to)
  }
  return {
    go: (next: OwnChoices) => now && move(next, { past: [...past, now], future: [] }),
    undo: before && now && (() => move(before, { past: past.slice(0, -1), future: [...future, now] })),
    redo: after && now && (() => move(after, { past: [...past, now], future: future.slice(0, -1) })),
  }
}
