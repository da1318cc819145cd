import { Alert } from '../../ui/alert.tsx'
import type { ImportFailure } from './import-failure.ts'

export function FailureAlert({ failure }: { failure: ImportFailure }) {
  return (
    <Alert tone="bad" className="text-13">
      <b className="font-semibold">{failure.title}.</b>
      <p className="break-words">{failure.message}</p>
    </Alert>
  )
}
