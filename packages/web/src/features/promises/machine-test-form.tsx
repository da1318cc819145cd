import type { MachinePromises } from '@packhouse/contract'
import { useMemo } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { machineSubject } from './acceptance-draft.ts'
import { AcceptanceForm } from './acceptance-form.tsx'
import { acceptanceTestsName, promisesName, useAcceptanceTests } from './use-promises.ts'

interface MachineTestFormProps {
  actual: MachinePromises
  /** The content of the page, stored with the form. */
  weeks: string
  onDone: () => void
}

/** Records an acceptance test of a machine against its promises. */
export function MachineTestForm({ actual, weeks, onDone }: MachineTestFormProps) {
  const { machineID } = actual
  const tests = useAcceptanceTests(machineID).data?.tests
  const answers = useMemo(
    () => ({ [promisesName(machineID, weeks)]: actual, [acceptanceTestsName(machineID)]: { tests } }),
    [machineID, weeks, actual, tests],
  )
  if (tests === undefined) return <Skeleton className="h-96" />
  return <AcceptanceForm subject={machineSubject(actual)} tests={tests} answers={answers} onDone={onDone} />
}
