import { useMemo } from 'react'
import { declared } from '../../../resource/registry.ts'
import { useChoices } from '../../../resource/use-choices.ts'

const MACHINES = '/v1/machine-library/machines/{parentId}'

/** The options that a machine can have. */
export function useMachineOptions(machineId: string) {
  const mount = useMemo(() => ({ path: `${MACHINES}/options`, parentId: machineId }), [machineId])
  return useChoices({ resource: declared('machineOption'), by: 'id', mount }).options
}

/** The documents of a machine. */
export function useMachineDocuments(machineId: string) {
  const mount = useMemo(() => ({ path: `${MACHINES}/documents`, parentId: machineId }), [machineId])
  return useChoices({ resource: declared('machineDocument'), by: 'id', mount }).options
}

/** The materials that there are; their codes are the sublabels. */
export function useMaterials() {
  return useChoices({ resource: declared('packagingMaterial'), by: 'id' }).options
}

/** Who may have confirmed an answer. */
export function usePeople() {
  return useChoices({ resource: declared('user'), by: 'id' }).options
}
