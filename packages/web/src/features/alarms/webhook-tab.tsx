import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../lib/api-client.ts'
import { rich } from '../../lib/language/rich.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { SecretForm } from '../../resource/secret-form.tsx'

/** The secret that signs the webhook of a rule. */
export function WebhookTab({ row }: { row: ResourceRow }) {
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
        {rich('alarms.ifASecretIsSetEachPost', { header: <code>X-Packhouse-Signature: t=…,v1=…</code> })}
      </p>
    </SecretForm>
  )
}
