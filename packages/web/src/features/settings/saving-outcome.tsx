import { Alert } from '../../ui/alert.tsx'
import type { Saving } from './use-saving.ts'

/** What came of a form, above its button. */
export function SavingOutcome({ saving: { failure, done } }: { saving: Saving }) {
  return (
    <>
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      {done !== null && <Alert tone="ok">{done}</Alert>}
    </>
  )
}
