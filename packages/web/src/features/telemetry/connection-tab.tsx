import type { api, OpcuaTest, SubscriberTest } from '@packhouse/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { refusalWords } from '../../resource/refusal-words.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { missingWords, usePermission } from '../../resource/use-permission.ts'
import { useUpdate } from '../../resource/use-resource.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

interface ConnectionTabProps {
  row: ResourceRow
  /** The name of the resource. */
  resource: string
  test: typeof api.testSubscriber | typeof api.testOpcuaConnection
  /** What switching it off means. */
  ends: string
  /** What a test leaves alone. */
  beside: string
  /** What can be done with what a test has found. */
  after?: (found: Found) => ReactNode
}

type Found = SubscriberTest & Partial<OpcuaTest>

/** Switches a connection to something outside on and off, and tries it out. */
export function ConnectionTab({ row, resource, test, ends, beside, after }: ConnectionTabProps) {
  return (
    <div className="grid gap-6">
      <ConnectionSwitch row={row} resource={resource} ends={ends} />
      <ConnectionTest id={row.id} test={test} beside={beside} {...(after === undefined ? {} : { after })} />
    </div>
  )
}

function ConnectionSwitch({ row, resource: name, ends }: Pick<ConnectionTabProps, 'row' | 'resource' | 'ends'>) {
  const resource = declared(name)
  const access = usePermission(resource.calls.update)
  const update = useUpdate({ resource })
  const isOn = row.enabled === true
  return (
    <section aria-labelledby="connection-switch" className="grid justify-items-start gap-2">
      <h3 id="connection-switch" className="text-13 font-semibold">
        {isOn ? 'Switched on' : 'Switched off'}
      </h3>
      <p className="text-13 text-text-2">
        {isOn ? ends : 'Nothing arrives. Test the connection first, then switch it on.'}
      </p>
      {update.error && <Alert tone="bad">{refusalWords(resource, update.error)}</Alert>}
      <Button
        busy={update.isPending}
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={() => update.mutate({ id: row.id, change: { enabled: !isOn, rowVersion: row.rowVersion } })}
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
    </section>
  )
}

/** Connects once as it is stored, and tells of each step what happened and what to do. */
function ConnectionTest({
  id,
  test: call,
  beside,
  after,
}: { id: string } & Pick<ConnectionTabProps, 'test' | 'beside' | 'after'>) {
  const access = usePermission(call)
  const test = useMutation({ mutationFn: (): Promise<Found> => callApi(call, { params: { id } }) })
  return (
    <section aria-labelledby="connection-test" className="grid justify-items-start gap-2">
      <h3 id="connection-test" className="text-13 font-semibold">
        Does it work?
      </h3>
      <p className="text-13 text-text-2">{beside}</p>
      <Button
        busy={test.isPending}
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={() => test.mutate()}
      >
        Test the connection
      </Button>
      {test.error && <Alert tone="bad">{test.error.message}</Alert>}
      <ul aria-live="polite" aria-label="What the test has found" className="grid gap-2.5">
        {test.data?.steps.map((step) => (
          <StepRow key={step.name} {...step} />
        ))}
      </ul>
      {test.data && after?.(test.data)}
    </section>
  )
}

function StepRow({ name, ok, words }: SubscriberTest['steps'][number]) {
  return (
    <li className="grid gap-1 text-13">
      <span className="flex items-center gap-2 font-[550]">
        {name}
        <Badge tone={ok ? 'ok' : 'bad'} icon={ok ? CheckIcon : AlertIcon}>
          {ok ? 'In order' : 'To be mended'}
        </Badge>
      </span>
      <span className="wrap-anywhere text-text-2">{words}</span>
    </li>
  )
}
