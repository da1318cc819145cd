import { t } from '@packhouse/messages'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryIcon, WarningIcon } from '../../ui/icons.tsx'

/** What happened and what to do, in words for the reader. */
function explain(error: unknown): string {
  if (error instanceof ApiError) return error.message
  // `fetch` rejects with a TypeError when no answer came at all.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return t('shell.theServerCouldNotBeReached')
  }
  return t('shell.somethingUnexpectedHappenedOnThisPage')
}

/** Stands in for a screen that failed, with a way to try again. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert" className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        heading="h1"
        illustration={<WarningIcon size={40} />}
        title={t('shell.thisPageCouldNotBeShown')}
        actions={
          <Button onClick={tryAgain}>
            <RetryIcon />
            {t('general.tryAgain')}
          </Button>
        }
      >
        {explain(error)}
      </EmptyState>
    </div>
  )
}

/** The same for a screen outside the shared layout. */
export function StandaloneError(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  )
}
