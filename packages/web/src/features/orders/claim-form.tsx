import { api, type CallResult, type MachineToClaim, machineIDSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { isUnreachable } from '../../lib/offline/unreachable.ts'
import { useOnline } from '../../lib/offline/use-online.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ClaimDraft } from './use-claim-draft.ts'

interface ClaimFormProps {
  token: string
  machine: MachineToClaim
  draft: ClaimDraft
  onChange: (changed: Partial<ClaimDraft>) => void
  onClaimed: (answer: CallResult<typeof api.claimMachine>) => void
}

/**
 * Which machine ID the machine sends. Those that have reported lately fill the field in with one press. A claim changes the owner of a machine and waits for its answer:
 * where none comes, the same claim is sent again by hand.
 */
export function ClaimForm({ token, machine, draft, onChange, onClaimed }: ClaimFormProps) {
  const { machineID, serial } = draft
  const isOnline = useOnline()
  const [isUnanswered, setUnanswered] = useState(false)
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = (value: string) => {
    onChange({ machineID: value })
    setFault(undefined)
    setFailure(undefined)
  }
  const claim = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wanted = machineIDSchema.safeParse(machineID.trim())
    if (!wanted.success) {
      setFault(t('claim.enterMachineID'))
      field.current?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    setUnanswered(false)
    try {
      const body = { machineID: wanted.data, serial: serial.trim() || null }
      onClaimed(await callApi(api.claimMachine, { params: { token }, body }))
    } catch (error) {
      if (isUnreachable(error)) setUnanswered(true)
      else setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void claim(event)} noValidate className="grid gap-4">
      {failure !== undefined && (
        <Alert tone="bad">
          <b className="font-semibold">{t('claim.notClaimed')}</b> {failure}
        </Alert>
      )}
      {isUnanswered && <Alert tone="warn">{t('claim.noAnswer')}</Alert>}
      {!isOnline && !isUnanswered && <Alert tone="info">{t('claim.noConnection')}</Alert>}
      <TextField
        ref={field}
        label={t('claim.machineID')}
        help={machine.mayChoose ? t('claim.machineIDHelp') : t('claim.plannedHelp')}
        {...(fault === undefined ? {} : { error: fault })}
        size="large"
        required
        maxLength={64}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={machineID}
        onChange={(event) => enter(event.target.value)}
      />
      {machine.offered.length > 0 && (
        <section aria-label={t('claim.reporting')} className="grid gap-2">
          <p className="text-12 font-[550] text-text-2">{t('claim.reporting')}</p>
          <ul className="grid gap-2">
            {machine.offered.map((one) => (
              <li key={one.machineID}>
                <Button
                  size="large"
                  className="w-full justify-between!"
                  aria-pressed={one.machineID === machineID}
                  onClick={() => enter(one.machineID)}
                >
                  <span className="code" translate="no">
                    {one.machineID}
                  </span>
                  <DateLabel value={one.lastSeen} className="text-12 text-text-2" />
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <TextField
        label={t('claim.serial')}
        help={t('claim.serialHelp')}
        size="large"
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        value={serial}
        onChange={(event) => onChange({ serial: event.target.value })}
      />
      <div>
        <Button type="submit" variant="primary" size="large" busy={isBusy} className="max-md:w-full">
          {t('claim.confirm')}
        </Button>
      </div>
    </form>
  )
}
