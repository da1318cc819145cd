import { lazy, Suspense, useEffect, useState } from 'react'
import { onConfirmationNeeded } from '../../lib/confirmation.ts'

const ConfirmationDialog = lazy(async () => ({
  default: (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
}))

/** Where a call that needs a confirmation asks for it, whatever screen has made the call. */
export function ConfirmationHost() {
  const [answer, setAnswer] = useState<{ give: (confirmed: boolean) => void } | null>(null)
  useEffect(() => onConfirmationNeeded(() => new Promise((resolve) => setAnswer({ give: resolve }))), [])
  if (answer === null) return null
  const close = (confirmed: boolean) => {
    setAnswer(null)
    answer.give(confirmed)
  }
  return (
    <Suspense>
      <ConfirmationDialog onConfirmed={() => close(true)} onCancel={() => close(false)} />
    </Suspense>
  )
}
