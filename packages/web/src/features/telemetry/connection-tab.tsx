import type { api, OpcuaTest, SubscriberTest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { ConnectionSwitch } from '../../entities/connection/connection-switch.tsx'
import { ConnectionTest } from '../../entities/connection/connection-test.tsx'
import { callApi } from '../../lib/api-client.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { useUpdate } from '../../resource/use-resource.ts'

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
export function ConnectionTab({ row, resource: name, test, ends, beside, after }: ConnectionTabProps) {
  const resource = declared(name)
  const update = useUpdate({ resource })
  const isOn = row.enabled === true
  return (
    <div className="grid gap-6">
      <ConnectionSwitch
        call={resource.calls.update}
        isOn={isOn}
        on={ends}
        off={t('telemetry.nothingArrivesTestTheConnectionFirst')}
        busy={update.isPending}
        refusal={update.error ? errorMessage(resource, update.error) : undefined}
        onChange={() => update.mutate({ id: row.id, change: { enabled: !isOn, rowVersion: row.rowVersion } })}
      />
      <ConnectionTest<Found>
        call={test}
        run={() => callApi(test, { params: { id: row.id } })}
        stepsOf={({ steps }) => steps}
        act={t('telemetry.testTheConnection')}
        beside={beside}
        after={after}
      />
    </div>
  )
}
