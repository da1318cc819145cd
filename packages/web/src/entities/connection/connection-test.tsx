import type { Call } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { missingWords, usePermission } from '../../resource/use-permission.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

/** What one step of a test has found, and what to do. */
export interface TestStep {
  name: string
  ok: boolean
  words: string
}

export interface ConnectionTestProps<Found> {
  call: Pick<Call, 'access'>
  run: () => Promise<Found>
  stepsOf: (found: Found) => readonly TestStep[]
  /** What the button is called. */
  act: string
  /** What a test leaves alone. */
  beside?: string
  /** What can be done with what a test has found. */
  after?: ((found: Found) => ReactNode) | undefined
}

/** Tries out a connection as it is stored, and shows for each step what was found and what to do. */
export function ConnectionTest<Found>({ call, run, stepsOf, act, beside, after }: ConnectionTestProps<Found>) {
  const access = usePermission(call)
  const test = useMutation({ mutationFn: run })
  return (
    <section aria-labelledby="connection-test" className="grid justify-items-start gap-2">
      <h3 id="connection-test" className="text-13 font-semibold">
        {t('connection.doesItWork')}
      </h3>
      {beside !== undefined && <p className="text-13 text-text-2">{beside}</p>}
      <Button
        busy={test.isPending}
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={() => test.mutate()}
      >
        {act}
      </Button>
      {test.error && <Alert tone="bad">{test.error.message}</Alert>}
      <ul aria-live="polite" aria-label={t('connection.whatTheTestHasFound')} className="grid gap-2.5">
        {test.data !== undefined && stepsOf(test.data).map((step) => <StepRow key={step.name} {...step} />)}
      </ul>
      {test.data !== undefined && after?.(test.data)}
    </section>
  )
}

function StepRow({ name, ok, words }: TestStep) {
  return (
    <li className="grid gap-1 text-13">
      <span className="flex items-center gap-2 font-[550]">
        {name}
        <Badge tone={ok ? 'ok' : 'bad'} icon={ok ? CheckIcon : AlertIcon}>
          {ok ? t('connection.inOrder') : t('connection.toBeMended')}
        </Badge>
      </span>
      <span className="wrap-anywhere text-text-2">{words}</span>
    </li>
  )
}
