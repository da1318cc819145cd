import {
  api,
  renderWebhook,
  sampleWebhookValues,
  type WebhookPreset,
  webhookPlaceholders,
  webhookPresets,
  webhookTemplateFault,
} from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useSaveRow } from './use-save-row.ts'

const presets: { value: WebhookPreset | ''; label: string }[] = [
  { value: '', label: t('webhookTemplate.choosePreset') },
  { value: 'slack', label: t('webhookTemplate.slack') },
  { value: 'teams', label: t('webhookTemplate.teams') },
  { value: 'mattermost', label: t('webhookTemplate.mattermost') },
  { value: 'smsForm', label: t('webhookTemplate.smsForm') },
  { value: 'smsJson', label: t('webhookTemplate.smsJson') },
]

/** What the webhook of a rule sends: a template with its preview, tried at the receiver before it is saved. */
export function WebhookTemplate({ row }: { row: ResourceRow }) {
  const stored = String(row.webhookTemplate ?? '')
  const [draft, setDraft] = useState<string>()
  const template = draft ?? stored
  const { allowed, save, isSaving } = useSaveRow(declared('alarmRule'), row, () => setDraft(undefined))
  const test = useMutation({
    mutationFn: () =>
      callApi(api.testAlarmWebhook, {
        params: { id: row.id },
        body: { template: template.trim() === '' ? null : template },
      }),
  })
  const fault = template.trim() === '' ? undefined : webhookTemplateFault(template)
  const write = (text: string) => {
    setDraft(text)
    test.reset()
  }
  return (
    <section aria-label={t('webhookTemplate.template')} className="grid gap-3 text-13">
      <p className="text-text-2">{t('webhookTemplate.about')}</p>
      <Select
        label={t('webhookTemplate.preset')}
        options={presets}
        value=""
        onValueChange={(preset) => preset !== '' && write(webhookPresets[preset])}
      />
      <TextArea
        label={t('webhookTemplate.template')}
        rows={8}
        spellCheck={false}
        className="code"
        value={template}
        disabled={!allowed}
        onChange={({ target }) => write(target.value)}
        error={fault === undefined ? undefined : t('webhookTemplate.fault', { fault: inLanguage(fault) })}
      />
      <p className="text-12 text-text-2">
        {t('webhookTemplate.placeholders', { names: webhookPlaceholders.map((name) => `{{${name}}}`).join(' ') })}
      </p>
      {template.trim() !== '' && fault === undefined && <Preview template={template} />}
      <Outcome test={test} />
      <div className="flex flex-wrap gap-2">
        <Button busy={test.isPending} disabled={!allowed || fault !== undefined} onClick={() => test.mutate()}>
          {t('settings.sendATest')}
        </Button>
        {draft !== undefined && (
          <>
            <Button
              variant="primary"
              busy={isSaving}
              disabled={fault !== undefined}
              onClick={() => save({ webhookTemplate: template.trim() === '' ? null : template })}
            >
              {t('webhookTemplate.save')}
            </Button>
            <Button variant="quiet" onClick={() => setDraft(undefined)}>
              {t('escalation.discard')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

/** A form is shown field by field, as a receiver reads it. */
function Preview({ template }: { template: string }) {
  const { contentType, body } = renderWebhook(template, sampleWebhookValues)
  const isForm = contentType === 'application/x-www-form-urlencoded'
  const text = isForm ? [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).join('\n') : body
  return (
    <figure className="grid gap-1">
      <figcaption className="text-12 font-[550] text-text-2">{t('webhookTemplate.preview')}</figcaption>
      <pre className="code max-h-64 overflow-auto rounded-control border border-line bg-surface-2 p-3 whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </figure>
  )
}

interface TestState {
  data: { status: number | null; reason: string | null } | undefined
  error: Error | null
}

function Outcome({ test: { data, error } }: { test: TestState }) {
  const reason = error?.message ?? data?.reason
  if (reason != null) return <Alert tone="bad">{t('webhookTemplate.notSent', { reason })}</Alert>
  if (data === undefined || data.status === null) return null
  const isTaken = data.status >= 200 && data.status < 300
  return <Alert tone={isTaken ? 'ok' : 'bad'}>{t('webhookTemplate.answered', { status: data.status })}</Alert>
}
