import { api, MOST_ACCESS_HOURS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showAnswer } from '../../lib/query-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { AccessRow } from './access-panel.tsx'
import { machineKey, useMachineSharing } from './use-sharing.ts'

const hourChoices = [1, 4, 8, 24, 72, MOST_ACCESS_HOURS].map(String)

/** The page of a machine that its customer does not share: what staff see of it, and a way to ask for access. */
export function MachineNotShared({ id, onShared }: { id: string; onShared: () => void }) {
  const { data } = useMachineSharing(id)
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: t('monitoring.machineOverview'), to: '/' }, { label: id }]} />
      <Panel className="mt-4 grid gap-4 p-4">
        <div>
          <h1 className="text-[22px] leading-7" translate="no">
            {t('sharing.notSharedTitle', { machine: id })}
          </h1>
          <p className="mt-1 text-text-2">{t('sharing.notSharedAbout')}</p>
        </div>
        {data && (
          <>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5" translate="no">
              {data.customer !== null && <Fact name={t('fleet.customer')}>{data.customer}</Fact>}
              {data.model !== null && <Fact name={t('fleet.model')}>{data.model}</Fact>}
              {data.description !== null && <Fact name={t('monitoring.details')}>{data.description}</Fact>}
            </dl>
            <AppLink
              href={`/installed-machines?open=${data.machineId}`}
              className="max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {t('sharing.openInstalled')}
            </AppLink>
            {data.shared && <Button onClick={onShared}>{t('general.tryAgain')}</Button>}
            {!data.shared && !data.access.some(({ status }) => status === 'asked') && <AskForm id={id} />}
            {data.access.length > 0 && (
              <ul aria-label={t('sharing.access')} className="-mx-4 border-t border-line-2">
                {data.access.map((item) => (
                  <AccessRow key={item.id} item={item} />
                ))}
              </ul>
            )}
          </>
        )}
      </Panel>
    </Page>
  )
}

function AskForm({ id }: { id: string }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [hours, setHours] = useState('8')
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') {
      setFailure(t('sharing.needsReason'))
      field.current?.focus()
      return
    }
    setSending(true)
    setFailure(undefined)
    try {
      const body = { reason: reason.trim(), hours: Number(hours) }
      showAnswer(client, machineKey(id), await callApi(api.askForSupportAccess, { params: { id }, body }))
      showToast({ message: t('sharing.sent') })
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('service.theServerCouldNotBeReached'))
      setSending(false)
    }
  }
  return (
    <form
      aria-label={t('sharing.ask')}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid max-w-xl gap-3 border-t border-line-2 pt-4"
    >
      <TextField
        ref={field}
        label={t('sharing.askReason')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Select
        label={t('sharing.askHours')}
        options={hourChoices.map((value) => ({ value, label: t('sharing.accessFor', { count: Number(value) }) }))}
        value={hours}
        onValueChange={setHours}
      />
      {failure !== undefined && (
        <Alert tone="bad" className="text-13">
          {failure}
        </Alert>
      )}
      <Button type="submit" variant="primary" busy={isSending} className="justify-self-start">
        {t('sharing.ask')}
      </Button>
    </form>
  )
}
