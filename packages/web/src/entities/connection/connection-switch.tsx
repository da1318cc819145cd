import type { Call } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { missingWords, usePermission } from '../../resource/use-permission.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

export interface ConnectionSwitchProps {
  call: Pick<Call, 'access'> | undefined
  isOn: boolean
  /** What it means that it is on, and that it is off. */
  on: string
  off: string
  busy: boolean
  /** Why the last change was refused. */
  refusal: string | undefined
  onChange: () => void
}

/** Switches a connection to something outside on and off. */
export function ConnectionSwitch({ call, isOn, on, off, busy, refusal, onChange }: ConnectionSwitchProps) {
  const access = usePermission(call)
  return (
    <section aria-labelledby="connection-switch" className="grid justify-items-start gap-2">
      <h3 id="connection-switch" className="text-13 font-semibold">
        {isOn ? t('connection.switchedOn') : t('connection.switchedOff')}
      </h3>
      <p className="text-13 text-text-2">{isOn ? on : off}</p>
      {refusal !== undefined && <Alert tone="bad">{refusal}</Alert>}
      <Button
        busy={busy}
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={onChange}
      >
        {isOn ? t('general.switchOff') : t('connection.switchOn')}
      </Button>
    </section>
  )
}
