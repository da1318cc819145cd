import { declared } from '../../../resource/registry.ts'
import { useResourceList } from '../../../resource/use-resource.ts'

/** Something that a visit may be for: a service plan or a request of its machine. */
export interface TaskOption {
  id: string
  label: string
}

interface Task {
  machineId: string
  planId?: string
  requestId?: string
}

const MOST = '50'

/** What a machine has to be visited for, and the tasks of a visit for what is chosen of it. */
export function useChosenTasks(
  machineId: string,
  chosen: ReadonlySet<string>,
): { choices: readonly TaskOption[]; tasks: Task[] } {
  const enabled = machineId !== ''
  const ofMachine = { machineId, pageSize: MOST }
  const plans = useResourceList(declared('servicePlan'), { ...ofMachine, active: 'true', sort: 'nextDue' }, { enabled })
  const requests = useResourceList(declared('serviceRequest'), { ...ofMachine, status: 'open,planned' }, { enabled })
  const rows = [
    ...(enabled ? (plans.data?.items ?? []) : []).map((row) => ({ id: row.id, label: String(row.name), of: 'planId' })),
    ...(enabled ? (requests.data?.items ?? []) : []).map((row) => {
      return { id: row.id, label: String(row.subject), of: 'requestId' }
    }),
  ]
  return {
    choices: rows,
    tasks: rows.filter(({ id }) => chosen.has(id)).map(({ id, of }) => ({ machineId, [of]: id })),
  }
}
