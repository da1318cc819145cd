import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../lib/api-client.ts'
import { rich } from '../../lib/language/rich.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { SecretForm } from '../../resource/secret-form.tsx'
import { WebhookTemplate } from './webhook-template.tsx'

/** What the webhook of a rule sends, and the secret that signs it. */
export function WebhookTab({ row }: { row: ResourceRow }) {
  return (
    <div className="grid gap-6">
      <WebhookTemplate row={row} />
      <Secret row={row} />
    </div>
  )
}

function Secret({ row }: { row: ResourceRow }) {
  return (
    <SecretForm
      row={row}
      resource={declared('alarmRule')}
      label={t('alarms.secret')}
      rule={t('alarms.atLeast16Characters')}
      call={api.setAlarmRuleSecret}
      save={(secret) => callApi(api.setAlarmRuleSecret, { params: { id: row.id }, body: { secret } })}
    >
      <p className="text-text-2">
        {rich('alarms.ifASecretIsSetEachPost', { header: <code>webhook-signature: v1,…</code> })}
      </p>
    </SecretForm>
  )
}
