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
    return 'The server could not be reached. Check your connection, then try again.'
  }
  return 'Something unexpected happened on this page. Try again; if it happens once more, reload the page.'
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
        title="This page could not be shown"
        actions={
          <Button onClick={tryAgain}>
            <RetryIcon />
            Try again
          </Button>
        }
      >
        {explain(error)}
      </EmptyState>
    </div>
  )
}

/** The same for a screen that stands alone, outside the shared layout. */
export function StandaloneError(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  )
}
